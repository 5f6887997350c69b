/* explore/front/choose.h: the designs of a store that meet conditions over settings and metrics,
 * and what designs tell beside their results. */
#ifndef NOC_EXPLORE_FRONT_CHOOSE_H
#define NOC_EXPLORE_FRONT_CHOOSE_H

#include "explore/front/candidates.h"
#include "explore/store/store_read.h"

/* A design of a store as expressions see it: its metrics (of the sample where there is one that
 * tells them, else the model's), and its settings, for which it is rebuilt when one is asked
 * for. */
typedef struct noc_chosen {
    noc_store *store;
    const noc_entry *model, *sample; /* one of them may be NULL */
    noc_metric metrics[NOC_METRICS];
    noc_design *design; /* NULL until a setting is asked for */
    char fault[240];    /* why the last term was NOC_TERM_FAULT */
    noc_status status;  /* of the rebuilding */
    noc_diag *diag;
} noc_chosen;

void noc_chosen_begin(noc_chosen *chosen, noc_store *store, const noc_entry *model,
                      const noc_entry *sample, noc_diag *diag);
void noc_chosen_clear(noc_chosen *chosen);

/* For noc_expression_holds; context: a noc_chosen. */
noc_term noc_chosen_value(void *context, int name, int network);

/* Removes the entries of designs that do not meet all conditions, or of which that is not known.
 * A condition on a setting that a design does not have does not apply to it, as in spaces.
 * NOC_EUSAGE: a condition asks for what is no single value of a design, or for a network that none
 * of them has. */
noc_status noc_entries_choose(noc_store *store, noc_expression *const *conditions, size_t count,
                              noc_entries *entries, noc_diag *diag);

/* Numbers of an expression, one of each candidate; NAN where not known. NOC_EUSAGE as above. */
noc_status noc_candidates_numbers(noc_store *store, const noc_candidates *candidates,
                                  const noc_expression *expression, double *numbers,
                                  noc_diag *diag);

/* Fills the clocks of all entries and what of them has no price from their designs, of which one is
 * rebuilt for all that are alike in these. */
noc_status noc_entries_facts(noc_store *store, noc_entries *entries, noc_diag *diag);

#endif
