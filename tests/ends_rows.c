#include "tests/ends_rows.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_cases(const char *ending)
{
    const char *folder = getenv("NOC_ENDS_CASES");
    char pattern[512];
    snprintf(pattern, sizeof pattern, "%s/*%s.csv",
             folder ? folder : NOC_SOURCE_DIR "/tests/reference/ends", ending);
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found) != 0 || found.gl_pathc != 1)
        fail_msg("%s: one file wanted", pattern);
    char *text = test_slurp(found.gl_pathv[0]);
    globfree(&found);
    return text;
}

/* The fields of a line, NULL-ended, in place. */
static char **cut(char *line)
{
    size_t count = 1;
    for (const char *c = line; *c; c++) count += *c == ',';
    char **fields = calloc(count + 1, sizeof *fields);
    assert_non_null(fields);
    for (size_t i = 0; i < count; i++) fields[i] = strsep(&line, ",");
    return fields;
}

size_t ends_rows(const char *ending, const ends_row **rows)
{
    char *rest = read_cases(ending), *line;
    size_t lines = 0, count = 0;
    for (const char *c = rest; *c; c++) lines += *c == '\n';
    ends_row *list = calloc(lines + 1, sizeof *list);
    assert_non_null(list);
    char **columns = cut(strsep(&rest, "\r\n"));
    while ((line = strsep(&rest, "\r\n"))) {
        if (!*line) continue;
        char **fields = cut(line);
        list[count++] = (ends_row){fields[0], columns, fields};
    }
    *rows = list;
    return count;
}

const char *ends_text(const ends_row *row, const char *column)
{
    for (size_t i = 0; row->columns[i]; i++)
        if (!strcmp(row->columns[i], column) && row->fields[i]) return row->fields[i];
    fail_msg("%s: no column %s", row->name, column);
    return NULL;
}

long ends_number(const ends_row *row, const char *column)
{
    return strtol(ends_text(row, column), NULL, 10);
}

double ends_real(const ends_row *row, const char *column)
{
    const char *text = ends_text(row, column);
    return *text ? strtod(text, NULL) : NAN;
}
