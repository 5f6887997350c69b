/* network/files/wiring_check.h: whether a wiring fits the design around it, and packets come to
 * their ends on its ways. */
#ifndef NOC_NETWORK_FILES_WIRING_CHECK_H
#define NOC_NETWORK_FILES_WIRING_CHECK_H

#include "network/graph/system.h"

/* Sees that all nodes of the design are attached, and no others, and that links have lengths and
 * rates that there can be. NOC_EINPUT with the file and line that do not fit. */
noc_status noc_wiring_check(const noc_design *design, int network, noc_diag *diag);

enum { NOC_WIRED_WAYS_MAX = 1024 }; /* of a pair of routers, each lane counted as one */

/* Looks at the ways of all flows of a network, by its guide or by the rows of its routes. Refuses,
 * with the pair that it is about: no way, a hole in the routes, a circle in them, a row that leaves
 * a class of packets no virtual channel, more ways than NOC_WIRED_WAYS_MAX. NOC_EINPUT, or
 * NOC_EFAILED when out of memory. */
noc_status noc_wiring_ways_check(const noc_system *system, uint16_t network, noc_diag *diag);

#endif
