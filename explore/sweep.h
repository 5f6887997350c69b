/* explore/sweep.h: estimation of all designs of a space, on all processors, into a store. */
#ifndef NOC_EXPLORE_SWEEP_H
#define NOC_EXPLORE_SWEEP_H

#include "explore/evaluate.h"
#include "explore/identity.h"
#include "explore/store/store_read.h"

typedef struct noc_sweep_totals {
    uint64_t designs;   /* number of designs of the space, or of this shard of it */
    uint64_t before;    /* designs finished by earlier runs */
    uint64_t ok_before; /* designs finished by earlier runs and within the constraints */
    uint64_t done;      /* designs finished by this run */
    uint64_t computed;  /* new estimates of this run */
    uint64_t reused;    /* estimates found in the store, from other sweeps */
    uint64_t states[4];
} noc_sweep_totals;

typedef struct noc_sweep_options {
    unsigned jobs;      /* threads; 0: one per processor */
    uint64_t shard, of; /* number of this machine's shard, 1..of, of `of` shards; 1 of 1 is all */
    bool untimed;       /* a survey does not predict the duration of the sweep */
    const char *command, *version, *commit;
    /* Called by the calling thread about ten times a second; false stops: NOC_EINTERRUPTED, with
     * all finished designs saved. */
    bool (*tick)(void *context, const noc_sweep_totals *totals);
    void *context;
} noc_sweep_options;

/* Facts from the store about a swept space. */
typedef struct noc_swept {
    char *caveats;         /* reasons of an unfair comparison of its designs (noc_store_caveats) */
    uint64_t memory_alone; /* number of results from noc_store_count_alone */
    noc_reason_list reasons; /* reasons of designs outside the constraints */
} noc_swept;

void noc_swept_clear(noc_swept *swept);

/* Estimates the designs that the store does not have yet. Finished designs are committed several
 * times a second. `swept`: NULL if not wanted; the caller clears it in any case. */
noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *store_path,
                         const noc_sweep_options *options, noc_sweep_totals *totals,
                         noc_swept *swept, noc_diag *diag);

#endif
