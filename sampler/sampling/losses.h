/* sampler/sampling/losses.h: measured losses of throughput due to derated resources
 * (network/graph/resources.h).
 *
 * Each kind of resource is derated alone, and all kinds together, in runs with the seeds of a
 * run without derating. Runs double in length until all losses are known; kinds whose loss is
 * certainly smaller than the largest one are given up. */
#ifndef NOC_SAMPLER_SAMPLING_LOSSES_H
#define NOC_SAMPLER_SAMPLING_LOSSES_H

#include "sampler/sampling/sample.h"

typedef struct noc_losses_request {
    /* closed loop: workload, with throughput in instructions; NULL: open loop */
    const noc_workload *workload;
    double load;        /* open loop: saturation load, flits per cycle of an injecting node */
    unsigned kinds;     /* set of kinds to measure */
    bool skips_latency; /* closed loop: the loss due to latency is not measured */
    /* rest period of a derated kind, cycles: each member rests in one of them; 20: 5 % less
     * capacity; a shorter period separates kinds in shorter runs */
    unsigned rest_cycles;
    double precision; /* a loss is known when its 95 % interval has this half-width, or less */
    /* kinds whose loss is certainly smaller than the largest loss by more than this are given up */
    double least_difference;
    /* cycles of each of NOC_REPLICATIONS runs: first round; upper bound */
    uint64_t first_cycles, cycles_max;
    uint64_t seed;
    unsigned thread_count;
    /* called with the share of the work done; returns false to stop the measurement; NULL: none */
    bool (*progress)(void *context, double done);
    void *context;
} noc_losses_request;

/* Loss as a share of the throughput; in open loop, of the saturation load. */
typedef struct noc_loss {
    double share;      /* loss; NAN: not measured */
    double half_width; /* half-width of the loss's 95 % interval */
} noc_loss;

typedef struct noc_losses {
    /* closed loop: instructions of warps per core cycle; open loop: accepted share of the load */
    double throughput;
    noc_loss kinds[NOC_RESOURCES]; /* [kind]: loss; latency in closed loop only */
} noc_losses;

/* Measures losses. NOC_EINTERRUPTED when `progress` returns false, NOC_EFAILED when out of
 * memory or stuck. */
noc_status noc_sample_losses(const noc_system *system, const noc_losses_request *request,
                             noc_losses *losses, noc_diag *diag);

#endif
