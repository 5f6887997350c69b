#include "analytic/contention/choice_shares.h"

#include <math.h>

#include "base/min_max.h"
#include "design/allocators.h"

/* Probability below which counts of flits are left out. */
static const double negligible = 1e-10;

/* Least share of a route: the next load may need the route, and packets with rate 0 have no mean
 * length. */
static const double least_share = 1e-6;

/* ---- numbers of flits ------------------------------------------------------------------------ */

enum { FLITS_MAX = 2048 };

/* Returns the most outstanding flits that a channel's credits allow. */
static uint32_t find_max_outstanding(const noc_graph *g, uint32_t channel)
{
    const noc_network *net = &g->networks[g->channels[channel].network];
    const uint32_t buffer_flits =
        (uint32_t)net->vc.virtual_channels * g->channels[channel].buffer_flits;
    return buffer_flits < FLITS_MAX ? buffer_flits : FLITS_MAX;
}

bool noc_choice_allocate(noc_choice *c, noc_arena *arena)
{
    const noc_route_shares *route_shares = c->map->loads.route_shares;
    const noc_graph *g = &c->system->graph;
    size_t room = 0;
    c->first_chance = noc_arena_array(arena, g->channel_count, sizeof *c->first_chance);
    if (!c->first_chance) return false;
    for (uint32_t ch = 0; ch < g->channel_count; ch++) c->first_chance[ch] = SIZE_MAX;
    for (uint32_t w = 0; w < route_shares->option_count; w++) {
        const uint32_t ch = route_shares->options[w].channel;
        if (c->first_chance[ch] != SIZE_MAX) continue;
        c->first_chance[ch] = room;
        room += find_max_outstanding(g, ch) + 1u;
    }
    c->chances = noc_arena_array(arena, room, sizeof *c->chances);
    return c->chances;
}

/* Finds the probabilities of at most 0, 1, ... outstanding flits. Distributions of Panjer's class
 * (ASTIN Bulletin 12, 1981), p(k) = p(k - 1) (a + b / k), are binomial, Poisson or negative
 * binomial, as the variance is below the mean, equal to it, or above. Flits on links are binomial,
 * queues negative binomial. */
static void find_chances(const noc_choice *c, uint32_t channel)
{
    double *distribution = &c->chances[c->first_chance[channel]];
    const uint32_t max_flits = find_max_outstanding(&c->system->graph, channel);
    const double mean =
        min_of(max_of(c->seen_parts.outstanding_flits[channel], 1e-9), 0.98 * max_flits);
    const double variance = max_of(c->seen_parts.outstanding_variance[channel], 0.02 * mean);
    const double a = 1.0 - mean / variance, b = mean * mean / variance - a;
    const uint32_t mode = (uint32_t)mean;
    double sum = 0.0, p = 1.0;
    for (uint32_t k = mode + 1; k-- > 0;) {
        distribution[k] = p;
        const double ratio = k > 0 ? a + b / k : 1.0;
        p = ratio > 0.0 ? p / ratio : 0.0;
    }
    p = 1.0;
    for (uint32_t k = mode + 1; k <= max_flits; k++) distribution[k] = p *= max_of(0.0, a + b / k);
    for (uint32_t k = 0; k <= max_flits; k++) sum += distribution[k];
    double sum_so_far = 0.0;
    for (uint32_t k = 0; k <= max_flits; k++) distribution[k] = sum_so_far += distribution[k] / sum;
}

/* Returns the probability that a channel has at most `flits` outstanding flits. */
static double find_chance(const noc_choice *c, uint32_t channel, double flits)
{
    const uint32_t max_flits = find_max_outstanding(&c->system->graph, channel);
    if (flits < 0.0) return 0.0;
    return flits >= max_flits ? 1.0 : c->chances[c->first_chance[channel] + (uint32_t)flits];
}

/* ---- counts compared ------------------------------------------------------------------------- */

/* Return the probability that a route's score is above `score`, or at least `score`. */
static double find_higher_chance(const noc_choice *c, const noc_hop_option *option, double score)
{
    return 1.0 - find_chance(c, option->channel, floor((score - option->bias) / option->weight));
}

static double find_equal_chance(const noc_choice *c, const noc_hop_option *option, double score)
{
    return 1.0 -
           find_chance(c, option->channel, ceil((score - option->bias) / option->weight) - 1.0);
}

/* Winner of equal scores: the other route, this route, or one at random. */
typedef enum tie { TIE_TO_OTHER, TIE_TO_THIS, TIE_AT_RANDOM } tie;

/* Returns the probability that a route with `flits` outstanding flits is preferred to another. Two
 * routes over one channel see the same number of flits. */
