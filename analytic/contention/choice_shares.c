#include "analytic/contention/choice_shares.h"

#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "design/allocators.h"

/* Probability below which counts of flits are left out. */
static const double negligible = 1e-10;

/* Least share of a route: the next load may need the route, and packets with rate 0 have no mean
 * length. */
static const double least_share = 1e-6;

/* ---- numbers of flits ------------------------------------------------------------------------ */

enum { FLITS_MOST = 2048 };

/* Returns the most outstanding flits that a channel's credits allow. */
static uint32_t most_outstanding(const noc_graph *g, uint32_t channel)
{
    const noc_network *net = &g->networks[g->channels[channel].network];
    const uint32_t all = (uint32_t)net->vc.virtual_channels * g->channels[channel].buffer_flits;
    return all < FLITS_MOST ? all : FLITS_MOST;
}

bool noc_choice_make_chances(noc_choice *c)
{
    const noc_route_shares *ways = c->map->loads.ways;
    const noc_graph *g = &c->system->graph;
    size_t room = 0;
    c->first_chance = malloc((g->channel_count + 1u) * sizeof *c->first_chance);
    if (!c->first_chance) return false;
    for (uint32_t ch = 0; ch < g->channel_count; ch++) c->first_chance[ch] = SIZE_MAX;
    for (uint32_t w = 0; w < ways->way_count; w++) {
        const uint32_t ch = ways->ways[w].channel;
        if (c->first_chance[ch] != SIZE_MAX) continue;
        c->first_chance[ch] = room;
        room += most_outstanding(g, ch) + 1u;
    }
    c->chances = malloc((room + 1) * sizeof *c->chances);
    return c->chances;
}

/* Finds the probabilities of at most 0, 1, ... outstanding flits. Distributions of Panjer's class
 * (ASTIN Bulletin 12, 1981), p(k) = p(k - 1) (a + b / k), are binomial, Poisson or negative
 * binomial, as the variance is below the mean, equal to it, or above. Flits on links are binomial,
 * queues negative binomial. */
static void find_chances(const noc_choice *c, uint32_t channel)
{
    double *at_most = &c->chances[c->first_chance[channel]];
    const uint32_t most = most_outstanding(&c->system->graph, channel);
    const double mean = min_of(max_of(c->seen.outstanding[channel], 1e-9), 0.98 * most);
    const double variance = max_of(c->seen.variance[channel], 0.02 * mean);
    const double a = 1.0 - mean / variance, b = mean * mean / variance - a;
    const uint32_t mode = (uint32_t)mean;
    double sum = 0.0, p = 1.0;
    for (uint32_t k = mode + 1; k-- > 0;) {
        at_most[k] = p;
        const double ratio = k > 0 ? a + b / k : 1.0;
        p = ratio > 0.0 ? p / ratio : 0.0;
    }
    p = 1.0;
    for (uint32_t k = mode + 1; k <= most; k++) at_most[k] = p *= max_of(0.0, a + b / k);
    for (uint32_t k = 0; k <= most; k++) sum += at_most[k];
    double up_to = 0.0;
    for (uint32_t k = 0; k <= most; k++) at_most[k] = up_to += at_most[k] / sum;
}

static double at_most(const noc_choice *c, uint32_t channel, double flits)
{
    const uint32_t most = most_outstanding(&c->system->graph, channel);
    if (flits < 0.0) return 0.0;
    return flits >= most ? 1.0 : c->chances[c->first_chance[channel] + (uint32_t)flits];
}

/* ---- counts compared ------------------------------------------------------------------------- */

/* Return the probability that a route's score is above `score`, or at least `score`. */
static double counts_more(const noc_choice *c, const noc_way_on *way, double score)
{
    return 1.0 - at_most(c, way->channel, floor((score - way->bias) / way->weight));
}

static double counts_as_much(const noc_choice *c, const noc_way_on *way, double score)
{
    return 1.0 - at_most(c, way->channel, ceil((score - way->bias) / way->weight) - 1.0);
}

/* Winner of equal scores: the other route, this route, or one at random. */
typedef enum tie { TIE_TO_NONE, TIE_TO_ONE, TIE_AT_RANDOM } tie;

/* Returns the probability that a route with `flits` outstanding flits is preferred to another. Two
 * routes over one channel see the same number of flits. */
