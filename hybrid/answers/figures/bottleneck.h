/* hybrid/answers/figures/bottleneck.h: name of the limit of throughput in an estimate: a kind of
 * resource, and its busiest member. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_BOTTLENECK_H
#define NOC_HYBRID_ANSWERS_FIGURES_BOTTLENECK_H

#include "hybrid/answers/figures/answer.h"
#include "network/graph/resources.h"

/* Use of the members of a kind of resource. */
typedef struct noc_use {
    /* Utilisation by channel, and flits per cycle where a network has no channels of its own
     * (noc_network_has_channels); NULL: unknown, so that channels have no names. Memory nodes are
     * as busy as the channels that end at them. */
    const double *channels;
    /* mean utilisation of members that are no channels; NAN: unknown */
    double members;
    /* used part of members that are no channels, such as "MSHRs"; NULL: the whole */
    const char *resource;
} noc_use;

/* Puts a kind and its busiest member. The utilisation is the named member's, at most 1. */
void noc_bottleneck_put(const noc_system *system, noc_resource kind, const noc_use *use,
                        noc_bottleneck *bottleneck);

/* Puts the workload with this bottleneck, one of `workloads` in the answer's mean. */
void noc_bottleneck_put_workload(const char *name, size_t workloads, noc_bottleneck *bottleneck);

/* Converts flits per cycle by channel and class, as seen by a sample, to utilisations: [channel];
 * `use` may be `flits`. */
void noc_bottleneck_time_used(const noc_system *system, const double *flits, double *use);

#endif
