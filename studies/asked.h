/* studies/asked.h: evaluation of an expression over the answers to questions, by the model or by
 * samples. */
#ifndef NOC_STUDIES_ASKED_H
#define NOC_STUDIES_ASKED_H

#include "studies/quantities.h"

typedef struct noc_line_state {
    noc_quantities quantities;
    noc_expression *expression; /* NULL: no expression */
} noc_line_state;

/* Reads questions ("a: DESIGN key=value; b: ...") and an expression over their answers; either may
 * be "". NOC_EINPUT at `place`. The caller clears the result in either case. */
noc_status noc_asked_read(const char *questions, const char *expression, noc_place place,
                          noc_line_state *asked, noc_diag *diag);
void noc_asked_clear(noc_line_state *asked);

typedef struct noc_figure_asked {
    noc_term term; /* value; NOC_TERM_ABSENT: no figure by this method */
    double half;   /* half-width of the interval of a sampled number; NAN: unknown */
    bool stale;    /* true if the sample is of another design, workload or version */
} noc_figure_asked;

/* Computes the figure by one method. A sampled figure needs at least one sampled metric.
 * `row_value` returns figures of other rows, for expressions that use them; NULL: not available. */
noc_status noc_asked_figure(noc_line_state *asked, noc_bench *bench, bool sampled,
                            noc_row_value *row, void *context, noc_figure_asked *figure);

/* Returns the command lines that answer the questions; the caller frees them. NULL when out of
 * memory. */
char *noc_asked_command(const noc_line_state *asked);

#endif