static double find_win_chance(const noc_choice *c, const noc_hop_option *option, double flits,
                              const noc_hop_option *other, tie tie_rule)
{
    const double score = option->weight * flits + option->bias;
    if (other->channel == option->channel) {
        const double other_score = other->weight * flits + other->bias;
        if (score == other_score)
            return tie_rule == TIE_TO_THIS ? 1.0 : tie_rule == TIE_TO_OTHER ? 0.0 : 0.5;
        return score < other_score ? 1.0 : 0.0;
    }
    if (tie_rule == TIE_TO_OTHER) return find_higher_chance(c, other, score);
    if (tie_rule == TIE_TO_THIS) return find_equal_chance(c, other, score);
    return 0.5 * (find_higher_chance(c, other, score) + find_equal_chance(c, other, score));
}

/* Returns the probability that route `number` of a list is preferred to all others, over the
 * distribution of its outstanding flits. `prefers_first`: of equal scores the first route of the
 * list wins; else one at random. */
static double find_preference(const noc_choice *c, const noc_hop_option *list, uint32_t count,
                              uint32_t number, bool prefers_first)
{
    const noc_hop_option *option = &list[number];
    const uint32_t max_flits = find_max_outstanding(&c->system->graph, option->channel);
    double sum = 0.0, chance_before = 0.0;
    for (uint32_t k = 0; k <= max_flits && chance_before < 1.0 - negligible; k++) {
        const double chance_now = find_chance(c, option->channel, k);
        double chance = chance_now - chance_before;
        chance_before = chance_now;
        if (chance < negligible) continue;
        for (uint32_t i = 0; i < count; i++)
            if (i != number)
                chance *= find_win_chance(c, option, k, &list[i],
                                          !prefers_first ? TIE_AT_RANDOM
                                          : i > number   ? TIE_TO_THIS
                                                         : TIE_TO_OTHER);
        sum += chance;
    }
    return sum;
}

static void share_by_scores(const noc_choice *c, noc_hop_option *list, uint32_t count,
                            bool prefers_first)
{
    for (uint32_t i = 0; i < count; i++)
        list[i].share = find_preference(c, list, count, i, prefers_first);
}

/* Finds the shares where the better of two randomly drawn routes is chosen; both draws may be
 * equal. */
static void share_by_two_drawn(const noc_choice *c, noc_hop_option *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        list[i].share = 1.0;
        for (uint32_t j = 0; j < count; j++) {
            if (j == i) continue;
            const noc_hop_option pair[] = {list[i], list[j]};
            list[i].share += 2.0 * find_preference(c, pair, 2, 0, false);
        }
    }
}

/* ---- virtual channels ------------------------------------------------------------------------ */

static double find_owned_share(const noc_choice *c, uint32_t option)
{
    return c->seen_parts.owned_share[c->shared.option_group[option]];
}

static const uint32_t ANY_PRIORITY = UINT32_MAX; /* routes of all priorities */

static bool has_priority(const noc_hop_option *option, uint32_t priority)
{
    return priority == ANY_PRIORITY || option->priority == priority;
}

/* Finds the shares of the routes of a priority where a head asks for all free virtual channels:
 * round-robin pointers give each an equal chance. Shares are not scaled. */
static void share_by_free(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority)
{
    noc_hop_option *options = c->map->loads.route_shares->options;
    for (uint32_t w = from; w < end; w++)
        if (has_priority(&options[w], priority))
            options[w].share = __builtin_popcount(options[w].vcs) * (1.0 - find_owned_share(c, w));
}

/* A virtual channel for which heads ask. */
typedef struct asked_vc {
    uint32_t place,
        option; /* place among the VCs of all outputs of the router; route that uses it */
} asked_vc;

enum { ASKED_MAX = 256 };

/* Lists the virtual channels of the routes of a priority, by place. Returns their number. */
static uint32_t list_asked_vcs(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority,
                               asked_vc *list)
{
    const noc_route_shares *route_shares = c->map->loads.route_shares;
    const noc_graph *g = &c->system->graph;
    uint32_t count = 0;
    for (uint32_t w = from; w < end; w++) {
        if (!has_priority(&route_shares->options[w], priority)) continue;
        const noc_channel *ch = &g->channels[route_shares->options[w].channel];
        const uint32_t vcs = g->networks[ch->network].vc.virtual_channels;
        for (uint32_t set = route_shares->options[w].vcs; set && count < ASKED_MAX;
             set &= set - 1) {
            const asked_vc entry = {ch->from_port * vcs + (uint32_t)__builtin_ctz(set), w};
            uint32_t place = count++;
            for (; place > 0 && list[place - 1].place > entry.place; place--)
                list[place] = list[place - 1];
            list[place] = entry;
        }
    }
    return count;
}

/* Finds the shares of the routes of a priority where a search from a random place of the router
 * takes the first free virtual channel. A VC is reached by searches that begin after the previous
 * VC, and by searches that found the previous VC owned. */
