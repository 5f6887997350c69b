/* explore/store/store_merge.h: stores of several machines made one. */
#ifndef NOC_EXPLORE_STORE_STORE_MERGE_H
#define NOC_EXPLORE_STORE_STORE_MERGE_H

#include "explore/store/store.h"

/* Adds what another store has. */
noc_status noc_store_merge(noc_store *store, const char *other, noc_diag *diag);

#endif
