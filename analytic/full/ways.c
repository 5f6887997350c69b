#include "analytic/full/ways.h"

#include "design/design.h"

/* ---- by flits outstanding ---------------------------------------------------------------------- */

/* Flits of a stay that are in the buffer behind its lane. */
static unsigned buffered_in(const noc_full *f, const noc_lane *l)
{
    unsigned flits = 0;
    for (uint32_t s = l->first; s != NOC_NONE; s = f->stays[s].next)
        flits += (unsigned)(f->stays[s].came - f->stays[s].gone);
    return flits;
}

/* Flits that count on a channel: sent, and their credits not back; or those in the buffers. */
static unsigned count_on(const noc_full *f, uint32_t channel)
{
    const noc_gateway *g = &f->gateways[channel];
    const noc_network *net = noc_graph_network_of(&f->system->graph, channel);
    unsigned flits = 0;
    for (uint32_t v = 0; v < g->lanes; v++) {
        const noc_lane *l = &f->lanes[g->first_lane + v];
        flits += net->vc.sees_wire ? (unsigned)(g->buffer - l->room) : buffered_in(f, l);
    }
    return flits;
}

static uint64_t score_of(const noc_full *f, uint32_t hop)
{
    const noc_hop_choice *c = &f->system->routes.choices[hop];
    return (uint64_t)c->weight * count_on(f, f->system->routes.hops[hop].channel) + c->bias;
}

/* The least; of equals the first, or each with the same chance. */
static uint32_t least(noc_full *f, uint32_t hop, bool first)
{
    uint32_t best = hop;
    uint64_t score = score_of(f, hop);
    unsigned alike = 1;
    for (uint32_t h = noc_routes_other(&f->system->routes, hop); h != NOC_NONE;
         h = noc_routes_other(&f->system->routes, h)) {
        const uint64_t own = score_of(f, h);
        if (own > score || (own == score && first)) continue;
        alike = own < score ? 1 : alike + 1;
        score = own;
        if (alike == 1 || noc_draw(&f->draws) * alike < 1.0) best = h;
    }
    return best;
}

static uint32_t drawn(noc_full *f, uint32_t hop)
{
    const noc_routes *routes = &f->system->routes;
    unsigned count = 0;
    uint32_t h = hop;
    for (uint32_t k = hop; k != NOC_NONE; k = noc_routes_other(routes, k)) count++;
    for (unsigned left = (unsigned)(noc_draw(&f->draws) * count); left > 0; left--)
        h = noc_routes_other(routes, h);
    return h;
}

static uint32_t of_two_drawn(noc_full *f, uint32_t hop)
{
    const uint32_t one = drawn(f, hop), two = drawn(f, hop);
    return score_of(f, two) < score_of(f, one) ? two : one;
}

/* ---- by virtual channels that are free ----------------------------------------------------------- */

static unsigned free_on(const noc_full *f, uint32_t hop)
{
    const noc_hop *h = &f->system->routes.hops[hop];
    return (unsigned)__builtin_popcount(f->gateways[h->channel].open & h->vcs);
}

/* One with virtual channels that are free, the more likely the more it has; those of the highest
 * priority, where that counts. All are owned: any. */
static uint32_t of_free(noc_full *f, uint32_t hop)
{
    const noc_routes *routes = &f->system->routes;
    const noc_network *net = noc_graph_network_of(&f->system->graph, routes->hops[hop].channel);
    const bool honours = noc_allocator_ranks(net->vc.vc_allocator);
    uint32_t best = NOC_NONE;
    unsigned sum = 0, highest = 0;
    for (uint32_t h = hop; h != NOC_NONE; h = noc_routes_other(routes, h)) {
        const unsigned priority = honours ? routes->choices[h].priority : 0;
        const unsigned own = free_on(f, h);
        if (own == 0 || (sum > 0 && priority < highest)) continue;
        if (priority > highest) sum = 0;
        highest = priority;
        sum += own;
        if (noc_draw(&f->draws) * sum < own) best = h;
    }
    return best == NOC_NONE ? drawn(f, hop) : best;
}

uint32_t noc_full_take(noc_full *f, uint32_t hop)
{
    if (noc_routes_other(&f->system->routes, hop) == NOC_NONE) return hop;
    const uint32_t channel = f->system->routes.hops[hop].channel;
    switch (noc_graph_network_of(&f->system->graph, channel)->vc.route_choice) {
    case NOC_CHOICE_ALLOCATOR:
        return of_free(f, hop);
    case NOC_CHOICE_TWO_DRAWN:
        return of_two_drawn(f, hop);
    case NOC_CHOICE_LEAST:
        return least(f, hop, false);
    case NOC_CHOICE_FIRST_LEAST:
        return least(f, hop, true);
    case NOC_CHOICE_NONE:
        break;
    }
    return hop;
}
