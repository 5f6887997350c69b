/* explore/completion.h: completion of stored answers: figures that a sweep left out, computed for
 * the entries that a report shows. */
#ifndef NOC_EXPLORE_COMPLETION_H
#define NOC_EXPLORE_COMPLETION_H

#include "explore/store/store_read.h"

/* Space and store of the answers to complete. */
typedef struct noc_completion_job {
    noc_store *store;        /* store to rebuild the designs from */
    noc_store *result_store; /* store for the new answers; NULL: not saved */
    const noc_space_record *space;
    /* Progress callback; `done`: completed share, 0 to 1. If it returns false, the completion stops
     * with NOC_EINTERRUPTED. */
    bool (*tick)(void *context, double done);
    void *context;
} noc_completion_job;

/* Counts the model's answers whose extent is below `extent`, among the selected entries (NULL: all
 * entries). */
size_t noc_entries_count_partial(const noc_entries *entries, const bool *selected,
                                 noc_extent extent);

/* Replaces each partial answer among the selected entries (NULL: all entries) by an answer up to
 * `extent`. An entry stays unchanged if its design has no answer of that extent. A completed entry
 * equals the entry of a sweep that computes all figures. */
noc_status noc_entries_complete(const noc_completion_job *job, noc_entries *entries,
                                const bool *selected, noc_extent extent, noc_diag *diag);

/* Predicts the duration of noc_entries_complete, s, on one thread, from the times of a few entries.
 * The entries stay unchanged. */
double noc_entries_predict_time(const noc_completion_job *job, const noc_entries *entries,
                                const bool *selected, noc_extent extent, noc_diag *diag);

#endif
