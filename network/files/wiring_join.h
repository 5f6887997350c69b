/* network/files/wiring_join.h: the tables of a wiring together. */
#ifndef NOC_NETWORK_FILES_WIRING_JOIN_H
#define NOC_NETWORK_FILES_WIRING_JOIN_H

#include "base/diag.h"
#include "design/wiring.h"

/* Counts the routers, finds the links of each, and sees that each table names only what the others
 * have. NOC_EINPUT with the file and line that do not fit, NOC_EFAILED when out of memory. */
noc_status noc_wiring_join(noc_wiring *wiring, noc_diag *diag);

#endif
