/* studies/figure_query.h: query of a figure: an expression over the answers to questions, its value
 * by the model or by samples, and the command lines that answer the questions. */
#ifndef NOC_STUDIES_FIGURE_QUERY_H
#define NOC_STUDIES_FIGURE_QUERY_H

#include "studies/quantities.h"

typedef struct noc_figure_query {
    noc_arena memory; /* memory of the expression */
    noc_quantities quantities;
    noc_expression *expression; /* NULL: no expression */
} noc_figure_query;

/* Reads questions ("a: DESIGN key=value; b: ...") and an expression over their answers; either may
 * be "". NOC_EINPUT at `place`. The caller clears the result in either case. */
noc_status noc_figure_query_read(const char *questions, const char *expression, noc_place place,
                                 noc_figure_query *figure_query, noc_diag *diag);
void noc_figure_query_clear(noc_figure_query *figure_query);

typedef struct noc_computed_figure {
    noc_term term;     /* value; NOC_TERM_ABSENT: no figure by this method */
    double half_width; /* half-width of the interval of a sampled number; NAN: unknown */
    bool is_stale;     /* true if the sample is of another design, workload or version */
} noc_computed_figure;

/* Computes the figure by one method: by samples if `is_sampled`, else by the model. A sampled
 * figure needs at least one sampled metric. `row_value` returns figures of other rows, and gets
 * `context`; NULL: expressions do not use other rows. */
noc_status noc_figure_query_compute(noc_figure_query *figure_query, noc_bench *bench,
                                    bool is_sampled, noc_row_value *row_value, void *context,
                                    noc_computed_figure *figure);

/* Returns the command lines that answer the questions; the caller frees them. NULL when out of
 * memory. */
char *noc_figure_query_commands(const noc_figure_query *figure_query);

#endif
