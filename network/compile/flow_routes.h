/* network/compile/flow_routes.h: routes of all flows: through the networks and slices that carry
 * the flow, between the ports of its two terminals, on paths that topology or routing finds. */
#ifndef NOC_NETWORK_COMPILE_FLOW_ROUTES_H
#define NOC_NETWORK_COMPILE_FLOW_ROUTES_H

#include "network/graph/system.h"

/* Fills the routes of a system that has graph and traffic. NOC_EINPUT, with the reason, if half
 * routers leave a flow no path; NOC_EFAILED when out of memory. */
noc_status noc_flows_route(noc_system *system, noc_diag *diag);

#endif
