/* network/files/wiring_dies.h: search for the dies of the routers of a wiring. */
#ifndef NOC_NETWORK_FILES_WIRING_DIES_H
#define NOC_NETWORK_FILES_WIRING_DIES_H

#include "base/diag.h"
#include "design/wiring.h"

/* Finds the die of each router (noc_wiring.die), if the tables set dies: the die of its nodes or
 * of its position, else of linked routers, the nearest first. NOC_EINPUT, with a message, if two
 * dies conflict, if numbers of dies have gaps, or if a die has no link to or from another die. */
noc_status noc_wiring_find_dies(noc_wiring *wiring, noc_diag *diag);

#endif
