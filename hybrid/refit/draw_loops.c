/* Prints the closed loops that a suite draws as a table for measure_closed, nothing measured yet:
 * draw_loops SUITE DESIGN, where DESIGN is the suite's base as measure_closed finds it (configs/DESIGN.cfg). Every third loop is
 * kept out of all fits: its set ends with -kept. */
#include <stdio.h>

#include "hybrid/closed_calibration.h"
#include "hybrid/suite.h"

enum { KEPT_EVERY = 3 };

/* What is a word needs no quotes in an override, and the table has no place for them. */
static void put_words(const char *overrides)
{
    for (; *overrides; overrides++)
        if (*overrides != '"') putchar(*overrides);
}

static int print_loops(const noc_suite *suite, const char *design)
{
    noc_closed_cases_put_header(stdout);
    for (size_t i = 0; i < suite->count; i++) {
        const noc_suite_case *c = &suite->cases[i];
        if (!c->design || !c->overrides) {
            fprintf(stderr, "draw_loops: %s: %s\n", c->name, c->fault ? c->fault : "out of memory");
            return 1;
        }
        printf("%s%s,%s,", c->family, i % KEPT_EVERY == KEPT_EVERY - 1 ? "-kept" : "", design);
        put_words(c->overrides);
        puts(",1,0,0,0,0,0,0,0,0,,,,"); /* an IPC that is one, no other figures */
    }
    return 0;
}

int main(int argc, char **argv)
{
    noc_suite suite;
    noc_diag diag = {0};
    if (argc != 3) {
        fprintf(stderr, "Usage: draw_loops SUITE DESIGN\n");
        return 2;
    }
    const noc_status status = noc_suite_read(argv[1], NULL, &suite, &diag);
    const int failed = status == NOC_OK ? print_loops(&suite, argv[2]) : 1;
    for (size_t i = 0; i < diag.count; i++)
        fprintf(stderr, "draw_loops: %s:%d: %s\n", argv[1], diag.messages[i].line,
                diag.messages[i].text);
    noc_suite_clear(&suite);
    noc_diag_clear(&diag);
    return failed;
}
