/* network/graph/link_order.h: order of links in which few paths turn back to an earlier link.
 *
 * Turns that lead forward in an order close no circle. Turns that lead back are a feedback arc
 * set of the turns, weighted by their paths. The minimum is hard to find. The greedy order of
 * Eades, Lin and Smyth (A Fast and Effective Heuristic for the Feedback Arc Set Problem,
 * Information Processing Letters 47(6), 1993) is fast. */
#ifndef NOC_NETWORK_GRAPH_LINK_ORDER_H
#define NOC_NETWORK_GRAPH_LINK_ORDER_H

#include "network/graph/turns.h"

/* Fills place[link] with 0 .. links-1, for finished turns. Turns without paths are ignored.
 * Equal turns give an equal order. False when out of memory. */
bool noc_link_order_find(const noc_turn_set *turns, uint32_t links, uint32_t *place);

#endif
