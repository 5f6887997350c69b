/* tests/support/rows/cause_rows.h: designs of which it was measured what 5 % less of each kind
 * of resource costs (tests/reference/causes.csv). */
#ifndef NOC_TESTS_CAUSE_ROWS_H
#define NOC_TESTS_CAUSE_ROWS_H

#include <stdio.h>

#include "sampler/sampling/losses.h"

enum { CAUSE_SETTINGS_MOST = 16 };

typedef struct cause_row {
    char *line; /* owned; texts point into it */
    const char *name, *design, *settings[CAUSE_SETTINGS_MOST + 1];
    bool closed_loop;  /* else at saturation */
    double throughput; /* instructions per core cycle, or saturation; NAN: not measured */
    noc_loss losses[NOC_RESOURCES]; /* NAN: given up as smaller than others, or not of the design */
} cause_row;

typedef struct cause_rows {
    cause_row *list;
    size_t count;
} cause_rows;

/* Prints a message and returns false if the file cannot be read. Free with cause_rows_clear. */
bool cause_rows_read(const char *path, cause_rows *rows);
void cause_rows_clear(cause_rows *rows);
void cause_row_put_header(FILE *out);
void cause_row_put(const cause_row *row, FILE *out);

/* Measures a row anew: losses of those kinds that may be the cause to half a per cent about. */
noc_status cause_row_measure(cause_row *row, const noc_system *system, noc_diag *diag);

/* The kind that cost most, and the set of those that a tie makes as right. */
noc_resource cause_row_cause(const cause_row *row);
unsigned cause_row_ties(const cause_row *row);

#endif
