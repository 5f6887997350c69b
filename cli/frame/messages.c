#include "cli/frame/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/auto.h"
#include "base/shortage.h"
#include "cli/frame/terminal.h"
#include "reports/writers/glyph.h"
#include "reports/writers/memory_text.h"
#include "reports/writers/pen.h"
#include "reports/writers/style.h"

/* Compares texts; a missing text is first. */
static int compare_texts(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

/* Prints a line, with unprintable characters replaced, since design files may have any bytes. */
static void print_line(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print_line(FILE *out, const char *format, ...)
{
    NOC_AUTO_FREE char *line = NULL;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&line, format, arguments);
    va_end(arguments);
    if (length < 0) return; /* main reports the shortage */
    line[noc_text_clean(line, (size_t)length, false)] = '\0';
    fprintf(out, "%s\n", line);
}

static void print_message(FILE *out, const noc_message *m)
{
    const char *text = m->text ? m->text : "out of memory";
    const bool is_fault = m->status != NOC_OK && m->status != NOC_EINTERRUPTED;
    fprintf(out, "%snocsight:%s ", is_fault ? NOC_ALERT : "", is_fault ? NOC_PLAIN : "");
    if (m->file && m->line > 0)
        print_line(out, "%s:%d: %s", m->file, m->line, text);
    else if (m->file)
        print_line(out, "%s: %s", m->file, text);
    else
        print_line(out, "%s", text);
}

/* Compares messages by file, line and text; equal ones stay in order. */
static int compare_messages(const void *left, const void *right)
{
    const noc_message *a = *(const noc_message *const *)left,
                      *b = *(const noc_message *const *)right;
    const int file_order = compare_texts(a->file, b->file);
    if (file_order) return file_order;
    if (a->line != b->line) return (a->line > b->line) - (a->line < b->line);
    const int text_order = compare_texts(a->text, b->text);
    return text_order ? text_order : (a > b) - (a < b);
}

static bool is_equal_message(const noc_message *a, const noc_message *b)
{
    return a->line == b->line && compare_texts(a->file, b->file) == 0 &&
           compare_texts(a->text, b->text) == 0;
}

/* Returns an array that marks the first of equal messages, [message]. NULL when out of memory; then
 * all messages are written. */
static bool *find_first_messages(const noc_diag *diag)
{
    NOC_AUTO_FREE const noc_message **sorted = calloc(diag->count + 1, sizeof *sorted);
    bool *is_first = sorted ? calloc(diag->count + 1, sizeof *is_first) : NULL;
    if (!is_first) return NULL;
    for (size_t i = 0; i < diag->count; i++) sorted[i] = &diag->messages[i];
    qsort(sorted, diag->count, sizeof *sorted, compare_messages);
    for (size_t i = 0; i < diag->count; i++)
        is_first[sorted[i] - diag->messages] =
            i == 0 || !is_equal_message(sorted[i - 1], sorted[i]);
    return is_first;
}

static bool is_counted(const noc_diag *diag, const bool *is_first, size_t i)
{
    const noc_message *m = &diag->messages[i];
    return m->status == NOC_EINPUT && m->file && (!is_first || is_first[i]);
}

/* Counts the errors in the file of message `first`, unmarks them in `is_first`, and prints their
 * number if there are several. */
static void print_count(FILE *out, const noc_diag *diag, bool *is_first, size_t first,
                        const char *consequence)
{
    const char *file = diag->messages[first].file;
    size_t errors = 0;
    for (size_t k = first; k < diag->count; k++) {
        if (!is_counted(diag, is_first, k) || compare_texts(diag->messages[k].file, file) != 0)
            continue;
        is_first[k] = false;
        errors++;
    }
    if (errors > 1)
        print_line(out, "nocsight: %s: %zu errors%s%s", file, errors, consequence ? "; " : "",
                   consequence ? consequence : "");
}

static void print_messages(FILE *out, const noc_diag *diag, const char *consequence)
{
    NOC_AUTO_FREE bool *is_first = find_first_messages(diag);
    for (size_t i = 0; i < diag->count; i++)
        if (!is_first || is_first[i]) print_message(out, &diag->messages[i]);
    for (size_t i = 0; is_first && i < diag->count; i++)
        if (is_counted(diag, is_first, i)) print_count(out, diag, is_first, i, consequence);
}

char *noc_messages_text(const noc_diag *const *diags, size_t count, const char *consequence)
{
    char *text = NULL;
    size_t size = 0, messages = 0;
    for (size_t i = 0; i < count; i++) messages += diags[i]->count;
    if (messages == 0) return NULL; /* no allocation in the last step of an answer */
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < count; i++) print_messages(out, diags[i], consequence);
    return noc_memory_text_close(out, &text);
}

/* Folds the lines of a text between words, for a terminal. */
static char *fold_text(const char *text, int width)
{
    char *page = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&page, &size);
    if (!out) return NULL;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        NOC_AUTO_FREE char *line = strndup(text, length);
        if (line) noc_pen_paragraph(out, width, 2, line);
        text += length + (text[length] == '\n');
    }
    return noc_memory_text_close(out, &page);
}

/* Writes a text of fitting lines, with colours if the terminal has them. */
static void write_page(char *text)
{
    size_t size = strlen(text);
    const bool is_coloured = isatty(STDERR_FILENO) && noc_terminal_has_colours();
    NOC_AUTO_FREE char *coloured = is_coloured ? noc_style_replace_marks(text, size, &size) : NULL;
    if (!is_coloured) text[noc_style_remove_marks(text, size)] = '\0';
    if (coloured || !is_coloured) fputs(coloured ? coloured : text, stderr);
}

/* Sends messages. When out of memory main reports only the shortage. */
void noc_messages_send(char *text)
{
    const bool is_terminal = isatty(STDERR_FILENO);
    if (text && !noc_has_noted_shortage()) {
        char *lines = is_terminal ? fold_text(text, noc_terminal_columns(STDERR_FILENO)) : text;
        if (lines) write_page(lines);
        if (lines != text) free(lines);
    }
    free(text);
}

void noc_messages_send_page(char *text)
{
    if (text && !noc_has_noted_shortage()) write_page(text);
    free(text);
}

void noc_message_print(const char *format, ...)
{
    NOC_AUTO_FREE char *text = NULL;
    char *line = NULL;
    size_t size = 0;
    va_list arguments;
    va_start(arguments, format);
    const int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) return;
    FILE *out = open_memstream(&line, &size);
    if (out) print_message(out, &(noc_message){.text = text});
    noc_messages_send(noc_memory_text_close(out, &line));
}
