/* explore/complete.h: completion of answers: computes the figures that a sweep left out, for the
 * rows of a store that are shown. */
#ifndef NOC_EXPLORE_COMPLETE_H
#define NOC_EXPLORE_COMPLETE_H

#include "explore/store/store_read.h"

typedef struct noc_completion {
    noc_store *store; /* source of the designs to rebuild */
    noc_store *saved; /* destination of the results; NULL: not saved */
    const noc_space_record *space;
    /* Called with the share of the work done, 0 to 1; false stops: NOC_EINTERRUPTED. */
    bool (*tick)(void *context, double done);
    void *context;
} noc_completion;

/* Number of model answers whose extent is below `extent`, among the entries with `which` set (NULL:
 * all). */
size_t noc_entries_lacking(const noc_entries *entries, const bool *which, noc_extent extent);

/* Answers these entries again, up to the extent. An entry stays as it is where its design cannot be
 * answered so far. A completed row equals the row of a sweep that computes all of its figures. */
noc_status noc_entries_complete(const noc_completion *completion, noc_entries *entries,
                                const bool *which, noc_extent extent, noc_diag *diag);

/* Seconds that noc_entries_complete would need on one thread, estimated from a few entries, which
 * stay as they are. */
double noc_entries_completion_time(const noc_completion *completion, const noc_entries *entries,
                                   const bool *which, noc_extent extent, noc_diag *diag);

#endif
