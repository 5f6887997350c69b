/* network/compile/named_ends.h: nodes that users name by number as ends of packets (tables of
 * rates, lists of sources and destinations): whether a system has them, and its ports take what
 * they send. */
#ifndef NOC_NETWORK_COMPILE_NAMED_ENDS_H
#define NOC_NETWORK_COMPILE_NAMED_ENDS_H

#include "network/graph/system.h"

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

/* Finds the nodes of the groups that a design names, once its networks and counts are checked.
 * NOC_EINPUT: there are no such groups. */
noc_status noc_traffic_resolve_groups(noc_design *design, noc_diag *diag);

/* Sees that the nodes are there, and of the right kind; for a system whose graph is made. And that
 * some of them sends something, once flows are there. NOC_EINPUT. */
noc_status noc_traffic_check_ends(const noc_system *system, noc_diag *diag);
noc_status noc_traffic_check_some(const noc_system *system, noc_diag *diag);

#endif
