/* analytic/bound/shortest_paths.h: cheapest paths through a graph whose channels have prices.
 *
 * Paths use all of the silicon: a packet may use any network that carries its class and any port of
 * its terminals, and may turn anywhere but at half routers. Virtual channels and deadlock do not
 * matter here. */
#ifndef NOC_ANALYTIC_BOUND_SHORTEST_PATHS_H
#define NOC_ANALYTIC_BOUND_SHORTEST_PATHS_H

#include "base/arena.h"
#include "network/graph/graph.h"

typedef enum noc_heading {
    NOC_HEADING_FORWARD,  /* paths that begin at a terminal */
    NOC_HEADING_BACKWARD, /* paths that end at a terminal */
} noc_heading;

typedef struct noc_shortest_paths noc_shortest_paths;

/* Makes a search of a graph, which must outlive the search, in the arena. NULL when out of
 * memory. */
noc_shortest_paths *noc_shortest_paths_new(const noc_graph *graph, noc_arena *arena);

/* Finds the cheapest path between a terminal and each channel for packets of a class: from the
 * terminal or to it, by `heading`; of two paths at one price the path with fewer hops. `prices`:
 * [channel]: price, >= 0. */
void noc_shortest_paths_find(noc_shortest_paths *search, uint32_t terminal, noc_heading heading,
                             noc_class class, const double *prices);

/* Return figures of the path, found last, between the terminal and a channel, with the channel.
 * noc_shortest_paths_price: sum of the prices, INFINITY if there is no path.
 * noc_shortest_paths_next: next channel towards the terminal, NOC_NONE at the terminal. */
double noc_shortest_paths_price(const noc_shortest_paths *search, uint32_t channel);
uint32_t noc_shortest_paths_next(const noc_shortest_paths *search, uint32_t channel);

#endif
