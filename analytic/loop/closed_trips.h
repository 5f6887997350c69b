/* analytic/loop/closed_trips.h: round trip at a rate of requests (of a core, per network cycle),
 * and rate at a round trip. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_TRIPS_H
#define NOC_ANALYTIC_LOOP_CLOSED_TRIPS_H

#include "analytic/loop/closed_state.h"

/* Finds the cycles between requests, and between replies, of one instruction. */
void noc_closed_find_spacing(noc_closed_state *state);
/* Trip at a rate. */
noc_closed_trip noc_closed_find_trip(const noc_closed_state *state, double rate);
/* Trip without waits. */
noc_closed_trip noc_closed_idle_trip(const noc_closed_state *state);

/* Requests per network cycle of a core at a round trip. `last_reply_cycles`: further cycles of an
 * instruction's last reply. */
double noc_closed_core_rate(const noc_closed_state *state, double round_trip,
                            double last_reply_cycles);
/* Round trip, with its variance, for the cores of a compute node; flow of their port. Only with
 * state->side. */
noc_core_trip noc_closed_core_trip(const noc_closed_state *state, double round_trip,
                                   double last_reply_cycles);
void noc_closed_find_flow(const noc_closed_state *state, double round_trip,
                          double last_reply_cycles, noc_port_flow *flow);
/* Further cycles of an instruction's last reply without waits. */
double noc_closed_last_reply(const noc_closed_state *state);
/* Round trip at which a core has a given rate: the inverse of noc_closed_core_rate. */
double noc_closed_find_round_trip(const noc_closed_state *state, double rate);

/* Mean cycles for which a request holds its MSHR; writes without reply hold it only for the way to
 * the memory node. */
double noc_closed_mshr_cycles(const noc_closed_state *state, double round_trip);

/* Rate of a core without waits, at most the capacity of the networks. */
double noc_closed_unloaded_rate(const noc_closed_state *state);

/* Outstanding requests of all cores, per memory node, while a resource binds. */
double noc_closed_outstanding(const noc_closed_state *state);

#endif
