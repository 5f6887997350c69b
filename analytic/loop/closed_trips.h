/* analytic/loop/closed_trips.h: round trips at a rate of requests (of a core, per network cycle),
 * and rates at a round trip. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_TRIPS_H
#define NOC_ANALYTIC_LOOP_CLOSED_TRIPS_H

#include "analytic/loop/closed_state.h"

void noc_closed_find_spacing(noc_closed_state *l);
noc_closed_trip noc_closed_trip_at(const noc_closed_state *l, double rate);
noc_closed_trip noc_closed_idle_trip(const noc_closed_state *l); /* without others */

/* Rate of a core whose round trips take so long, the last of an instruction so much longer. */
double noc_closed_rate_of_core(const noc_closed_state *l, double round_trip, double last);
/* All that goes on behind a compute node's port then, if the loop has a side of cores. */
noc_core_trip noc_closed_core_trip(const noc_closed_state *l, double round_trip, double last);
void noc_closed_flow(const noc_closed_state *l, double round_trip, double last,
                     noc_port_flow *flow);
double noc_closed_last_reply(const noc_closed_state *l); /* `last` where nothing waits */
double noc_closed_round_trip_for(const noc_closed_state *l, double rate); /* its inverse */

/* Cycles that requests with such round trips hold their MSHR, mean: writes that are not answered
 * have no way back. */
double noc_closed_held(const noc_closed_state *l, double round_trip);

/* A core's rate where none waits for others, as far as networks carry it. */
double noc_closed_most_of_core(const noc_closed_state *l);

/* Requests that cores have outstanding for each memory node while a resource binds. */
double noc_closed_outstanding(const noc_closed_state *l);

#endif
