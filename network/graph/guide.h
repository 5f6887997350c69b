/* network/graph/guide.h: way from each router of a network to each, where no rule finds it: a
 * table, made once for all flows (topology "file").
 *
 * The table of minimal ways has, for each router and destination, the next router on the way of the
 * least sum of cycles. */
#ifndef NOC_NETWORK_GRAPH_GUIDE_H
#define NOC_NETWORK_GRAPH_GUIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "design/wiring.h"

/* Rules that decide among ways of equal sums of cycles. */
typedef enum noc_way_ties {
    /* Fewest links, then the next router of the lowest number, at each router. */
    NOC_TIES_LOWEST,
    /* Ties of BookSim 2.0's anynet: Dijkstra's algorithm from every router, which settles routers
     * in the order of distance, then number, and replaces a way by a strictly shorter one only. So
     * the router before the destination is, of the routers on shortest ways, the one nearest to the
     * source, then the one of the lowest number, and so on back. Each router has a table of its
     * own, and a packet follows table after table. */
    NOC_TIES_BOOKSIM,
} noc_way_ties;

enum { NOC_NO_WAY = UINT16_MAX };

typedef struct noc_guide {
    uint32_t routers;
    /* next router of each destination * routers + router; NOC_NO_WAY where the destination is not
     * reached, and at the destination */
    uint16_t *next;
} noc_guide;

/* Finds the minimal ways over the links of a wiring; `cycles` has the latency of each link. NULL
 * when out of memory. */
noc_guide *noc_guide_minimal(const noc_wiring *wiring, const uint16_t *cycles, noc_way_ties ties);
void noc_guide_free(noc_guide *guide);

/* Router after `from` on the way to `to`; NOC_NO_WAY: none. */
static inline uint32_t noc_guide_next(const noc_guide *guide, uint32_t from, uint32_t to)
{
    return guide->next[(size_t)to * guide->routers + from];
}

#endif
