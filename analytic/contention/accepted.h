/* analytic/contention/accepted.h: how much is used of the fullest stations, and up to which load
 * each terminal's packets are accepted, where the first queues overflow (overload.h). */
#ifndef NOC_ANALYTIC_CONTENTION_ACCEPTED_H
#define NOC_ANALYTIC_CONTENTION_ACCEPTED_H

#include "analytic/contention/contention_state.h"

/* Fills c->ahead, by queue: how much is used of the fullest of its own stations, as the last sweep
 * has found it. */
void noc_contention_find_used(noc_contention *c);

/* Fills injectors->list for the load of the last sweeps, `overflow` (flits per cycle of an
 * injecting node), at which queues begin to overflow; what is used of the fullest grows by `growth`
 * per cent with each per cent of the load (1 or more). `fullest`: what is used of the fullest of
 * networks of other kinds. */
void noc_contention_find_injectors(noc_contention *c, double overflow, double growth,
                                   double fullest, noc_injectors *injectors);

/* Fills in the use of the fullest station of the networks that have channels of each kind
 * (network/graph/resources.h), as the last sweeps have found it, where that is more than
 * used[NOC_RESOURCES] has. */
void noc_contention_used_of_kinds(noc_contention *c, double *used);

#endif
