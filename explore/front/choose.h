/* explore/front/choose.h: values of expressions for the designs of a store: conditions that select
 * designs, numbers, and the facts (clock, unpriced parts) that entries lack. */
#ifndef NOC_EXPLORE_FRONT_CHOOSE_H
#define NOC_EXPLORE_FRONT_CHOOSE_H

#include "explore/front/candidates.h"
#include "explore/store/store_read.h"

/* Design of a store as the subject of expressions: its metrics (the sample's where it has a value,
 * else the model's) and its settings. The design is rebuilt when an expression first uses a
 * setting. */
typedef struct noc_condition_subject {
    noc_store *store;
    const noc_entry *model, *sample; /* entries of the design; one may be NULL */
    noc_metric metrics[NOC_METRICS];
    noc_design *design; /* rebuilt design; NULL before the first use of a setting */
    char fault[240];    /* reason of the last NOC_TERM_FAULT */
    noc_status status;  /* status of the rebuild */
    noc_diag *diag;
} noc_condition_subject;

void noc_condition_begin(noc_condition_subject *subject, noc_store *store, const noc_entry *model,
                         const noc_entry *sample, noc_diag *diag);
void noc_condition_clear(noc_condition_subject *subject);

/* Finds the value of a name: a noc_value_lookup for noc_expression_test; context: a
 * noc_condition_subject. */
noc_term noc_condition_value(void *context, int name, int network);

/* Removes the entries of each design for which a condition is false or unknown. A condition does
 * not apply to designs without its setting, as in spaces. NOC_EUSAGE: a condition uses a setting
 * without a single value, or a network that no design has. */
noc_status noc_entries_filter(noc_store *store, noc_expression *const *conditions, size_t count,
                              noc_entries *entries, noc_diag *diag);

/* Finds the value of an expression for each candidate; NAN if unknown. NOC_EUSAGE as for
 * noc_entries_filter. */
noc_status noc_candidates_evaluate(noc_store *store, const noc_candidates *candidates,
                                   const noc_expression *expression, double *numbers,
                                   noc_diag *diag);

/* Fills clock_mhz and unpriced of all entries from their designs. Entries with equal relevant
 * settings share one rebuilt design. */
noc_status noc_entries_fill_facts(noc_store *store, noc_entries *entries, noc_diag *diag);

#endif
