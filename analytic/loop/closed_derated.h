/* analytic/loop/closed_derated.h: what a closed loop loses when it has 5 % less of a kind of
 * resource (network/graph/resources.h), by the model. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_DERATED_H
#define NOC_ANALYTIC_LOOP_CLOSED_DERATED_H

#include "analytic/loop/closed_cores.h"
#include "network/graph/resources.h"

/* An operating point, and what the open model says is left of its networks' limits. */
typedef struct noc_closed_base {
    const noc_open_curve *curve;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    const noc_closed_point *point;
    noc_derated_limits
        left[NOC_RESOURCES]; /* by kind of channels; of latency: with all of them derated */
    /* Found by noc_closed_losses itself: cores that are more than warps, and requests per network
     * cycle that a compute node sends. */
    noc_closed_cores *cores;
    double rate;
} noc_closed_base;

/* Shares of throughput: of each kind of a set, 0 of others; of latency what is left of 5 % when all
 * kinds of the set are derated at once. */
void noc_closed_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES]);

#endif
