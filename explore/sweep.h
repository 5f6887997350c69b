/* explore/sweep.h: sweep of a space: estimates of all designs, computed by parallel threads and
 * saved in a store. */
#ifndef NOC_EXPLORE_SWEEP_H
#define NOC_EXPLORE_SWEEP_H

#include "explore/evaluate.h"
#include "explore/identity.h"
#include "explore/store/store_read.h"

/* Numbers of designs of a sweep so far. */
typedef struct noc_sweep_totals {
    uint64_t designs;         /* designs of the space, or of this shard */
    uint64_t finished_before; /* designs finished by earlier runs */
    uint64_t ok_before;       /* designs finished by earlier runs that meet the constraints */
    uint64_t finished_now;    /* designs finished by this run */
    uint64_t computed;        /* new estimates of this run */
    uint64_t reused;          /* estimates found in the store, from other sweeps */
    /* [noc_design_state]: designs finished by this run */
    uint64_t state_counts[4];
} noc_sweep_totals;

typedef struct noc_sweep_options {
    unsigned jobs; /* threads; 0: one per processor */
    /* Shard of this machine, 1 to shard_count; shard 1 of 1 is the whole space. */
    uint64_t shard, shard_count;
    bool skips_timing; /* a survey (survey.h) does not predict the duration */
    /* command line, version and commit of the program, for the record of the run */
    const char *command, *version, *commit;
    /* Progress callback on the calling thread, about ten times a second. If it returns false, the
     * sweep saves all finished designs and stops with NOC_EINTERRUPTED. */
    bool (*tick)(void *context, const noc_sweep_totals *totals);
    void *context;
} noc_sweep_options;

/* Facts about a swept space, read from the store. */
typedef struct noc_sweep_facts {
    char *caveats; /* reasons why a comparison of the designs is unfair (noc_store_write_caveats) */
    /* number of results that use a measured rate of the memory (noc_store_count_measured) */
    uint64_t memory_results;
    noc_reason_list reasons; /* reasons of excluded, invalid and failed designs */
} noc_sweep_facts;

void noc_sweep_facts_clear(noc_sweep_facts *facts);

/* Estimates each design whose result is not in the store yet. Finished designs are committed
 * several times a second. `facts`: NULL if not wanted; the caller clears them in any case. */
noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *store_path,
                         const noc_sweep_options *options, noc_sweep_totals *totals,
                         noc_sweep_facts *facts, noc_diag *diag);

#endif