static double beats(const noc_choice *c, const noc_way_on *way, double flits,
                    const noc_way_on *other, tie equal)
{
    const double score = way->weight * flits + way->bias;
    if (other->channel == way->channel) {
        const double beside = other->weight * flits + other->bias;
        if (score == beside) return equal == TIE_TO_ONE ? 1.0 : equal == TIE_TO_NONE ? 0.0 : 0.5;
        return score < beside ? 1.0 : 0.0;
    }
    if (equal == TIE_TO_NONE) return counts_more(c, other, score);
    if (equal == TIE_TO_ONE) return counts_as_much(c, other, score);
    return 0.5 * (counts_more(c, other, score) + counts_as_much(c, other, score));
}

/* Returns the probability that a route is preferred to all others of a list, over the distribution
 * of its outstanding flits. */
static double is_least(const noc_choice *c, const noc_way_on *list, uint32_t count, uint32_t own,
                       bool first)
{
    const noc_way_on *way = &list[own];
    const uint32_t most = most_outstanding(&c->system->graph, way->channel);
    double sum = 0.0, before = 0.0;
    for (uint32_t k = 0; k <= most && before < 1.0 - negligible; k++) {
        const double up_to = at_most(c, way->channel, k);
        double chance = up_to - before;
        before = up_to;
        if (chance < negligible) continue;
        for (uint32_t i = 0; i < count; i++)
            if (i != own)
                chance *= beats(c, way, k, &list[i],
                                !first    ? TIE_AT_RANDOM
                                : i > own ? TIE_TO_ONE
                                          : TIE_TO_NONE);
        sum += chance;
    }
    return sum;
}

static void share_by_counts(const noc_choice *c, noc_way_on *list, uint32_t count, bool first)
{
    for (uint32_t i = 0; i < count; i++) list[i].share = is_least(c, list, count, i, first);
}

/* Finds the shares where the better of two randomly drawn routes is chosen; both draws may be
 * equal. */
static void share_by_two_drawn(const noc_choice *c, noc_way_on *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        list[i].share = 1.0;
        for (uint32_t j = 0; j < count; j++) {
            if (j == i) continue;
            const noc_way_on two[] = {list[i], list[j]};
            list[i].share += 2.0 * is_least(c, two, 2, 0, false);
        }
    }
}

/* ---- virtual channels ------------------------------------------------------------------------ */

static double owned_of(const noc_choice *c, uint32_t way)
{
    return c->seen.owned[c->shared.way_group[way]];
}

static const uint32_t ANY = UINT32_MAX; /* routes of all priorities */

static bool is_of(const noc_way_on *way, uint32_t priority)
{
    return priority == ANY || way->priority == priority;
}

/* Finds the shares where a head asks for all free virtual channels: round-robin pointers give each
 * an equal chance. */
static void share_by_free(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority)
{
    noc_way_on *ways = c->map->loads.ways->ways;
    for (uint32_t w = from; w < end; w++)
        if (is_of(&ways[w], priority))
            ways[w].share = __builtin_popcount(ways[w].vcs) * (1.0 - owned_of(c, w));
}

/* A virtual channel for which heads ask. */
typedef struct asked {
    uint32_t place, way; /* place among the VCs of all outputs of the router; route that uses it */
} asked;

enum { ASKED_MOST = 256 };

static uint32_t list_asked(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority,
                           asked *list)
{
    const noc_route_shares *ways = c->map->loads.ways;
    const noc_graph *g = &c->system->graph;
    uint32_t count = 0;
    for (uint32_t w = from; w < end; w++) {
        if (!is_of(&ways->ways[w], priority)) continue;
        const noc_channel *ch = &g->channels[ways->ways[w].channel];
        const uint32_t vcs = g->networks[ch->network].vc.virtual_channels;
        for (uint32_t set = ways->ways[w].vcs; set && count < ASKED_MOST; set &= set - 1) {
            const asked own = {ch->from_port * vcs + (uint32_t)__builtin_ctz(set), w};
            uint32_t at = count++;
            for (; at > 0 && list[at - 1].place > own.place; at--) list[at] = list[at - 1];
            list[at] = own;
        }
    }
    return count;
}

/* Finds the shares where a search from a random place of the router takes the first free virtual
 * channel. A VC is reached by searches that begin after the previous VC, and by searches that found
 * the previous VC owned. */
