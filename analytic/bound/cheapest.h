/* analytic/bound/cheapest.h: the cheapest ways through a graph whose channels have prices.
 *
 * Every way that the silicon allows: a packet may stay on any network that carries its class, use
 * any port of its terminals and turn anywhere but at half routers. Virtual channels and deadlock do
 * not matter here. */
#ifndef NOC_ANALYTIC_BOUND_CHEAPEST_H
#define NOC_ANALYTIC_BOUND_CHEAPEST_H

#include "network/graph/graph.h"

typedef enum noc_heading {
    NOC_HEADING_FROM, /* ways that leave a terminal */
    NOC_HEADING_TO,   /* ways that end at it */
} noc_heading;

typedef struct noc_cheapest noc_cheapest;

/* NULL when out of memory. The graph must outlive it. */
noc_cheapest *noc_cheapest_new(const noc_graph *graph);
void noc_cheapest_free(noc_cheapest *cheapest);

/* Finds the cheapest ways between a terminal and all channels, by prices (of each channel, >= 0),
 * then by hops, for packets of a class. */
void noc_cheapest_find(noc_cheapest *cheapest, uint32_t terminal, noc_heading heading,
                       noc_class class, const double *prices);

/* Of the way between the terminal and a channel, that one included: the sum of the prices, INFINITY
 * where there is none, and the channel next to it in the direction of the terminal, NOC_NONE at the
 * terminal. */
double noc_cheapest_price(const noc_cheapest *cheapest, uint32_t channel);
uint32_t noc_cheapest_next(const noc_cheapest *cheapest, uint32_t channel);

#endif
