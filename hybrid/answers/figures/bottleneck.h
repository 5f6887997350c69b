/* hybrid/answers/figures/bottleneck.h: writes the bottleneck of an estimate: a kind of resource,
 * and its busiest member. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_BOTTLENECK_H
#define NOC_HYBRID_ANSWERS_FIGURES_BOTTLENECK_H

#include "hybrid/answers/figures/answer.h"
#include "network/graph/resources.h"

/* Utilisation of the members of a kind of resource. */
typedef struct noc_resource_use {
    /* [channel]: utilisation; flits per cycle for networks without channels
     * (noc_network_has_channels). NULL: unknown, so that no member is named. The utilisation of a
     * memory node is that of the channels that end at it. */
    const double *channel_utilization;
    /* mean utilisation of members that are no channels; NAN: unknown */
    double member_utilization;
    /* limiting part of members that are no channels, such as "MSHRs"; NULL: the whole member */
    const char *part;
} noc_resource_use;

/* Writes a kind and its busiest member, with the member's utilisation, 1 at most. Clears all other
 * fields. */
void noc_bottleneck_put(const noc_system *system, noc_resource kind, const noc_resource_use *use,
                        noc_bottleneck *bottleneck);

/* Writes the name of the workload with this bottleneck, one of `workloads` in the set. */
void noc_bottleneck_put_workload(const char *name, size_t workloads, noc_bottleneck *bottleneck);

/* Converts measured flits per cycle, [channel * NOC_CLASSES + class], to utilisations, [channel].
 * `utilization` may be `flits`. */
void noc_channels_find_use(const noc_system *system, const double *flits, double *utilization);

#endif
