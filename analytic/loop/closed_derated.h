/* analytic/loop/closed_derated.h: losses of throughput in closed loop with 5 % less of a kind of
 * resource (network/graph/resources.h), by the model. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_DERATED_H
#define NOC_ANALYTIC_LOOP_CLOSED_DERATED_H

#include "analytic/loop/closed_cores.h"
#include "network/graph/resources.h"

/* Operating point, and derated limits of its networks by the open model. */
typedef struct noc_closed_base {
    const noc_open_curve *curve;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    const noc_closed_point *point;
    /* [kind of channels]: remaining limits; [NOC_RESOURCE_LATENCY]: with all kinds derated */
    noc_derated_limits remaining_limits[NOC_RESOURCES];
    /* cores, if the design needs them; requests per network cycle of a compute node; both set by
     * noc_closed_losses */
    noc_closed_cores *cores;
    double core_rate;
} noc_closed_base;

/* Finds the losses as shares of throughput: for each kind of a set; 0 for other kinds.
 * [NOC_RESOURCE_LATENCY]: 5 % less the loss with all kinds of the set derated at once. */
void noc_closed_losses(const noc_closed_base *base, unsigned kinds, double losses[NOC_RESOURCES]);

#endif
