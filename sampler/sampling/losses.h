/* sampler/sampling/losses.h: what it costs to have less of a kind of resource
 * (network/graph/resources.h), measured.
 *
 * Each kind is derated by itself, and all of them at once, in runs with the seeds of a run without
 * any of that. Runs double in length, and kinds that surely cost less than another one are given
 * up, until the cost of those that are left is known. */
#ifndef NOC_SAMPLER_SAMPLING_LOSSES_H
#define NOC_SAMPLER_SAMPLING_LOSSES_H

#include "sampler/sampling/sample.h"

typedef struct noc_losses_request {
    const noc_workload *workload; /* closed loop: throughput is in instructions */
    double load;     /* open loop: that of saturation, flits per cycle of an injecting node */
    unsigned kinds;  /* set of those that are measured */
    bool no_latency; /* closed loop: what latency costs is not asked for */
    unsigned
        rest_cycles;  /* 20: there is 5 % less of a kind; fewer tell kinds apart in shorter runs */
    double precision; /* half-width of the 95 % interval of a loss, at which it is known */
    double apart; /* a kind whose loss is surely smaller than another one's by this is given up */
    uint64_t first_cycles, most_cycles; /* of a run, each of NOC_REPLICATIONS */
    uint64_t seed;
    unsigned jobs;
    bool (*progress)(void *context, double done);
    void *context;
} noc_losses_request;

/* A loss as a share of the throughput; of saturation in open loop. */
typedef struct noc_loss {
    double share;      /* NAN: not measured */
    double half_width; /* of its 95 % interval */
} noc_loss;

typedef struct noc_losses {
    /* instructions of warps per core cycle; the share of the load that is accepted */
    double throughput;
    noc_loss of[NOC_RESOURCES]; /* by kind; of latency in closed loop only */
} noc_losses;

/* NOC_EINTERRUPTED when progress said so, NOC_EFAILED when out of memory or stuck. */
noc_status noc_sample_losses(const noc_system *system, const noc_losses_request *request,
                             noc_losses *losses, noc_diag *diag);

#endif
