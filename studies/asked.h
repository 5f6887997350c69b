/* studies/asked.h: a figure computed from answers: an expression over questions, by either
 * method. */
#ifndef NOC_STUDIES_ASKED_H
#define NOC_STUDIES_ASKED_H

#include "studies/quantities.h"

typedef struct noc_line_state {
    noc_quantities quantities;
    noc_expression *expression; /* NULL: there is none */
} noc_line_state;

/* Reads questions ("a: DESIGN key=value; b: ...") and an expression over their answers, each of
 * which may be "". NOC_EINPUT at `place`. The caller clears *asked in either case. */
noc_status noc_asked_read(const char *questions, const char *expression, noc_place place,
                          noc_line_state *asked, noc_diag *diag);
void noc_asked_clear(noc_line_state *asked);

typedef struct noc_figure_asked {
    noc_term term; /* NOC_TERM_ABSENT: no figure by this method */
    double half;   /* half of the interval of a sampled number; NAN: not known */
    bool stale;    /* true if sampled for another design, workload or version */
} noc_figure_asked;

/* Computes the figure by one method; a sample without any sampled metric has none. `row` returns
 * figures of other rows, which some expressions need; NULL: none do. */
noc_status noc_asked_figure(noc_line_state *asked, noc_bench *bench, bool sampled,
                            noc_row_value *row, void *context, noc_figure_asked *figure);

/* Returns the command lines that answer the questions; NULL when out of memory. The caller frees
 * them. */
char *noc_asked_command(const noc_line_state *asked);

#endif
