/* analytic/bound/bound_twins.h: channels that are the same to every packet, of which the bound's
 * program knows one: one row in place of several, and no search among equal mixes. They share their
 * load evenly. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_TWINS_H
#define NOC_ANALYTIC_BOUND_BOUND_TWINS_H

#include "network/graph/graph.h"

typedef struct noc_bound_twins {
    uint32_t *first; /* by channel: the first of those that lead from and to the same */
    unsigned *width; /* by first one: how many there are */
} noc_bound_twins;

/* False when out of memory; the caller clears *twins either way. */
bool noc_bound_twins_of(const noc_graph *graph, noc_bound_twins *twins);
void noc_bound_twins_clear(noc_bound_twins *twins);

#endif
