/* analytic/loop/closed_shares.h: shares of resources' open-loop capacities that a closed loop
 * reaches, given the requests that cores have outstanding. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_SHARES_H
#define NOC_ANALYTIC_LOOP_CLOSED_SHARES_H

#include "analytic/loop/closed_state.h"

/* Places of a memory node, in requests. */
double noc_closed_places(const noc_closed_state *state);
/* Throughput of networks for requests; for replies, after the shares of requests are set in
 * *state. */
noc_class_share noc_closed_request_shares(const noc_closed_state *state);
noc_class_share noc_closed_reply_shares(const noc_closed_state *state);
/* Capacity of networks for a class, requests per cycle of a core: docs/model.md (31). */
double noc_closed_carried_rate(const noc_closed_state *state, noc_class class);
/* Largest number of outstanding requests of a compute node: in the network, at memory nodes, and in
 * the buffer of a shared port. */
double noc_closed_port_requests(const noc_closed_state *state);
/* Utilisation of a cache while all cores wait. */
double noc_closed_lookup_share(const noc_closed_state *state);
/* Throughput of a DRAM while all cores wait, over its throughput with a full queue. */
double noc_closed_fed_share(const noc_closed_state *state);
/* Throughput with unequal shares of the cores, over throughput with equal shares; 1 without
 * routers. */
double noc_closed_unequal_ratio(const noc_closed_state *state);

/* Throughput of a network of routers with temporarily unequal rates of cores, over throughput with
 * equal rates. */
double noc_closed_uneven_share(const noc_closed_state *state);

#endif
