/* explore/complete.h: figures that a sweep did not compute, computed for the rows of a store that
 * are shown. */
#ifndef NOC_EXPLORE_COMPLETE_H
#define NOC_EXPLORE_COMPLETE_H

#include "explore/store/store_read.h"

typedef struct noc_completion {
    noc_store *store; /* store that designs are rebuilt from */
    noc_store *saved; /* store that results go to; NULL: they are not saved */
    const noc_space_record *space;
    /* Called with the share that is done; false stops: NOC_EINTERRUPTED. */
    bool (*tick)(void *context, double done);
    void *context;
} noc_completion;

/* Number of model answers that are of less than an extent, among all entries or those `which`. */
size_t noc_entries_lacking(const noc_entries *entries, const bool *which, noc_extent extent);

/* Makes these answers again, as far as the extent; a design that cannot be answered so far stays as
 * it is. A row is the same as that of a sweep which computes all of it. */
noc_status noc_entries_complete(const noc_completion *completion, noc_entries *entries,
                                const bool *which, noc_extent extent, noc_diag *diag);

/* Seconds that this would take on one thread, from a few of them, which stay as they are. */
double noc_entries_completion_time(const noc_completion *completion, const noc_entries *entries,
                                   const bool *which, noc_extent extent, noc_diag *diag);

#endif
