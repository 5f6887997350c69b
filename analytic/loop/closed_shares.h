/* analytic/loop/closed_shares.h: shares of resources' open-loop capacities that a closed loop
 * reaches, given the requests that cores have outstanding. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_SHARES_H
#define NOC_ANALYTIC_LOOP_CLOSED_SHARES_H

#include "analytic/loop/closed_state.h"

/* requests that a memory node has places for */
double noc_closed_places(const noc_closed_state *l);
noc_class_share noc_closed_share_of_requests(const noc_closed_state *l);
noc_class_share noc_closed_share_of_replies(const noc_closed_state *l);
/* Requests per cycle and core that a network carries: docs/model.md (31). */
double noc_closed_carried(const noc_closed_state *l, noc_class class);
/* Requests that a compute node can have under way: in the network, at memory nodes, and in front of
 * both where cores share a port. */
double noc_closed_room_of_port(const noc_closed_state *l);
/* share of the time that a cache looks up */
double noc_closed_share_looking_up(const noc_closed_state *l);
/* share of a DRAM's throughput with a full queue */
double noc_closed_share_fed(const noc_closed_state *l);
/* carried load over the load with equal shares of the cores */
double noc_closed_unequal_shift(const noc_closed_state *l);

/* Share left of the throughput of a network of routers when, for a while, some cores ask for much
 * and others for little; 1 if all ask for the same. */
double noc_closed_share_when_uneven(const noc_closed_state *l);

#endif
