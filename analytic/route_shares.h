/* analytic/route_shares.h: shares of packets that choose each next hop, where a routing lets
 * packets choose: at a hop with a list of alternatives (network/graph/routes.h).
 *
 * Lists with equal hops (channels, virtual channels, weights, biases and priorities, in equal
 * order) are one decision, whatever the destinations: their packets find equal states. */
#ifndef NOC_ANALYTIC_ROUTE_SHARES_H
#define NOC_ANALYTIC_ROUTE_SHARES_H

#include "base/arena.h"
#include "network/graph/system.h"

/* A hop of a decision. */
typedef struct noc_hop_option {
    uint32_t channel, vcs;           /* channel; set of virtual channels, a bit for each */
    uint32_t weight, bias, priority; /* members of noc_hop_choice */
    double share;                    /* share of the list's packets that choose the hop */
} noc_hop_option;

typedef struct noc_route_shares {
    /* [hop]: decision of the list that begins with the hop; NOC_NONE: no choice */
    uint32_t *decision;
    noc_hop_option *options; /* hops of all decisions */
    uint32_t *first_option;  /* [decision], and one more: first option in `options` */
    uint32_t decision_count, option_count;
} noc_route_shares;

/* Makes the decisions of a system whose routes have choices, with equal shares of all hops of a
 * decision; memory of the arena. NULL when out of memory. */
noc_route_shares *noc_route_shares_new(const noc_system *system, noc_arena *arena);

/* One of the next hops of a packet, during a walk over all of them. */
typedef struct noc_hop_step {
    uint32_t hop;    /* NOC_NONE: no hop */
    uint32_t option; /* number in shares->options; NOC_NONE: no choice */
} noc_hop_step;

/* First of the next hops of a hop; the following functions continue the walk. `shares` NULL: no
 * packet has a choice. */
static inline noc_hop_step noc_first_hop_step(const noc_routes *routes,
                                              const noc_route_shares *shares, uint32_t hop)
{
    const uint32_t next = routes->hops[hop].next;
    const uint32_t decision = shares && next != NOC_NONE ? shares->decision[next] : NOC_NONE;
    return (noc_hop_step){next, decision == NOC_NONE ? NOC_NONE : shares->first_option[decision]};
}

static inline noc_hop_step noc_next_hop_step(const noc_routes *routes, noc_hop_step step)
{
    if (step.option == NOC_NONE) return (noc_hop_step){NOC_NONE, NOC_NONE};
    return (noc_hop_step){noc_routes_alternative(routes, step.hop), step.option + 1};
}

/* Share of the packets that choose the hop of a step. */
static inline double noc_hop_step_share(const noc_route_shares *shares, noc_hop_step step)
{
    return step.option == NOC_NONE ? 1.0 : shares->options[step.option].share;
}

#endif
