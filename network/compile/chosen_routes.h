/* network/compile/chosen_routes.h: hops of packets that choose among links on their way
 * (network/graph/options.h).
 *
 * A packet's further ways from a router depend on the router, its destination and its state only,
 * so the hops of all of a network's packets to a destination are made once. */
#ifndef NOC_NETWORK_COMPILE_CHOSEN_ROUTES_H
#define NOC_NETWORK_COMPILE_CHOSEN_ROUTES_H

#include "network/graph/options.h"
#include "network/graph/system.h"

typedef struct noc_chosen_routes noc_chosen_routes;

/* Allocates an empty set of routes. NULL when out of memory. */
noc_chosen_routes *noc_chosen_routes_new(noc_system *system);
void noc_chosen_routes_free(noc_chosen_routes *chosen);

/* True if packets of a network choose among links. */
bool noc_network_chooses(const noc_network *network);

/* Adds the paths of packets of a class over a pair of terminal channels, one for each start, with a
 * total of `share` of the flow's packets. NOC_EFAILED when out of memory. */
noc_status noc_chosen_routes_add(noc_chosen_routes *chosen, noc_class class, uint32_t injection,
                                 uint32_t ejection, double share);

#endif
