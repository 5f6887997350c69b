/* studies/suites/silicon_rows.h: table of figures measured on GPUs, with the questions that answer
 * each (data/silicon.csv). Columns: `kind` is structure (parts of a GPU), input (may set a
 * parameter of a design), or check (must result). `determined_by` has the ids of the rows that
 * determine a check, "design" if its design is published completely, or "nothing". `asks` and
 * `expression` compute nocsight's figure (studies/figure_query.h). If nothing determines a row,
 * `over` has plausible values of unknown settings, "key=value key=value | key=value": each
 * alternative is put over all questions, and the row has the range of the results. `why` states how
 * a row is read, or why nocsight has no figure. */
#ifndef NOC_STUDIES_SUITES_SILICON_ROWS_H
#define NOC_STUDIES_SUITES_SILICON_ROWS_H

#include "base/csv_rows.h"
#include "studies/bench.h"
#include "studies/verdict.h"

/* Row of the table; texts are borrowed from noc_silicon_table.cells. */
typedef struct noc_silicon_row {
#define NOC_SILICON(name) const char *name;
#include "studies/suites/silicon.def"
#undef NOC_SILICON
    int line; /* line of the file */
} noc_silicon_row;

typedef struct noc_silicon_table {
    const char *file; /* borrowed */
    noc_csv_rows cells;
    noc_silicon_row *rows;
    size_t count;
} noc_silicon_table;

/* Reads and checks a table. NOC_EINPUT at `file` and line for all wrong rows. The caller clears
 * *table in either case. */
noc_status noc_silicon_read(const char *text, const char *file, noc_silicon_table *table,
                            noc_diag *diag);
void noc_silicon_clear(noc_silicon_table *table);

/* True if other rows, or its design, determine a row's figure. False for structure and inputs,
 * which are given. */
bool noc_silicon_is_determined(const noc_silicon_row *row);

/* nocsight's figure of a row, by one method. */
typedef struct noc_silicon_figure {
    double value, half_width; /* value, NAN: none; half-width of its interval, NAN: unknown */
    double lo, hi;            /* range over unknown settings; NAN: none */
    char *text;               /* text of a figure that is no number; owned; NULL: none */
    bool is_stale; /* true if the sample is of another design or version; no figure is shown */
} noc_silicon_figure;

/* Row with nocsight's figures. */
typedef struct noc_silicon_compared {
    const noc_silicon_row *row;
    noc_printed printed;
    noc_silicon_figure model, sample;
    char *command; /* command lines that compute nocsight's figure; owned */
} noc_silicon_compared;

/* Kind of a row's figure, by its unit. */
typedef enum noc_silicon_class {
    NOC_SILICON_BANDWIDTH, /* GB/s, TB/s, B/clk */
    NOC_SILICON_RATIO,     /* x, and changes in % */
    NOC_SILICON_LATENCY,   /* cycles, ns */
    NOC_SILICON_COUNT,
    NOC_SILICON_CLASSES
} noc_silicon_class;

noc_silicon_class noc_silicon_find_class(const noc_silicon_row *row);
const char *noc_silicon_class_name(noc_silicon_class class); /* "bandwidth" */

/* Converts a figure to a factor: a change of -62 % is 0.38. */
double noc_silicon_to_factor(const noc_silicon_row *row, double figure);

/* Returns nocsight's figure over the published one, minus 1; 0 inside of a published range; NAN
 * without either. */
double noc_silicon_error(const noc_silicon_compared *compared, const noc_silicon_figure *figure);

/* Answers a row by both methods. The caller clears *compared in either case. */
noc_status noc_silicon_answer_row(noc_bench *bench, const noc_silicon_table *table,
                                  const noc_silicon_row *row, noc_silicon_compared *compared);
void noc_silicon_compared_clear(noc_silicon_compared *compared);

#endif
