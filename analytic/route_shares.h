/* analytic/route_shares.h: which share of the packets that come to a list of hops takes each of
 * them (network/graph/routes.h), where a routing leaves packets a choice.
 *
 * Lists whose hops are alike (the same channels, virtual channels, weights, biases and priorities,
 * in the same order) are one decision, wherever their packets go: what a packet sees there is the
 * same. */
#ifndef NOC_ANALYTIC_ROUTE_SHARES_H
#define NOC_ANALYTIC_ROUTE_SHARES_H

#include "network/graph/system.h"

/* A hop of a decision. */
typedef struct noc_way_on {
    uint32_t channel, vcs;
    uint32_t weight, bias, priority; /* noc_hop_choice */
    double share;                    /* share of the packets that come to the list */
} noc_way_on;

typedef struct noc_route_shares {
    uint32_t *decision; /* decision of the list that a hop begins, by hop; NOC_NONE: it is alone */
    noc_way_on *ways;
    uint32_t *first; /* place in `ways`, by decision, and one more */
    uint32_t count, way_count;
} noc_route_shares;

/* The decisions of a system whose routes have choices, each of whose hops gets as much as the
 * others. NULL when out of memory. The caller frees it. */
noc_route_shares *noc_route_shares_new(const noc_system *system);
void noc_route_shares_free(noc_route_shares *shares);

/* One hop of those that a packet goes on to, after another: begin with the hop's next. */
typedef struct noc_way_step {
    uint32_t hop; /* NOC_NONE: there is none */
    uint32_t way; /* place in shares->ways; NOC_NONE: the hop is alone */
} noc_way_step;

/* The first hop behind one, and the next beside it. `shares` NULL: nobody has a choice. */
static inline noc_way_step noc_ways_begin(const noc_routes *routes, const noc_route_shares *shares,
                                          uint32_t hop)
{
    const uint32_t next = routes->hops[hop].next;
    const uint32_t decision = shares && next != NOC_NONE ? shares->decision[next] : NOC_NONE;
    return (noc_way_step){next, decision == NOC_NONE ? NOC_NONE : shares->first[decision]};
}

static inline noc_way_step noc_ways_next(const noc_routes *routes, noc_way_step step)
{
    if (step.way == NOC_NONE) return (noc_way_step){NOC_NONE, NOC_NONE};
    return (noc_way_step){noc_routes_other(routes, step.hop), step.way + 1};
}

/* Share of the packets that takes it. */
static inline double noc_ways_share(const noc_route_shares *shares, noc_way_step step)
{
    return step.way == NOC_NONE ? 1.0 : shares->ways[step.way].share;
}

#endif
