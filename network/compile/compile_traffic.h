/* network/compile/compile_traffic.h: packet types, packet lengths and flows of a design. */
#ifndef NOC_NETWORK_COMPILE_COMPILE_TRAFFIC_H
#define NOC_NETWORK_COMPILE_COMPILE_TRAFFIC_H

#include "network/graph/system.h"

/* Makes the packet types of a system that has a design and a graph. NOC_EFAILED when out of memory.
 * Means over the types (injected_flits, transaction_bytes) are left to the caller. */
noc_status noc_traffic_make(noc_system *system, noc_diag *diag);

/* Makes the packet types of a system, and copies flows and routes of `original`, the traffic of a
 * design with the same graph that differs only in sizes and shares of packets. NOC_EFAILED when out
 * of memory. */
noc_status noc_traffic_mix(noc_system *system, const noc_traffic *original, noc_diag *diag);

/* Adds the flows, which have no routes yet. NOC_EFAILED when out of memory. */
noc_status noc_traffic_add_flows(noc_system *system, noc_diag *diag);

#endif
