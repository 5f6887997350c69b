/* network/compile/named_ends.h: nodes that users name by number as ends of packets (tables of
 * rates, lists of sources and destinations): checks that a system has these nodes, and that its
 * ports accept their packets. */
#ifndef NOC_NETWORK_COMPILE_NAMED_ENDS_H
#define NOC_NETWORK_COMPILE_NAMED_ENDS_H

#include "network/graph/system.h"

/* ---- tables of rates ------------------------------------------------------------------------- */

/* Checks that the nodes of a table exist and may send to each other: requests go from compute to
 * memory nodes where a design has memory nodes. The system's graph must be made. NOC_EINPUT by file
 * and line. */
noc_status noc_rates_check(const noc_system *system, noc_diag *diag);

/* Fills pace, pace_square and own_rate of the traffic of a system whose flows are made. Without a
 * table, and where nodes send as fast as the network accepts packets, all nodes have equal pace.
 * NOC_EFAILED when out of memory. */
noc_status noc_rates_pace(noc_system *system, noc_diag *diag);

/* Checks that ports accept the packets of their nodes. The system's traffic must be summed.
 * NOC_EINPUT by file and line, with the most that a port accepts. */
noc_status noc_rates_check_ports(const noc_system *system, noc_diag *diag);

/* ---- lists of nodes -------------------------------------------------------------------------- */

/* Finds the nodes of the groups that a design names, once its networks and counts are checked.
 * NOC_EINPUT: unknown groups. */
noc_status noc_traffic_resolve_groups(noc_design *design, noc_diag *diag);

/* Checks that the nodes exist, and are of the right kind, once the system's graph is made; and that
 * some of them sends packets, once its flows are made. NOC_EINPUT. */
noc_status noc_traffic_check_ends(const noc_system *system, noc_diag *diag);
noc_status noc_traffic_check_some(const noc_system *system, noc_diag *diag);

#endif
