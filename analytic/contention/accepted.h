/* analytic/contention/accepted.h: utilisations of the fullest stations, and from them the load up
 * to which the packets of each terminal are accepted after other queues overflow (overload.h). */
#ifndef NOC_ANALYTIC_CONTENTION_ACCEPTED_H
#define NOC_ANALYTIC_CONTENTION_ACCEPTED_H

#include "analytic/contention/contention_state.h"

/* Stores the limits of terminals in injectors->list, [part of the terminals and class]. `overflow`:
 * load of the last sweeps, at which queues begin to overflow, flits per cycle of an injecting node.
 * `growth`: per cent by which the fullest station's utilisation grows for each per cent of the
 * load, at least 1. `others_fullest`: utilisation of the fullest station in networks of other
 * kinds. */
void noc_contention_find_injectors(noc_contention *c, double overflow, double growth,
                                   double others_fullest, noc_injectors *injectors);

/* Raises `utilizations`, [kind of resource] (network/graph/resources.h), to the utilisation of the
 * fullest station, in the last sweeps, of the networks with channels of each kind. */
void noc_raise_kind_utilization(noc_contention *c, double *utilizations);

#endif
