/* network/wiring_check.h: whether a wiring fits the design around it. */
#ifndef NOC_NETWORK_WIRING_CHECK_H
#define NOC_NETWORK_WIRING_CHECK_H

#include "network/design.h"

/* Sees that all nodes of the design are attached, and no others; that rates are within what a link
 * can have; that there is a way from each router with nodes that send to each with nodes that
 * packets go to, and with routes of a file that these come to their ends. NOC_EINPUT with the file
 * and line, or the routers, that do not fit. */
noc_status noc_wiring_check(const noc_design *design, int network, noc_diag *diag);

#endif
