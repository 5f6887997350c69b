/* analytic/loop/closed_trips.h: round trips at a rate of requests (of a core, per network cycle),
 * and rates at a round trip. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_TRIPS_H
#define NOC_ANALYTIC_LOOP_CLOSED_TRIPS_H

#include "analytic/loop/closed_state.h"

void noc_closed_find_spacing(noc_closed_state *l);
noc_closed_trip noc_closed_trip_at(const noc_closed_state *l, double rate);
/* round trip without waits for others */
noc_closed_trip noc_closed_idle_trip(const noc_closed_state *l);

/* Requests per network cycle of a core with these round trips, the last reply of an instruction
 * `last` cycles later. */
double noc_closed_rate_of_core(const noc_closed_state *l, double round_trip, double last);
/* Round trip for the cores behind a compute node's port, and their flow, if the loop has a side of
 * cores. */
noc_core_trip noc_closed_core_trip(const noc_closed_state *l, double round_trip, double last);
void noc_closed_flow(const noc_closed_state *l, double round_trip, double last,
                     noc_port_flow *flow);
double noc_closed_last_reply(const noc_closed_state *l); /* `last` where nothing waits, cycles */
/* round trip for a rate: the inverse of noc_closed_rate_of_core */
double noc_closed_round_trip_for(const noc_closed_state *l, double rate);

/* Mean cycles that a request with such a round trip holds its MSHR: writes without answer have no
 * way back. */
double noc_closed_held(const noc_closed_state *l, double round_trip);

/* A core's rate where no request waits for others, as far as networks carry it. */
double noc_closed_most_of_core(const noc_closed_state *l);

/* Requests that cores have outstanding for each memory node while a resource binds. */
double noc_closed_outstanding(const noc_closed_state *l);

#endif
