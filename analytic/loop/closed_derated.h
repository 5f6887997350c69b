/* analytic/loop/closed_derated.h: losses of throughput in closed loop, by the model, with 5 % less
 * of a kind of resource (network/graph/resources.h). */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_DERATED_H
#define NOC_ANALYTIC_LOOP_CLOSED_DERATED_H

#include "analytic/loop/closed_cores.h"
#include "network/graph/resources.h"

/* Operating point, and limits of its networks with derated kinds, by the open model. */
typedef struct noc_closed_base {
    const noc_open_curve *curve;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    const noc_closed_point *point;
    /* [kind of resource]: limits with this kind derated; [NOC_RESOURCE_LATENCY]: with all kinds */
    noc_derated_limits remaining_limits[NOC_RESOURCES];
    /* cores, NULL: not needed; requests per network cycle of a compute node. noc_closed_losses sets
     * both in a copy */
    noc_closed_cores *cores;
    double core_rate;
} noc_closed_base;

/* Finds the losses, as shares of throughput: [kind of resource]; 0 for kinds outside the set
 * `kinds`. [NOC_RESOURCE_LATENCY]: 5 % less the loss with all kinds of the set derated at once. */
void noc_closed_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES]);

#endif
