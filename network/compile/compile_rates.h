/* network/compile/compile_rates.h: a table of rates (traffic.rates) as traffic: whether a design's
 * nodes can send as it says, and how much they do. */
#ifndef NOC_NETWORK_COMPILE_COMPILE_RATES_H
#define NOC_NETWORK_COMPILE_COMPILE_RATES_H

#include "network/graph/system.h"

/* Sees that the nodes of a table are there and send to each other: requests go from compute to
 * memory nodes where there are memory nodes. For a system whose graph is made. NOC_EINPUT by file
 * and line. */
noc_status noc_rates_check(const noc_system *system, noc_diag *diag);

/* Fills pace, pace_square and own_rate of the traffic of a system whose flows are there. Without a
 * table, and where nodes send as fast as the network takes it, all stay alike. NOC_EFAILED when out
 * of memory. */
noc_status noc_rates_pace(noc_system *system, noc_diag *diag);

/* Sees that ports take what their nodes send. For a system whose traffic is summed. NOC_EINPUT by
 * file and line, with the most that a port takes. */
noc_status noc_rates_check_ports(const noc_system *system, noc_diag *diag);

#endif
