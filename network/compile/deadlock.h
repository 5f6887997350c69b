/* network/compile/deadlock.h: check for packets that wait for each other in a circle.
 *
 * A packet that holds a virtual channel waits for a virtual channel of its next hop. If this
 * relation, the channel dependency graph, has no cycle, wormhole routing is free of deadlock (Dally
 * and Seitz, IEEE Trans. Computers C-36(5), 1987). Heads that ask for several channels at once need
 * only one of them: it is enough that the relation among escape channels, the last of each list,
 * has no cycle (Duato, IEEE TPDS 4(12), 1993). Requests and replies are kept apart by their virtual
 * channels or networks, and terminals accept every packet, so their dependencies end at
 * ejection. */
#ifndef NOC_NETWORK_COMPILE_DEADLOCK_H
#define NOC_NETWORK_COMPILE_DEADLOCK_H

#include "network/graph/system.h"

/* Checks a system: NOC_OK without a cycle, or where the topology lets one pass (may_lock);
 * NOC_EINPUT at network.routing with one cycle named; NOC_EFAILED when out of memory. */
noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag);

/* Names a cycle in words. False: none. */
bool noc_deadlock_circle(const noc_system *system, char *text, size_t size);

#endif
