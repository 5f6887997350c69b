#include "tests/house/files.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

size_t house_lines(const house_file *file)
{
    size_t lines = 0;
    for (const char *at = file->text; (at = strchr(at, '\n')); at++) lines++;
    return lines;
}

/* ---- length --------------------------------------------------------------------------------- */

/* Whether a comment among the first lines says why the file is long. */
static bool has_reason(const house_file *file)
{
    enum { HEAD = 30 };
    static const char mark[] = "Long because ";
    const char *end = file->text;
    for (int i = 0; i < HEAD && end; i++) {
        end = strchr(end, '\n');
        if (end) end++;
    }
    const char *const at = strstr(file->text, mark);
    return at && (!end || at < end) && file->code[at - file->text] == ' ';
}

void house_check_lengths(const house_sources *s, house_breaches *found)
{
    for (size_t i = 0; i < s->count; i++) {
        const house_file *file = &s->files[i];
        const size_t lines = house_lines(file);
        if (house_ends(file->path, ".def") || lines <= HOUSE_LINES_MOST || has_reason(file))
            continue;
        house_breach_add(
            found, house_format("long %s", file->path),
            house_format(
                "%s has %zu lines (at most %d): split it by ideas, or say in its head \"Long "
                "because ...\"",
                file->path, lines, HOUSE_LINES_MOST));
    }
}

/* ---- width of comments ---------------------------------------------------------------------- */

/* Bytes of UTF-8 beyond the first of a character take no column. */
static size_t columns(const char *line, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++) count += ((unsigned char)line[i] & 0xC0) != 0x80;
    return count;
}

/* Whether a line is comment only: it begins with a mark of one, and has no code. */
static bool is_comment(const house_file *file, const char *line, size_t bytes)
{
    const size_t blank = strspn(line, " ");
    if (blank >= bytes || (line[blank] != '*' && strncmp(line + blank, "/*", 2) != 0)) return false;
    for (size_t i = blank; i < bytes; i++)
        if (file->code[line - file->text + (ptrdiff_t)i] != ' ') return false;
    return true;
}

void house_check_widths(const house_sources *s, house_breaches *found)
{
    for (size_t i = 0; i < s->count; i++) {
        const house_file *file = &s->files[i];
        size_t number = 1;
        for (const char *line = file->text, *end; (end = strchr(line, '\n')); line = end + 1) {
            const size_t bytes = (size_t)(end - line);
            if (columns(line, bytes) > HOUSE_COLUMNS_MOST && is_comment(file, line, bytes)) {
                house_breach_add(found, house_format("wide %s", file->path),
                                 house_format("%s:%zu: a comment of %zu columns (at most %d)",
                                              file->path, number, columns(line, bytes),
                                              HOUSE_COLUMNS_MOST));
                break;
            }
            number++;
        }
    }
}

/* ---- GSL's error handler -------------------------------------------------------------------- */

static bool may_set_handler(const house_file *file)
{
    static const char *const processes[] = {"int main(", "int LLVMFuzzerInitialize("};
    if (strcmp(file->path, "tests/helpers.c") == 0) return true;
    return strstr(file->code, processes[0]) || strstr(file->code, processes[1]);
}

void house_check_gsl(const house_sources *s, house_breaches *found)
{
    for (size_t i = 0; i < s->count; i++) {
        const house_file *file = &s->files[i];
        if (!strstr(file->code, "gsl_set_error_handler") || may_set_handler(file)) continue;
        house_breach_add(
            found, house_format("gsl %s", file->path),
            house_format(
                "%s sets GSL's error handler, which is one for all threads: look at what GSL "
                "returns; main switches it off",
                file->path));
    }
}
