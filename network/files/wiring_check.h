/* network/files/wiring_check.h: whether a wiring fits the design around it. */
#ifndef NOC_NETWORK_FILES_WIRING_CHECK_H
#define NOC_NETWORK_FILES_WIRING_CHECK_H

#include "design/design.h"

/* Sees that all nodes of the design are attached, and no others, and that links have lengths and
 * rates that there can be. NOC_EINPUT with the file and line that do not fit. */
noc_status noc_wiring_check(const noc_design *design, int network, noc_diag *diag);

#endif
