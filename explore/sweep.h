/* explore/sweep.h: all designs of a space, estimated on all processors into a store. */
#ifndef NOC_EXPLORE_SWEEP_H
#define NOC_EXPLORE_SWEEP_H

#include "explore/evaluate.h"
#include "explore/identity.h"
#include "explore/store/store_read.h"

typedef struct noc_sweep_totals {
    uint64_t designs;   /* of the space, or of this shard of it */
    uint64_t before;    /* finished by earlier runs */
    uint64_t ok_before; /* of those, within the constraints */
    uint64_t done;      /* by this run */
    uint64_t computed;  /* new estimates */
    uint64_t reused;    /* estimates that the store had from other sweeps */
    uint64_t states[4];
} noc_sweep_totals;

typedef struct noc_sweep_options {
    unsigned jobs;      /* threads; 0: one a processor */
    uint64_t shard, of; /* this machine's share: 1..of; 1 of 1 is all */
    bool untimed;       /* a survey does not tell how long the sweep takes */
    const char *command, *version, *commit;
    /* Called from the calling thread about ten times a second; false stops: NOC_EINTERRUPTED, with
     * all that is finished saved. */
    bool (*tick)(void *context, const noc_sweep_totals *totals);
    void *context;
} noc_sweep_options;

/* Words of the store about a space that was swept. */
typedef struct noc_swept {
    char *caveats;           /* why its designs are no fair comparison (noc_store_caveats) */
    uint64_t memory_alone;   /* noc_store_count_alone */
    noc_reason_list reasons; /* why designs are not within the constraints */
} noc_swept;

void noc_swept_clear(noc_swept *swept);

/* Estimates what the store does not have yet. What is finished is committed several times a
 * second. `swept` NULL: not asked for; the caller clears it in any case. */
noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *store_path,
                         const noc_sweep_options *options, noc_sweep_totals *totals,
                         noc_swept *swept, noc_diag *diag);

#endif
