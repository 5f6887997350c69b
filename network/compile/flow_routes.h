/* network/compile/flow_routes.h: paths of every flow: through the networks and slices that carry
 * the flow, by the ports of its two terminals, on the ways of topology or routing. */
#ifndef NOC_NETWORK_COMPILE_FLOW_ROUTES_H
#define NOC_NETWORK_COMPILE_FLOW_ROUTES_H

#include "network/graph/system.h"

/* Fills the routes of a system whose graph and traffic are made. NOC_EINPUT if a flow cannot be
 * routed past half routers (with the reason), NOC_EFAILED when out of memory. */
noc_status noc_flows_route(noc_system *system, noc_diag *diag);

#endif
