/* network/kinds/ugal.h: states of packets of routing "ugal" (routings/ugal.c), which go the
 * shortest way or through a drawn router, and the key row of ugal_threshold. A state is
 * NOC_UGAL_DIRECT, or has the number of the drawn router, from the network's first on. */
#ifndef NOC_NETWORK_KINDS_UGAL_H
#define NOC_NETWORK_KINDS_UGAL_H

#include "design/unread.h"
#include "network/graph/options.h"

/* State of a packet on its way to its destination. */
enum { NOC_UGAL_DIRECT };

/* Returns the state of a packet at its first router, where it chooses between the shortest way and
 * router `via`. */
static inline uint32_t noc_ugal_drawn_state(uint32_t via)
{
    return 1 + 2 * via;
}

/* Returns the state of a packet on its way to router `via`. */
static inline uint32_t noc_ugal_via_state(uint32_t via)
{
    return 2 + 2 * via;
}

/* True if a packet in this state is at its first router and has yet to choose. */
static inline bool noc_ugal_is_drawn(uint32_t state)
{
    return state % 2 == 1;
}

/* Returns the drawn router of a state, from the network's first on; 0 in NOC_UGAL_DIRECT. */
static inline uint32_t noc_ugal_via_router(uint32_t state)
{
    return state == NOC_UGAL_DIRECT ? 0 : (state - 1) / 2;
}

/* Condition of ugal_threshold: packets do not choose between two paths at their first router. */
extern const noc_unread_condition noc_not_ugal;

/* Key row of ugal_threshold. noc_ugal_threshold returns its value, flits; 0 for topologies without
 * the key. */
/* clang-format off */
#define NOC_UGAL_KEY(parameter, fallback)                                                        \
    {"ugal_threshold", NOC_INTEGER, NOC_PARAMETER(parameter), 0, 10000, fallback, NOC_YOUNGER,    \
     NULL, "flits", "packets go the shortest way unless it has that many more flits in front of " \
     "it than the other, with routing \"ugal\"", "BookSim 2.0", NOC_UNREAD(&noc_not_ugal),        \
     NOC_BY_ROUTES}
/* clang-format on */
int noc_ugal_threshold(const noc_network_spec *spec);

#endif
