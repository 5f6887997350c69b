/* network/compile/deadlock.h: check for deadlock: packets that wait for each other in a circle.
 *
 * A packet that holds a virtual channel waits for a virtual channel of its next hop. This
 * relation is the channel dependency graph. If it has no cycle ("circle" here, since cycles are
 * clock cycles), wormhole routing is free of deadlock (Dally and Seitz, IEEE Trans. Computers
 * C-36(5), 1987). A head that requests several channels at once needs only one of them. Then it
 * is enough that the relation among escape channels, the last of each list, has no circle
 * (Duato, IEEE TPDS 4(12), 1993). Requests and replies have separate virtual channels or
 * networks, and terminals accept every packet, so dependencies end at ejection. */
#ifndef NOC_NETWORK_COMPILE_DEADLOCK_H
#define NOC_NETWORK_COMPILE_DEADLOCK_H

#include "network/graph/system.h"

/* Checks a system. NOC_OK without a circle, or where the topology permits circles (can_deadlock);
 * NOC_EINPUT at network.routing, with one circle named; NOC_EFAILED when out of memory. */
noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag);

/* Describes a circle in words, the shortest through one of its VCs. False: no circle, or out of
 * memory. */
bool noc_deadlock_describe(const noc_system *system, char *text, size_t size);

#endif
