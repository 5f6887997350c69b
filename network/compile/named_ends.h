/* network/compile/named_ends.h: nodes that users name as senders or receivers: in tables of
 * rates, and in lists of sources and destinations. Checks that the nodes exist, and that ports
 * accept their packets. */
#ifndef NOC_NETWORK_COMPILE_NAMED_ENDS_H
#define NOC_NETWORK_COMPILE_NAMED_ENDS_H

#include "network/graph/system.h"

/* ---- tables of rates ------------------------------------------------------------------------- */

/* Checks that the nodes of a table of rates exist and may send to each other: where a design has
 * memory nodes, requests go from compute to memory nodes. The system needs its graph. NOC_EINPUT
 * with file and line. */
noc_status noc_rates_check(const noc_system *system, noc_diag *diag);

/* Fills relative_rate, relative_rate_square and design_rate of the traffic of a system that has
 * flows. Rates are equal without a table, and where nodes send as fast as the network accepts.
 * NOC_EFAILED when out of memory. */
noc_status noc_rates_fill_traffic(noc_system *system, noc_diag *diag);

/* Checks that ports accept the packets of their nodes. The sums of the system's traffic must be
 * complete. NOC_EINPUT with file and line, and the most that a port accepts. */
noc_status noc_rates_check_ports(const noc_system *system, noc_diag *diag);

/* ---- lists of nodes -------------------------------------------------------------------------- */

/* Finds the nodes of the groups that lists of a design name, after the checks of its networks
 * and numbers of nodes. NOC_EINPUT: unknown groups. */
noc_status noc_traffic_resolve_groups(noc_design *design, noc_diag *diag);

/* Checks that listed nodes exist and are of the right kind, once the system has its graph; and
 * that some flow is left, once it has its flows. NOC_EINPUT. */
noc_status noc_traffic_check_ends(const noc_system *system, noc_diag *diag);
noc_status noc_traffic_check_flows(const noc_system *system, noc_diag *diag);

#endif
