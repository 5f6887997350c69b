/* explore/front/choose.h: selection of the designs of a store that meet conditions over settings
 * and metrics, and facts of designs beside their results. */
#ifndef NOC_EXPLORE_FRONT_CHOOSE_H
#define NOC_EXPLORE_FRONT_CHOOSE_H

#include "explore/front/candidates.h"
#include "explore/store/store_read.h"

/* A design of a store as expressions see it: its metrics (the sample's where the sample has a
 * value, else the model's) and its settings. The design is rebuilt at the first use of a
 * setting. */
typedef struct noc_expression_subject {
    noc_store *store;
    const noc_entry *model, *sample; /* entries of the design; one of them may be NULL */
    noc_metric metrics[NOC_METRICS];
    noc_design *design; /* rebuilt design; NULL until a setting is used */
    char fault[240];    /* reason of the last NOC_TERM_FAULT */
    noc_status status;  /* status of the rebuilding */
    noc_diag *diag;
} noc_expression_subject;

void noc_chosen_begin(noc_expression_subject *chosen, noc_store *store, const noc_entry *model,
                      const noc_entry *sample, noc_diag *diag);
void noc_chosen_clear(noc_expression_subject *chosen);

/* Value of a name, as noc_value_of for noc_expression_holds; context: a noc_expression_subject. */
noc_term noc_chosen_value(void *context, int name, int network);

/* Removes the entries of designs that do not meet all conditions, or for which a condition is
 * unknown. A condition on a setting that a design does not have does not apply to the design, as in
 * spaces. NOC_EUSAGE: a condition uses a setting without a single value in a design, or a network
 * that no design has. */
noc_status noc_entries_choose(noc_store *store, noc_expression *const *conditions, size_t count,
                              noc_entries *entries, noc_diag *diag);

/* Values of an expression for each candidate; NAN where unknown. NOC_EUSAGE as
 * noc_entries_choose. */
noc_status noc_candidates_numbers(noc_store *store, const noc_candidates *candidates,
                                  const noc_expression *expression, double *numbers,
                                  noc_diag *diag);

/* Fills clock_mhz and unpriced of all entries from their designs. One design is rebuilt for all
 * entries that agree in the settings behind these facts. */
noc_status noc_entries_facts(noc_store *store, noc_entries *entries, noc_diag *diag);

#endif
