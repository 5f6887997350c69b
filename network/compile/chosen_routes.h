/* network/compile/chosen_routes.h: adds the hops and paths of packets that choose among links
 * at routers (network/graph/options.h) to the routes of a system.
 *
 * The further paths of a packet depend only on its router, destination and state. So the hops of
 * all packets of a network to one destination are made once. */
#ifndef NOC_NETWORK_COMPILE_CHOSEN_ROUTES_H
#define NOC_NETWORK_COMPILE_CHOSEN_ROUTES_H

#include "network/graph/options.h"
#include "network/graph/system.h"

typedef struct noc_chosen_routes noc_chosen_routes;

/* Makes, in an arena, an empty index of the hops already added to the routes of `system`, which is
 * borrowed. NULL when out of memory. */
noc_chosen_routes *noc_chosen_routes_new(noc_arena *arena, noc_system *system);

/* True if packets of a network choose among links at routers. */
bool noc_network_chooses_links(const noc_network *network);

/* Adds the paths of packets of a class between two terminal channels, one path for each start
 * state. `share`: share of the flow's packets on these channels. NOC_EFAILED when out of memory. */
noc_status noc_chosen_routes_add(noc_chosen_routes *chosen, noc_class class, uint32_t injection,
                                 uint32_t ejection, double share);

#endif
