/* network/graph/guide.h: the way from each router of a network to each, where no rule finds it: a
 * table, made once for all flows (topology "file").
 *
 * The table of minimal ways has, for each router and destination, the next router: that on the way
 * of the least sum of cycles. Of ways of equal cycles: */
#ifndef NOC_NETWORK_GRAPH_GUIDE_H
#define NOC_NETWORK_GRAPH_GUIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "design/wiring.h"

/* What decides among ways of equal sums of cycles. */
typedef enum noc_way_ties {
    /* The one over fewer links; of these the next router of the lowest number, at each router. */
    NOC_TIES_LOWEST,
    /* BookSim 2.0's anynet: Dijkstra's algorithm from every router, in which routers are settled in
     * the order of distance, then number, and a way is replaced by a strictly shorter one only. So
     * the router before the destination is, of those that lie on shortest ways, the one nearest to
     * the source, then the one of the lowest number, and so on back. Each router has a table of
     * its own, and a packet follows table after table. */
    NOC_TIES_BOOKSIM,
} noc_way_ties;

enum { NOC_NO_WAY = UINT16_MAX };

typedef struct noc_guide {
    uint32_t routers;
    uint16_t *next; /* by destination * routers + router: NOC_NO_WAY where there is none, and at the
                       destination. All on the way to one lie side by side. */
} noc_guide;

/* The minimal ways over the links of a wiring; `cycles` has the latency of each link. NULL when out
 * of memory. */
noc_guide *noc_guide_minimal(const noc_wiring *wiring, const uint16_t *cycles, noc_way_ties ties);
void noc_guide_free(noc_guide *guide);

/* The router after `from` on the way to `to`; NOC_NO_WAY if there is none. */
static inline uint32_t noc_guide_next(const noc_guide *guide, uint32_t from, uint32_t to)
{
    return guide->next[(size_t)to * guide->routers + from];
}

#endif
