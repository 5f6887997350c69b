#include "base/input/text_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/input/input.h"
#include "base/memory_limit.h"

/* State while a file is read. */
typedef struct text_reader {
    noc_input *input;
    const noc_text_kind *kind;
    noc_place place;
    char *bytes;
    size_t read_bytes, capacity; /* bytes read; capacity, without the '\0' at the end */
    noc_diag *diag;
} text_reader;

/* Capacity for a file of known size: its bytes, at most one above the limit, and one more, by which
 * the end of the file is detected; 0: unknown size. */
static size_t find_capacity(const text_reader *r)
{
    const uint64_t max_bytes = r->kind->max_bytes, size = noc_input_size(r->input);
    if (size == 0) return 0;
    return (size_t)(size < max_bytes ? size : max_bytes + 1) + 1;
}

static noc_status grow_buffer(text_reader *r, size_t capacity)
{
    const noc_status status = noc_memory_check_room(
        r->diag, NOC_EINPUT, r->place, "to read this file", (double)(capacity - r->capacity));
    if (status != NOC_OK) return status;
    char *new_bytes = realloc(r->bytes, capacity + 1);
    if (!new_bytes) return noc_fail_memory(r->diag);
    r->bytes = new_bytes;
    r->capacity = capacity;
    return NOC_OK;
}

/* Number of the first line that is too long, from 1; 0: none. */
static int find_long_line(const text_reader *r)
{
    const char *end = r->bytes + r->read_bytes;
    int number = 1;
    for (const char *line = r->bytes; r->kind->max_line_bytes && line < end; number++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        if ((size_t)((next ? next : end) - line) > r->kind->max_line_bytes) return number;
        line = next ? next + 1 : end;
    }
    return 0;
}

/* True if the file is already refused: it is binary, or a line is too long. */
static bool is_refused(const text_reader *r)
{
    return memchr(r->bytes, '\0', r->read_bytes) || find_long_line(r) > 0;
}

/* Reads up to the end of the file, one byte above the limit, or a fault. */
static noc_status read_bytes(text_reader *r)
{
    const size_t size = find_capacity(r);
    noc_status status = grow_buffer(r, size ? size : 1 << 16);
    while (status == NOC_OK && r->read_bytes <= r->kind->max_bytes) {
        if (r->read_bytes == r->capacity) {
            if (is_refused(r)) break;
            status = grow_buffer(r, 2 * r->capacity);
            continue;
        }
        size_t read_count;
        status = noc_input_read(r->input, r->bytes + r->read_bytes, r->capacity - r->read_bytes,
                                &read_count);
        if (read_count == 0) break;
        r->read_bytes += read_count;
    }
    return status;
}

static noc_status check_text(const text_reader *r)
{
    const char *fault = NULL;
    if (memchr(r->bytes, '\0', r->read_bytes)) fault = r->kind->binary_message;
    if (strspn(r->bytes, " \t\r\n") == r->read_bytes) fault = r->kind->empty_message;
    if (r->read_bytes > r->kind->max_bytes) fault = r->kind->large_message;
    if (fault) return noc_fail(r->diag, NOC_EINPUT, r->place, "%s", fault);
    const int line = find_long_line(r);
    if (line == 0) return NOC_OK;
    return noc_fail(r->diag, NOC_EINPUT, (noc_place){r->place.file, line},
                    "the line is longer than %zu bytes", r->kind->max_line_bytes);
}

noc_status noc_text_read(const char *path, const noc_text_kind *kind, char **text, noc_diag *diag)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    text_reader r = {.kind = kind, .place = {name, 0}, .diag = diag};
    noc_status status = noc_input_open(path, name, kind->directory_message, &r.input, diag);
    if (status != NOC_OK) return status;
    status = read_bytes(&r);
    if (status == NOC_OK) {
        r.bytes[r.read_bytes] = '\0';
        status = check_text(&r);
    }
    noc_input_close(r.input);
    if (status == NOC_OK)
        *text = r.bytes;
    else
        free(r.bytes);
    return status;
}