static void share_by_search(const noc_choice *c, uint32_t from, uint32_t end, uint32_t priority)
{
    enum { ROUNDS = 4 };
    noc_hop_option *options = c->map->loads.route_shares->options;
    const noc_graph *g = &c->system->graph;
    const noc_channel *first = &g->channels[options[from].channel];
    const uint32_t places =
        g->routers[first->from].outputs * g->networks[first->network].vc.virtual_channels;
    asked_vc list[ASKED_MAX];
    const uint32_t count = list_asked_vcs(c, from, end, priority, list);
    double search_share = 0.0;
    for (uint32_t w = from; w < end; w++)
        if (has_priority(&options[w], priority)) options[w].share = 0.0;
    for (uint32_t i = 0; i < ROUNDS * count; i++) {
        const asked_vc *entry = &list[i % count], *previous = &list[(i + count - 1) % count];
        const double gap = (entry->place + places - previous->place - 1) % places + 1.0;
        const double owned_share = find_owned_share(c, entry->option);
        search_share += gap / places;
        if (i >= (ROUNDS - 1) * count)
            options[entry->option].share += search_share * (1.0 - owned_share);
        search_share *= owned_share;
    }
}

/* Returns the probability that all virtual channels of a priority are owned. */
static double find_all_owned_chance(const noc_choice *c, uint32_t from, uint32_t end,
                                    uint32_t priority)
{
    const noc_hop_option *options = c->map->loads.route_shares->options;
    double probability = 1.0;
    for (uint32_t w = from; w < end; w++)
        if (options[w].priority == priority)
            probability *= pow(find_owned_share(c, w), __builtin_popcount(options[w].vcs));
    return probability;
}

/* Scales the shares of the routes of a priority to a sum. */
static void scale_shares(noc_hop_option *options, uint32_t from, uint32_t end, uint32_t priority,
                         double target_sum)
{
    double sum = 0.0;
    for (uint32_t w = from; w < end; w++)
        if (options[w].priority == priority) sum += options[w].share;
    for (uint32_t w = from; w < end; w++)
        if (options[w].priority == priority) options[w].share *= sum > 0.0 ? target_sum / sum : 0.0;
}

/* Finds the shares where a head that finds all virtual channels of a priority owned chooses one of
 * the next priority. A head that finds all VCs owned gets the first free one of the highest
 * priority, since waiting heads ask for all again. */
static void share_by_allocator(const noc_choice *c, uint32_t from, uint32_t end,
                               const noc_network *net)
{
    noc_hop_option *options = c->map->loads.route_shares->options;
    const noc_allocator allocator = net->vc.vc_allocator;
    uint32_t highest = 0;
    double remaining_share = 1.0;
    for (uint32_t w = from; w < end; w++) highest = max_unsigned(highest, options[w].priority);
    void (*const share)(const noc_choice *, uint32_t, uint32_t, uint32_t) =
        noc_allocators[allocator].has_moving_start ? share_by_search : share_by_free;
    if (!noc_allocators[allocator].serves_priorities) {
        share(c, from, end, ANY_PRIORITY);
        return;
    }
    for (uint32_t p = highest + 1; p-- > 0;) {
        const double all_owned = find_all_owned_chance(c, from, end, p);
        share(c, from, end, p);
        scale_shares(options, from, end, p, remaining_share * (1.0 - all_owned));
        remaining_share *= all_owned;
    }
}

/* ---- all ------------------------------------------------------------------------------------- */

static void normalize_shares(noc_hop_option *list, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) sum += list[i].share = max_of(list[i].share, 0.0);
    for (uint32_t i = 0; i < count; i++) {
        const double share = sum > 0.0 ? list[i].share / sum : 1.0 / count;
        list[i].share = least_share + (1.0 - count * least_share) * share;
    }
}

static void find_decision_shares(const noc_choice *c, uint32_t decision)
{
    const noc_route_shares *routes = c->map->loads.route_shares;
    const uint32_t from = routes->first_option[decision], end = routes->first_option[decision + 1];
    noc_hop_option *list = &routes->options[from];
    const noc_network *net = noc_graph_channel_network(&c->system->graph, list->channel);
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
        share_by_scores(c, list, end - from, net->vc.route_choice == NOC_CHOICE_FIRST_LEAST);
    }
    normalize_shares(list, end - from);
}

void noc_choice_find_shares(noc_choice *c)
{
    for (uint32_t ch = 0; ch < c->system->graph.channel_count; ch++)
        if (c->first_chance[ch] != SIZE_MAX) find_chances(c, ch);
    for (uint32_t d = 0; d < c->map->loads.route_shares->decision_count; d++)
        find_decision_shares(c, d);
}
