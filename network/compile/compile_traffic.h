/* network/compile/compile_traffic.h: makes the packet types and flows of a design. */
#ifndef NOC_NETWORK_COMPILE_COMPILE_TRAFFIC_H
#define NOC_NETWORK_COMPILE_COMPILE_TRAFFIC_H

#include "network/graph/system.h"

/* Packet types of a design. NOC_EFAILED when out of memory; noc_traffic_clear frees what there is
 * either way. The sums are left to the caller. */
noc_status noc_traffic_make(noc_traffic *traffic, const noc_design *design, const noc_graph *graph,
                            noc_diag *diag);

/* Packet types of a design, and the flows of another traffic of its graph, `of`, with its routes:
 * the two designs differ in sizes and shares of packets alone. */
noc_status noc_traffic_mix(noc_traffic *traffic, const noc_traffic *of, const noc_design *design,
                           const noc_graph *graph, noc_diag *diag);

/* Adds the flows, which have no routes yet. Errors as above. */
noc_status noc_traffic_add_flows(noc_traffic *traffic, const noc_design *design,
                                 const noc_graph *graph, noc_diag *diag);

/* ---- tables of rates ------------------------------------------------------------------------- */

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

/* ---- lists of nodes -------------------------------------------------------------------------- */

/* Sees that the nodes are there, and of the right kind; for a system whose graph is made. And that
 * some of them sends something, once flows are there. NOC_EINPUT. */
noc_status noc_traffic_check_ends(const noc_system *system, noc_diag *diag);
noc_status noc_traffic_check_some(const noc_system *system, noc_diag *diag);

#endif
