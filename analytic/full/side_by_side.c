#include "analytic/full/side_by_side.h"

#include <stdlib.h>

#include "network/kinds/choices.h"

/* Hop on a channel that may have parallel channels, and the properties that parallel hops share. */
typedef struct candidate {
    uint32_t next, vcs, from, to, hop;
    noc_channel_kind kind;
} candidate;

/* Choice among the parallel channels of a channel. NULL: paths name the channel. */
static const noc_channel_choice_kind *choice_of(const noc_graph *g, uint32_t channel)
{
    const noc_network *net = noc_graph_network_of(g, channel);
    const noc_channel_kind kind = g->channels[channel].kind;
    const noc_channel_choice_kind *choice =
        kind == NOC_INJECTION ? net->vc.port_choice : net->vc.link_choice;
    const bool chosen = choice && choice != &noc_channel_choice_random;
    return chosen && !choice->by_source ? choice : NULL;
}

/* True if packets choose among parallel channels when they reach them, as always at a terminal. */
static bool has_choice(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    if (c->kind == NOC_EJECTION) return g->terminals[c->to].ejections > 1;
    return choice_of(g, channel) != NULL;
}

static int order(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_ends(const candidate *a, const candidate *b)
{
    int d = order(a->next, b->next);
    if (!d) d = order(a->vcs, b->vcs);
    if (!d) d = order(a->from, b->from);
    if (!d) d = order(a->to, b->to);
    return d ? d : order(a->kind, b->kind);
}

static int compare(const void *one, const void *two)
{
    const candidate *a = one, *b = two;
    const int d = compare_ends(a, b);
    return d ? d : order(a->hop, b->hop);
}

static size_t list_candidates(const noc_system *s, candidate *list)
{
    size_t count = 0;
    for (uint32_t h = 0; h < s->routes.hop_count; h++) {
        const noc_hop *hop = &s->routes.hops[h];
        const noc_channel *c = &s->graph.channels[hop->channel];
        if (!has_choice(&s->graph, hop->channel)) continue;
        list[count++] = (candidate){hop->next, hop->vcs, c->from, c->to, h, c->kind};
    }
    return count;
}

bool noc_full_find_beside(noc_full *f)
{
    const noc_system *s = f->system;
    bool any = false;
    for (uint32_t c = 0; c < s->graph.channel_count; c++) any |= has_choice(&s->graph, c);
    if (!any) return true;
    candidate *list = malloc((s->routes.hop_count + 1u) * sizeof *list);
    f->beside = malloc((s->routes.hop_count + 1u) * sizeof *f->beside);
    if (list && f->beside) {
        const size_t count = list_candidates(s, list);
        qsort(list, count, sizeof *list, compare);
        for (uint32_t h = 0; h < s->routes.hop_count; h++) f->beside[h] = h;
        for (size_t i = 0, end; i < count; i = end) { /* links parallel hops in a ring */
            for (end = i + 1; end < count && !compare_ends(&list[i], &list[end]); end++)
                f->beside[list[end - 1].hop] = list[end].hop;
            f->beside[list[end - 1].hop] = list[i].hop;
        }
    }
    free(list);
    return list && f->beside;
}

/* Free places for flits in the virtual channels that a packet may use. */
static unsigned room_at(const noc_full *f, uint32_t hop)
{
    const noc_hop *h = &f->system->routes.hops[hop];
    unsigned room = 0;
    for (uint32_t left = h->vcs; left; left &= left - 1)
        room += f->lanes[f->gateways[h->channel].first_lane + (uint32_t)__builtin_ctz(left)].room;
    return room;
}

static uint32_t emptiest(noc_full *f, uint32_t hop)
{
    uint32_t best = hop;
    unsigned most = room_at(f, hop);
    for (uint32_t h = f->beside[hop]; h != hop; h = f->beside[h]) {
        const unsigned room = room_at(f, h);
        if (room <= most) continue;
        most = room;
        best = h;
    }
    return best;
}

/* Hop of the parallel channel that stores the round-robin pointer of all. */
static uint32_t first_beside(const noc_full *f, uint32_t hop)
{
    const noc_hop *hops = f->system->routes.hops;
    uint32_t first = hop;
    for (uint32_t h = f->beside[hop]; h != hop; h = f->beside[h])
        if (hops[h].channel < hops[first].channel) first = h;
    return first;
}

static uint32_t in_turn(noc_full *f, uint32_t hop)
{
    const uint32_t first = first_beside(f, hop);
    uint32_t *turn = &f->gateways[f->system->routes.hops[first].channel].turn_beside, taken = first;
    for (uint32_t k = 0; k < *turn; k++) taken = f->beside[taken];
    *turn = f->beside[taken] == first ? 0 : *turn + 1;
    return taken;
}

static unsigned packets_on(const noc_full *f, uint32_t hop)
{
    const noc_gateway *g = &f->gateways[f->system->routes.hops[hop].channel];
    return g->lanes - (unsigned)__builtin_popcount(g->open);
}

/* Chooses the channel into a terminal with the fewest packets; equal ones in turn. */
static uint32_t first_free(noc_full *f, uint32_t hop)
{
    const uint32_t start = in_turn(f, hop);
    uint32_t best = start;
    for (uint32_t h = f->beside[start]; h != start; h = f->beside[h])
        if (packets_on(f, h) < packets_on(f, best)) best = h;
    return best;
}

uint32_t noc_full_choose(noc_full *f, uint32_t hop)
{
    if (!f->beside || f->beside[hop] == hop) return hop;
    const noc_graph *g = &f->system->graph;
    const uint32_t channel = f->system->routes.hops[hop].channel;
    if (g->channels[channel].kind == NOC_EJECTION) return first_free(f, hop);
    const noc_channel_choice_kind *choice = choice_of(g, channel);
    return choice->spread == NOC_SPREAD_IN_TURN ? in_turn(f, hop) : emptiest(f, hop);
}
