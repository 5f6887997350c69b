/* network/files/wiring_dies.h: dies of the routers of a graph from files. */
#ifndef NOC_NETWORK_FILES_WIRING_DIES_H
#define NOC_NETWORK_FILES_WIRING_DIES_H

#include "base/diag.h"
#include "design/wiring.h"

/* Finds the die of each router (noc_wiring.dies), if the tables set any: the die of its nodes, or
 * of its position; without these, the die of the routers linked to it, the nearest with a die.
 * NOC_EINPUT with a message where two differ, where dies have gaps, and where a die has no links to
 * others, or none back. */
noc_status noc_wiring_find_dies(noc_wiring *wiring, noc_diag *diag);

#endif
