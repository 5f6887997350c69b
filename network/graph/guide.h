/* network/graph/guide.h: routing table ("guide") of a network whose routes follow no rule
 * (topology "file"). For each router and destination the table has the next router on the path
 * of the least sum of cycles. */
#ifndef NOC_NETWORK_GRAPH_GUIDE_H
#define NOC_NETWORK_GRAPH_GUIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "design/wiring.h"

/* Rules that decide among paths of equal sums of cycles. */
typedef enum noc_path_tie_rule {
    /* At each router: the fewest links, then the next router of the lowest number. */
    NOC_TIES_LOWEST,
    /* Rule of BookSim 2.0's anynet: Dijkstra's algorithm from every router. It settles routers
     * in the order of distance, then number, and replaces a path only by a strictly shorter one.
     * Among the last routers before the destination on shortest paths, the one nearest to the
     * source wins, then the one of the lowest number; the rule repeats back to the source. A
     * packet looks up the next router at each router, in that router's own tree. */
    NOC_TIES_BOOKSIM,
} noc_path_tie_rule;

enum { NOC_NO_NEXT_ROUTER = UINT16_MAX };

typedef struct noc_guide {
    uint32_t router_count;
    /* next router at destination * router_count + router; NOC_NO_NEXT_ROUTER at the destination
     * itself, and where it cannot be reached */
    uint16_t *next_router;
} noc_guide;

/* Makes, in an arena, the routing table of minimal paths over the links of a wiring; `cycles` has
 * the latency of each link. NULL when out of memory. */
noc_guide *noc_guide_find_minimal(noc_arena *arena, const noc_wiring *wiring,
                                  const uint16_t *cycles, noc_path_tie_rule ties);

/* Router after `from` on the path to `to`; NOC_NO_NEXT_ROUTER: none. */
static inline uint32_t noc_guide_next(const noc_guide *guide, uint32_t from, uint32_t to)
{
    return guide->next_router[(size_t)to * guide->router_count + from];
}

#endif
