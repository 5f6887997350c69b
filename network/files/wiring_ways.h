/* network/files/wiring_ways.h: whether packets come to their ends on the ways of a wiring. */
#ifndef NOC_NETWORK_FILES_WIRING_WAYS_H
#define NOC_NETWORK_FILES_WIRING_WAYS_H

#include "network/graph/system.h"

enum { NOC_WIRED_WAYS_MAX = 1024 }; /* of a pair of routers, each lane counted as one */

/* Looks at the ways of all flows of a network, by its guide or by the rows of its routes. Refuses,
 * with the pair that it is about: no way, a hole in the routes, a circle in them, a row that leaves
 * a class of packets no virtual channel, more ways than NOC_WIRED_WAYS_MAX. NOC_EINPUT, or
 * NOC_EFAILED when out of memory. */
noc_status noc_wiring_ways_check(const noc_system *system, uint16_t network, noc_diag *diag);

#endif
