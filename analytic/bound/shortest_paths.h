/* analytic/bound/shortest_paths.h: the cheapest ways through a graph whose channels have prices.
 *
 * Ways follow the silicon: a packet may stay on any network that carries its class, use any port
 * of its terminals and turn anywhere but at half routers. Virtual channels and deadlock do not
 * matter here. */
#ifndef NOC_ANALYTIC_BOUND_SHORTEST_PATHS_H
#define NOC_ANALYTIC_BOUND_SHORTEST_PATHS_H

#include "network/graph/graph.h"

typedef enum noc_heading {
    NOC_HEADING_FROM, /* ways that leave a terminal */
    NOC_HEADING_TO,   /* ways that end at it */
} noc_heading;

typedef struct noc_shortest_paths noc_shortest_paths;

/* Makes a search. NULL when out of memory. The graph must outlive it. */
noc_shortest_paths *noc_shortest_paths_new(const noc_graph *graph);
void noc_shortest_paths_free(noc_shortest_paths *cheapest);

/* Finds the cheapest ways between a terminal and all channels, by prices (of each channel, >= 0),
 * then by hops, for packets of a class. */
void noc_shortest_paths_find(noc_shortest_paths *cheapest, uint32_t terminal, noc_heading heading,
                             noc_class class, const double *prices);

/* Way between the terminal and a channel, the channel included. `price`: sum of the prices,
 * INFINITY where there is no way; `next`: channel beside it towards the terminal, NOC_NONE at the
 * terminal. */
double noc_shortest_paths_price(const noc_shortest_paths *cheapest, uint32_t channel);
uint32_t noc_shortest_paths_next(const noc_shortest_paths *cheapest, uint32_t channel);

#endif
