#include "tests/house/files.h"

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
