/* explore/store/store_verify.h: facts about a store, and checks of its integrity. */
#ifndef NOC_EXPLORE_STORE_STORE_VERIFY_H
#define NOC_EXPLORE_STORE_STORE_VERIFY_H

#include "explore/store/store.h"

/* Writes numbers of rows and facts about the last run, for reports: one per line, "key\tvalue". The
 * caller frees the text. */
noc_status noc_store_write_facts(noc_store *store, char **text, noc_diag *diag);

/* Checks only the pages of the file. NOC_EFAILED if a page is damaged. */
noc_status noc_store_check_file(noc_store *store, noc_diag *diag);

/* Checks the file, that every result has a design, and that every design rebuilds to its hash.
 * Counts the designs and results. NOC_EFAILED, with a message for each fault. */
noc_status noc_store_verify(noc_store *store, uint64_t *designs, uint64_t *results, noc_diag *diag);

#endif