static void share_by_search(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority)
{
    enum { ROUNDS = 4 };
    noc_way_on *ways = c->map->loads.ways->ways;
    const noc_graph *g = &c->system->graph;
    const noc_channel *first = &g->channels[ways[from].channel];
    const uint32_t places =
        g->routers[first->from].outputs * g->networks[first->network].vc.virtual_channels;
    asked list[ASKED_MOST];
    const uint32_t count = list_asked(c, from, end, priority, list);
    double comes = 0.0;
    for (uint32_t w = from; w < end; w++)
        if (is_of(&ways[w], priority)) ways[w].share = 0.0;
    for (uint32_t i = 0; i < ROUNDS * count; i++) {
        const asked *own = &list[i % count], *before = &list[(i + count - 1) % count];
        const double gap = (own->place + places - before->place - 1) % places + 1.0;
        const double owned = owned_of(c, own->way);
        comes += gap / places;
        if (i >= (ROUNDS - 1) * count) ways[own->way].share += comes * (1.0 - owned);
        comes *= owned;
    }
}

/* Returns the probability that all virtual channels of a priority are owned. */
static double none_is_free(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority)
{
    const noc_way_on *ways = c->map->loads.ways->ways;
    double none = 1.0;
    for (uint32_t w = from; w < end; w++)
        if (ways[w].priority == priority)
            none *= pow(owned_of(c, w), __builtin_popcount(ways[w].vcs));
    return none;
}

static void scale(noc_way_on *ways, uint32_t from, uint32_t end, uint32_t priority, double to)
{
    double sum = 0.0;
    for (uint32_t w = from; w < end; w++)
        if (ways[w].priority == priority) sum += ways[w].share;
    for (uint32_t w = from; w < end; w++)
        if (ways[w].priority == priority) ways[w].share *= sum > 0.0 ? to / sum : 0.0;
}

/* Finds the shares where a head that finds all virtual channels of a priority owned chooses one of
 * the next priority. A head that finds all VCs owned gets the first free one of the highest
 * priority, since waiting heads ask for all again. */
static void share_by_allocator(const noc_choice *c, uint32_t from, uint32_t end,
                               const noc_network *net)
{
    noc_way_on *ways = c->map->loads.ways->ways;
    const noc_allocator allocator = net->vc.vc_allocator;
    uint32_t highest = 0;
    double left = 1.0;
    for (uint32_t w = from; w < end; w++) highest = max_unsigned(highest, ways[w].priority);
    if (!noc_allocators[allocator].ranks) {
        if (noc_allocators[allocator].anywhere)
            share_by_search(c, from, end, ANY);
        else
            share_by_free(c, from, end, ANY);
        return;
    }
    for (uint32_t p = highest + 1; p-- > 0;) {
        const double none = none_is_free(c, from, end, p);
        if (noc_allocators[allocator].anywhere)
            share_by_search(c, from, end, p);
        else
            share_by_free(c, from, end, p);
        scale(ways, from, end, p, left * (1.0 - none));
        left *= none;
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void keep_all(noc_way_on *list, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += list[i].share = max_of(list[i].share, 0.0);
    for (uint32_t i = 0; i < count; i++) {
        const double share = sum > 0.0 ? list[i].share / sum : 1.0 / count;
        list[i].share = least_share + (1.0 - count * least_share) * share;
    }
}

static void decide(const noc_choice *c, uint32_t decision)
{
    const noc_route_shares *all = c->map->loads.ways;
    const uint32_t from = all->first[decision], end = all->first[decision + 1];
    noc_way_on *list = &all->ways[from];
    const noc_network *net = noc_graph_network_of(&c->system->graph, list->channel);
    switch (net->vc.route_choice) {
    case NOC_CHOICE_ALLOCATOR:
        share_by_allocator(c, from, end, net);
        break;
    case NOC_CHOICE_TWO_DRAWN:
        share_by_two_drawn(c, list, end - from);
        break;
    case NOC_CHOICE_LEAST:
    case NOC_CHOICE_FIRST_LEAST:
    case NOC_CHOICE_NONE:
        share_by_counts(c, list, end - from, net->vc.route_choice == NOC_CHOICE_FIRST_LEAST);
    }
    keep_all(list, end - from);
}

void noc_choice_find_shares(noc_choice *c)
{
    for (uint32_t ch = 0; ch < c->system->graph.channel_count; ch++)
        if (c->first_chance[ch] != SIZE_MAX) find_chances(c, ch);
    for (uint32_t d = 0; d < c->map->loads.ways->count; d++) decide(c, d);
}
