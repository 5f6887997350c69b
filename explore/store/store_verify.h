/* explore/store/store_verify.h: what a store tells of itself, and whether it is whole. */
#ifndef NOC_EXPLORE_STORE_STORE_VERIFY_H
#define NOC_EXPLORE_STORE_STORE_VERIFY_H

#include "explore/store/store.h"

/* Counts of rows and the last run's facts, for reports: a text a line "key\tvalue". Caller
 * frees. */
noc_status noc_store_facts(noc_store *store, char **text, noc_diag *diag);

/* Checks the file only: whether its pages are whole. NOC_EFAILED. */
noc_status noc_store_check_file(noc_store *store, noc_diag *diag);

/* Checks the file, and that every design rebuilds to its hash. Faults are messages; NOC_EFAILED. */
noc_status noc_store_verify(noc_store *store, uint64_t *designs, uint64_t *results, noc_diag *diag);

#endif
