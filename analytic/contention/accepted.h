/* analytic/contention/accepted.h: use of the fullest stations, and the load up to which each
 * terminal's packets are accepted, once the first queues overflow (overload.h). */
#ifndef NOC_ANALYTIC_CONTENTION_ACCEPTED_H
#define NOC_ANALYTIC_CONTENTION_ACCEPTED_H

#include "analytic/contention/contention_state.h"

/* Fills in c->ahead, by queue: use of the fullest of its own stations in the last sweep. */
void noc_contention_find_used(noc_contention *c);

/* Fills in injectors->list for the load of the last sweeps, `overflow` (flits per cycle of an
 * injecting node), at which queues begin to overflow. `growth`: per cent by which the fullest
 * station's use grows for each per cent of the load (1 or more). `fullest`: use of the fullest
 * station of other kinds' networks. */
void noc_contention_find_injectors(noc_contention *c, double overflow, double growth,
                                   double fullest, noc_injectors *injectors);

/* Fills in the use of the fullest station of the networks with channels of each kind
 * (network/graph/resources.h), in the last sweeps, where used[NOC_RESOURCES] is smaller. */
void noc_contention_used_of_kinds(noc_contention *c, double *used);

#endif
