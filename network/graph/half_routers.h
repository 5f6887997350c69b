/* network/graph/half_routers.h: routers in which packets do not turn (te13 4.1), and the ways past
 * them. */
#ifndef NOC_NETWORK_GRAPH_HALF_ROUTERS_H
#define NOC_NETWORK_GRAPH_HALF_ROUTERS_H

#include "network/graph/graph.h"
#include "network/graph/routes.h"

/* Where a way turns at a half router, if it is gone in the network whose routers are numbered
 * `shift` higher than its own; NOC_NONE if it does not. */
uint32_t noc_half_turn(const noc_graph *graph, const noc_paths *paths, const struct noc_way *way,
                       uint32_t shift);

/* Whether a way turns anywhere. */
bool noc_way_turns(const noc_graph *graph, const noc_paths *paths, const struct noc_way *way);

#endif
