/* explore/sweep.h: all designs of a space, estimated on all processors into a store. */
#ifndef NOC_EXPLORE_SWEEP_H
#define NOC_EXPLORE_SWEEP_H

#include "explore/evaluate.h"
#include "explore/identity.h"

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

/* Whether the space's results are the engine's: the identity under which points are stored. */
void noc_space_id(const noc_space *space, const char *engine, char id[NOC_ID_CHARS + 1]);

/* Estimates what the store does not have yet. What is finished is committed several times a
 * second. */
noc_status noc_sweep_run(const noc_space *space, const char *engine, const char *store_path,
                         const noc_sweep_options *options, noc_sweep_totals *totals,
                         noc_diag *diag);

#endif
