/* network/files/wiring_check.h: checks that a wiring fits the design around it, and that packets
 * reach their destinations on its ways. */
#ifndef NOC_NETWORK_FILES_WIRING_CHECK_H
#define NOC_NETWORK_FILES_WIRING_CHECK_H

#include "network/graph/system.h"

/* Checks that all nodes of the design, and no others, are attached, and that links have valid
 * lengths and rates. NOC_EINPUT with the file and line of the fault. */
noc_status noc_wiring_check(const noc_design *design, int network, noc_diag *diag);

enum { NOC_WIRED_WAYS_MAX = 1024 }; /* ways of a pair of routers, each lane counted as one */

/* Checks the ways of all flows of a network, by its guide or by the rows of its routes. Refuses,
 * with the pair of routers: no way, a hole in the routes, a circle in them, a row that leaves a
 * class of packets no virtual channel, more ways than NOC_WIRED_WAYS_MAX. NOC_EINPUT, or
 * NOC_EFAILED when out of memory. */
noc_status noc_wiring_ways_check(const noc_system *system, uint16_t network, noc_diag *diag);

#endif
