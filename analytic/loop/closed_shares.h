/* analytic/loop/closed_shares.h: shares of resources' open-loop capacities that a closed loop
 * reaches, given the requests that cores have outstanding. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_SHARES_H
#define NOC_ANALYTIC_LOOP_CLOSED_SHARES_H

#include "analytic/loop/closed_state.h"

/* Places of a memory node, in requests. */
double noc_closed_places(const noc_closed_state *l);
/* Throughput of networks for requests, and for replies; the shares of requests must be set
 * first. */
noc_class_share noc_closed_share_of_requests(const noc_closed_state *l);
noc_class_share noc_closed_share_of_replies(const noc_closed_state *l);
/* Capacity of networks for a class, requests per cycle of a core: docs/model.md (31). */
double noc_closed_carried(const noc_closed_state *l, noc_class class);
/* Largest number of outstanding requests of a compute node: in the network, at memory nodes, and in
 * the buffer of a shared port. */
double noc_closed_room_of_port(const noc_closed_state *l);
/* Utilisation of a cache while all cores wait. */
double noc_closed_share_looking_up(const noc_closed_state *l);
/* Throughput of a DRAM while all cores wait, over its throughput with a full queue. */
double noc_closed_share_fed(const noc_closed_state *l);
/* Throughput with unequal shares of the cores, over that with equal shares; 1 without routers. */
double noc_closed_unequal_shift(const noc_closed_state *l);

/* Throughput of a network of routers with temporarily unequal rates of cores, over that with equal
 * rates. */
double noc_closed_share_when_uneven(const noc_closed_state *l);

#endif
