/* network/compile/deadlock.h: can packets wait for each other in a circle?
 *
 * A packet that holds a virtual channel waits for one of those that it may take next. If this
 * relation, the channel dependency graph, has no cycle, wormhole routing is free of deadlock (Dally
 * and Seitz, IEEE Trans. Computers C-36(5), 1987). Requests and replies are kept apart by their
 * virtual channels or networks, and terminals take every packet, so their dependencies end at
 * ejection. */
#ifndef NOC_NETWORK_COMPILE_DEADLOCK_H
#define NOC_NETWORK_COMPILE_DEADLOCK_H

#include "network/graph/system.h"

/* NOC_OK without a cycle; NOC_EINPUT at network.routing with one cycle named; NOC_EFAILED when out
 * of memory. */
noc_status noc_check_deadlock(const noc_system *system, noc_diag *diag);

#endif
