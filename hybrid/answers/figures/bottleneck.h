/* hybrid/answers/figures/bottleneck.h: names what limits throughput in an estimate: a kind of
 * resource, and its busiest member. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_BOTTLENECK_H
#define NOC_HYBRID_ANSWERS_FIGURES_BOTTLENECK_H

#include "hybrid/answers/figures/answer.h"
#include "network/graph/resources.h"

/* What members of a kind do. */
typedef struct noc_use {
    /* Shares of the time in which channels are in use, by channel, and flits per cycle where
     * networks have none; NULL: not known, so channels have no names. Memory nodes are as busy as
     * the channels that end at them. */
    const double *channels;
    /* of what is no channel: the share that is used in the mean of all; NAN: not known */
    double members;
    const char *resource; /* of what is no channel: what of it is used up; NULL: all */
} noc_use;

/* Utilisation is of the member that is named, at most 1. */
void noc_bottleneck_put(const noc_system *system, noc_resource kind, const noc_use *use,
                        noc_bottleneck *bottleneck);

/* Its workload, one of so many that the answer is a mean of. */
void noc_bottleneck_put_workload(const char *name, size_t workloads, noc_bottleneck *bottleneck);

/* Makes of flits per cycle by channel and class, as a sample has seen them, shares of the time:
 * [channel]; `use` may be `flits`. */
void noc_bottleneck_time_used(const noc_system *system, const double *flits, double *use);

#endif
