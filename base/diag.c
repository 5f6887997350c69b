#include "base/diag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shortage.h"

static char out_of_memory[] = "out of memory";

/* Message used when there is no memory for a new one. */
static noc_message no_memory = {.status = NOC_EFAILED, .text = out_of_memory};

static char *format_text(const char *format, va_list arguments)
{
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) return NULL;
    return text;
}

static bool reserve_message(noc_diag *diag)
{
    if (diag->messages == &no_memory) return false;
    if (diag->count < diag->capacity) return true;
    const size_t capacity = diag->capacity ? 2 * diag->capacity : 8;
    noc_message *new_messages = realloc(diag->messages, capacity * sizeof *new_messages);
    if (!new_messages) return false;
    diag->messages = new_messages;
    diag->capacity = capacity;
    return true;
}

/* Appends a message, or frees `text` when out of memory. */
static noc_status append_message(noc_diag *diag, noc_status status, noc_place place, char *text)
{
    if (!text) return noc_fail_memory(diag);
    char *const file = place.file ? strdup(place.file) : NULL;
    if ((place.file && !file) || !reserve_message(diag)) {
        free(file);
        free(text);
        return noc_fail_memory(diag);
    }
    diag->messages[diag->count++] = (noc_message){status, file, place.line, text};
    return status;
}

noc_status noc_fail(noc_diag *diag, noc_status status, noc_place place, const char *format, ...)
{
    if (!diag) return status;
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    return append_message(diag, status, place, text);
}

noc_status noc_fail_memory(noc_diag *diag)
{
    noc_note_shortage();
    if (diag && reserve_message(diag)) {
        diag->messages[diag->count++] = no_memory;
    } else if (diag && diag->count == 0) {
        diag->messages = &no_memory;
        diag->count = 1;
    }
    return NOC_EFAILED;
}

noc_status noc_fail_numeric(noc_diag *diag, const char *computation, const char *reason)
{
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE, "%s: no numeric answer (%s)", computation,
                    reason);
}

noc_status noc_diag_status(const noc_diag *diag)
{
    return diag->count ? diag->messages[0].status : NOC_OK;
}

static bool are_of_same_file(const noc_message *a, const noc_message *b)
{
    return a->file && b->file && strcmp(a->file, b->file) == 0;
}

/* Merges two sorted runs, [first, middle) and [middle, end), by line. Messages of one line keep
 * their order. */
static void merge_runs(noc_message *messages, size_t first, size_t middle, size_t end,
                       noc_message *merged)
{
    size_t a = first, b = middle;
    for (size_t i = first; i < end; i++) {
        const bool takes_first = a < middle && (b == end || messages[a].line <= messages[b].line);
        merged[i] = messages[takes_first ? a++ : b++];
    }
    memcpy(messages + first, merged + first, (end - first) * sizeof *messages);
}

static void sort_lines(noc_message *messages, size_t count, noc_message *buffer)
{
    for (size_t width = 1; width < count; width *= 2)
        for (size_t i = 0; i + width < count; i += 2 * width)
            merge_runs(messages, i, i + width, i + 2 * width < count ? i + 2 * width : count,
                       buffer);
}

void noc_diag_sort(noc_diag *diag, size_t first)
{
    noc_message *buffer = calloc(diag->count + 1, sizeof *buffer);
    if (!buffer) return; /* when out of memory, messages stay unsorted */
    for (size_t end; first < diag->count; first = end) {
        for (end = first + 1; end < diag->count; end++)
            if (!are_of_same_file(&diag->messages[first], &diag->messages[end])) break;
        sort_lines(diag->messages + first, end - first, buffer);
    }
    free(buffer);
}

void noc_diag_clear(noc_diag *diag)
{
    for (size_t i = 0; i < diag->count; i++) {
        free(diag->messages[i].file);
        if (diag->messages[i].text != out_of_memory) free(diag->messages[i].text);
    }
    if (diag->messages != &no_memory) free(diag->messages);
    *diag = (noc_diag){0};
}
