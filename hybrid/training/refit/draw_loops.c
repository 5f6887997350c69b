/* Writes the closed loops that a suite draws as a table for measure_closed, nothing measured yet:
 * draw_loops SUITE DESIGN FILE, where DESIGN is the suite's base as measure_closed finds it
 * (configs/DESIGN.cfg). Nothing is learned from every third loop: its set ends with -kept. */
#include <gsl/gsl_errno.h>
#include <stdio.h>

#include "hybrid/training/learning/closed_cases.h"
#include "hybrid/training/suites/suite_read.h"

enum { KEPT_EVERY = 3 };

/* What is a word needs no quotes in an override, and the table has no place for them. */
static void put_words(const char *overrides, FILE *out)
{
    for (; *overrides; overrides++)
        if (*overrides != '"') fputc(*overrides, out);
}

static int put_loops(const noc_suite *suite, const char *design, FILE *out)
{
    noc_closed_cases_put_header(out);
    for (size_t i = 0; i < suite->count; i++) {
        const noc_suite_case *c = &suite->cases[i];
        if (!c->design || !c->overrides) {
            fprintf(stderr, "draw_loops: %s: %s\n", c->name, c->fault ? c->fault : "out of memory");
            return 1;
        }
        const bool kept = i % KEPT_EVERY == KEPT_EVERY - 1;
        fprintf(out, "%s%s,%s,%s,", c->family, kept ? "-kept" : "", kept ? "test" : "learn",
                design);
        put_words(c->overrides, out);
        fputs(",1,0,0,0,0,0,0,0,0,,,,\n", out); /* an IPC that is one, no other figures */
    }
    return 0;
}

static int write_loops(const noc_suite *suite, const char *design, const char *path)
{
    FILE *out = fopen(path, "w");
    const int failed = out ? put_loops(suite, design, out) : 1;
    if (out && fclose(out) == 0) return failed;
    fprintf(stderr, "draw_loops: %s cannot be written\n", path);
    return 1;
}

int main(int argc, char **argv)
{
    noc_suite suite;
    noc_diag diag = {0};
    if (argc != 4) {
        fprintf(stderr, "Usage: draw_loops SUITE DESIGN FILE\n");
        return 2;
    }
    gsl_set_error_handler_off(); /* as in cli/main.c */
    const noc_status status = noc_suite_read(argv[1], NULL, &suite, &diag);
    const int failed = status == NOC_OK ? write_loops(&suite, argv[2], argv[3]) : 1;
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "draw_loops: %s:%d: %s\n", argv[1], diag.messages[i].line,
                diag.messages[i].text);
    noc_suite_clear(&suite);
    noc_diag_clear(&diag);
    return failed;
}
