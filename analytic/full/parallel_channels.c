#include "analytic/full/parallel_channels.h"

#include <stdlib.h>

#include "network/kinds/choices.h"

/* Hop on a channel that may have parallel channels, and the properties that parallel hops share. */
typedef struct candidate {
    uint32_t next, vcs, from, to, hop;
    noc_channel_kind kind;
} candidate;

/* Returns the choice among the parallel channels of a channel into a router; NULL: paths name the
 * channel. */
static const noc_channel_choice_kind *find_channel_choice(const noc_graph *g, uint32_t channel)
{
    const noc_network *net = noc_graph_channel_network(g, channel);
    const noc_channel_kind kind = g->channels[channel].kind;
    const noc_channel_choice_kind *choice =
        kind == NOC_INJECTION ? net->vc.port_choice : net->vc.link_choice;
    const bool has_choice_kind = choice && choice != &noc_channel_choice_random;
    return has_choice_kind && !choice->has_fixed_channel ? choice : NULL;
}

/* True if packets choose among parallel channels when they reach them, as always at a terminal. */
static bool has_choice(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    if (c->kind == NOC_EJECTION) return g->terminals[c->to].ejections > 1;
    return find_channel_choice(g, channel) != NULL;
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_ends(const candidate *a, const candidate *b)
{
    int d = compare_numbers(a->next, b->next);
    if (!d) d = compare_numbers(a->vcs, b->vcs);
    if (!d) d = compare_numbers(a->from, b->from);
    if (!d) d = compare_numbers(a->to, b->to);
    return d ? d : compare_numbers(a->kind, b->kind);
}

static int compare_candidates(const void *one, const void *two)
{
    const candidate *a = one, *b = two;
    const int d = compare_ends(a, b);
    return d ? d : compare_numbers(a->hop, b->hop);
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

void noc_full_link_parallel(noc_full *f)
{
    const noc_system *s = f->system;
    bool is_needed = false;
    for (uint32_t c = 0; c < s->graph.channel_count; c++) is_needed |= has_choice(&s->graph, c);
    if (!is_needed) return;
    candidate *list = noc_arena_array(f->arena, s->routes.hop_count, sizeof *list);
    f->parallel_hops = noc_arena_array(f->arena, s->routes.hop_count, sizeof *f->parallel_hops);
    if (f->arena->is_short) return;
    const size_t count = list_candidates(s, list);
    qsort(list, count, sizeof *list, compare_candidates);
    for (uint32_t h = 0; h < s->routes.hop_count; h++) f->parallel_hops[h] = h;
    for (size_t i = 0, end; i < count; i = end) { /* links parallel hops in a ring */
        for (end = i + 1; end < count && !compare_ends(&list[i], &list[end]); end++)
            f->parallel_hops[list[end - 1].hop] = list[end].hop;
        f->parallel_hops[list[end - 1].hop] = list[i].hop;
    }
    noc_arena_release(f->arena, list);
}

/* Returns the credits of the virtual channels that a packet may use over a hop. */
static unsigned count_credits(const noc_full *f, uint32_t hop)
{
    const noc_hop *h = &f->system->routes.hops[hop];
    unsigned credits = 0;
    for (uint32_t left = h->vcs; left; left &= left - 1)
        credits += f->vcs[f->channels[h->channel].first_vc + (uint32_t)__builtin_ctz(left)].credits;
    return credits;
}

/* Returns the parallel hop with the most credits; of equal ones the first from `hop` on. */
static uint32_t choose_emptiest(noc_full *f, uint32_t hop)
{
    uint32_t best = hop;
    unsigned most_credits = count_credits(f, hop);
    for (uint32_t h = f->parallel_hops[hop]; h != hop; h = f->parallel_hops[h]) {
        const unsigned credits = count_credits(f, h);
        if (credits <= most_credits) continue;
        most_credits = credits;
        best = h;
    }
    return best;
}

/* Returns the parallel hop with the lowest channel, which stores the round-robin pointer of all. */
static uint32_t find_first_parallel(const noc_full *f, uint32_t hop)
{
    const noc_hop *hops = f->system->routes.hops;
    uint32_t first = hop;
    for (uint32_t h = f->parallel_hops[hop]; h != hop; h = f->parallel_hops[h])
        if (hops[h].channel < hops[first].channel) first = h;
    return first;
}

static uint32_t choose_in_turn(noc_full *f, uint32_t hop)
{
    const uint32_t first = find_first_parallel(f, hop);
    uint32_t *turn = &f->channels[f->system->routes.hops[first].channel].next_parallel,
             chosen_hop = first;
    for (uint32_t k = 0; k < *turn; k++) chosen_hop = f->parallel_hops[chosen_hop];
    *turn = f->parallel_hops[chosen_hop] == first ? 0 : *turn + 1;
    return chosen_hop;
}

/* Returns the virtual channels of a hop's channel that packets own. */
static unsigned count_packets(const noc_full *f, uint32_t hop)
{
    const noc_full_channel *g = &f->channels[f->system->routes.hops[hop].channel];
    return g->vc_count - (unsigned)__builtin_popcount(g->free_vcs);
}

/* Returns the hop over the channel into a terminal with the fewest packets; equal ones in turn. */
static uint32_t choose_free(noc_full *f, uint32_t hop)
{
    const uint32_t start = choose_in_turn(f, hop);
    uint32_t best = start;
    for (uint32_t h = f->parallel_hops[start]; h != start; h = f->parallel_hops[h])
        if (count_packets(f, h) < count_packets(f, best)) best = h;
    return best;
}

uint32_t noc_full_choose_parallel(noc_full *f, uint32_t hop)
{
    if (!f->parallel_hops || f->parallel_hops[hop] == hop) return hop;
    const noc_graph *g = &f->system->graph;
    const uint32_t channel = f->system->routes.hops[hop].channel;
    if (g->channels[channel].kind == NOC_EJECTION) return choose_free(f, hop);
    const noc_channel_choice_kind *choice = find_channel_choice(g, channel);
    return choice->spread_rule == NOC_SPREAD_IN_TURN ? choose_in_turn(f, hop)
                                                     : choose_emptiest(f, hop);
}
