/* analytic/loop/closed_derated.h: losses of a closed loop with 5 % less of a kind of resource
 * (network/graph/resources.h), by the model. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_DERATED_H
#define NOC_ANALYTIC_LOOP_CLOSED_DERATED_H

#include "analytic/loop/closed_cores.h"
#include "network/graph/resources.h"

/* An operating point, and the shares of its networks' limits that the open model leaves. */
typedef struct noc_closed_base {
    const noc_open_curve *curve;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    const noc_closed_point *point;
    /* limits left, by kind of channels; [latency]: with all kinds derated */
    noc_derated_limits left[NOC_RESOURCES];
    /* Cores that are more than warps, and requests per network cycle of a compute node: found by
     * noc_closed_losses itself. */
    noc_closed_cores *cores;
    double rate;
} noc_closed_base;

/* Losses as shares of throughput: of each kind of a set, 0 of others; [latency]: the rest of 5 %
 * when all kinds of the set are derated at once. */
void noc_closed_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES]);

#endif
