/* sampler/sampling/losses.h: measured cost of derating a kind of resource
 * (network/graph/resources.h).
 *
 * Each kind is derated alone, and all kinds at once, in runs with the seeds of a run without
 * derating. Runs double in length, and kinds that surely cost less than another one are given up,
 * until the cost of the remaining kinds is known. */
#ifndef NOC_SAMPLER_SAMPLING_LOSSES_H
#define NOC_SAMPLER_SAMPLING_LOSSES_H

#include "sampler/sampling/sample.h"

typedef struct noc_losses_request {
    const noc_workload *workload; /* closed loop: throughput is in instructions; NULL: open loop */
    double load;     /* open loop: load of saturation, flits per cycle of an injecting node */
    unsigned kinds;  /* set of kinds that are measured */
    bool no_latency; /* closed loop: loss due to latency is not measured */
    /* cycles of a derated kind's member of which it rests in one; 20: 5 % of capacity is missing;
     * fewer tell kinds apart in shorter runs */
    unsigned rest_cycles;
    double precision; /* half-width of a loss's 95 % interval at which the loss is known */
    double apart; /* least difference to another kind's loss at which a smaller loss is given up */
    uint64_t first_cycles, most_cycles; /* cycles of a run, of each of NOC_REPLICATIONS */
    uint64_t seed;
    unsigned jobs;
    bool (*progress)(void *context, double done);
    void *context;
} noc_losses_request;

/* A loss as a share of the throughput, or in open loop of the saturation load. */
typedef struct noc_loss {
    double share;      /* loss; NAN: not measured */
    double half_width; /* half-width of the loss's 95 % interval */
} noc_loss;

typedef struct noc_losses {
    /* instructions of warps per core cycle; in open loop the accepted share of the load */
    double throughput;
    noc_loss of[NOC_RESOURCES]; /* loss of each kind; latency in closed loop only */
} noc_losses;

/* Measures losses. NOC_EINTERRUPTED when progress said so, NOC_EFAILED when out of memory or
 * stuck. */
noc_status noc_sample_losses(const noc_system *system, const noc_losses_request *request,
                             noc_losses *losses, noc_diag *diag);

#endif
