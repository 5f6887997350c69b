/* network/files/wiring_check.h: checks that a wiring fits its design, and that packets reach
 * their destinations. */
#ifndef NOC_NETWORK_FILES_WIRING_CHECK_H
#define NOC_NETWORK_FILES_WIRING_CHECK_H

#include "network/graph/system.h"

/* Checks that exactly the nodes of the design are attached, and that links have valid lengths
 * and rates. NOC_EINPUT with the file and line of the fault. */
noc_status noc_wiring_check(const noc_design *design, int network, noc_diag *diag);

enum { NOC_WIRED_WAYS_MAX = 1024 }; /* most ways of a pair of routers, each lane counted */

/* Checks the ways of all flows of a network, by its routing table or by the rows of
 * network.routes. A pair of routers is refused if it has no way, if a router on the way has no
 * row for the destination, if rows lead in a circle, if a row leaves a class of packets no
 * virtual channel, or if there are more than NOC_WIRED_WAYS_MAX ways. NOC_EINPUT, or NOC_EFAILED
 * when out of memory. */
noc_status noc_wiring_ways_check(const noc_system *system, uint16_t network, noc_diag *diag);

#endif
