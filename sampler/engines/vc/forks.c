#include "sampler/engines/vc/forks.h"

#include <stdlib.h>

#include "base/auto.h"
#include "network/kinds/choices.h"

/* ---- rules of routes ------------------------------------------------------------------------ */

static uint32_t count_vc_outstanding(const noc_vc_engine *e, uint32_t vc, bool sees_wire)
{
    const noc_vc *output_vc = &e->vcs[vc];
    return sees_wire ? (uint32_t)output_vc->depth - output_vc->credits : output_vc->buffered_flits;
}

uint32_t noc_count_outstanding(const noc_vc_engine *e, uint32_t output)
{
    const noc_output *out = &e->outputs[output];
    const noc_network *net = &e->system->graph.networks[out->network];
    uint32_t flits = 0;
    for (unsigned v = 0; v < net->vc.virtual_channels; v++) {
        const unsigned label = noc_label_of_vc(out->inputs, out->shift, v);
        flits += count_vc_outstanding(e, out->first_vc + label, net->vc.counts_sent_flits);
    }
    return flits;
}

/* Weighs a turn: its outstanding flits times the weight of its hop, plus the bias. */
static uint64_t weigh_turn(const noc_vc_engine *e, uint32_t turn)
{
    const noc_hop_choice *choice = &e->system->routes.choices[turn];
    const uint64_t flits = noc_count_outstanding(e, e->turns[turn].output);
    return choice->weight * flits + choice->bias;
}

/* Chooses a turn of least weight, each of several equal turns with the same probability: the
 * k-th equal turn replaces the previous choice with probability 1/k. */
static uint32_t choose_least(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                             uint32_t count)
{
    (void)bundle;
    uint32_t best = turns[0], equals = 1;
    uint64_t minimum = weigh_turn(e, best);
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t flits = weigh_turn(e, turns[i]);
        equals = flits < minimum ? 1 : equals + (flits == minimum);
        if (flits > minimum || (flits == minimum && noc_fork_draw(e, equals) > 0)) continue;
        minimum = flits;
        best = turns[i];
    }
    return best;
}

/* Chooses the first turn of least weight. */
static uint32_t choose_first_least(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                   uint32_t count)
{
    (void)bundle;
    uint32_t best = turns[0];
    uint64_t minimum = weigh_turn(e, best);
    for (uint32_t i = 1; i < count; i++) {
        const uint64_t flits = weigh_turn(e, turns[i]);
        if (flits >= minimum) continue;
        minimum = flits;
        best = turns[i];
    }
    return best;
}

/* Draws two turns, which may be equal, and chooses the one of less weight; if equal, the first. */
static uint32_t choose_of_two(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                              uint32_t count)
{
    const uint32_t first = turns[noc_fork_draw(e, count)], second = turns[noc_fork_draw(e, count)];
    return choose_first_least(e, bundle, (const uint32_t[]){first, second}, 2);
}

/* Finds the rule of a choice among routes; NULL: the VC allocator decides. */
static noc_channel_rule *find_route_rule(noc_route_choice choice)
{
    switch (choice) {
    case NOC_CHOICE_LEAST:
        return choose_least;
    case NOC_CHOICE_FIRST_LEAST:
        return choose_first_least;
    case NOC_CHOICE_TWO_DRAWN:
        return choose_of_two;
    default:
        return NULL;
    }
}

/* ---- forks of parallel channels ------------------------------------------------------------- */

/* Finds the rule of a choice among channels; NULL: the path of the packet decides. */
static noc_channel_rule *find_choice_rule(const noc_channel_choice_kind *choice)
{
    static noc_channel_rule *const rules[] = {
#define NOC_CHANNEL_CHOICE(id) noc_channel_rule_##id,
#define NOC_PATH_CHOICE(id)    NULL,
#include "network/kinds/channel_choices.def"
    };
    size_t i = 0;
    while (noc_channel_choice_at(i) != choice) i++;
    return rules[i];
}

/* Chooses the channel into a terminal with the fewest packets; equal channels take turns. */
static uint32_t choose_least_used(noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                  uint32_t count)
{
    uint32_t best = NOC_NONE;
    int maximum = -1;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = (bundle->next + k) % count;
        const int idle_vcs = __builtin_popcount(e->outputs[e->turns[turns[i]].output].free_vcs);
        if (idle_vcs <= maximum) continue;
        maximum = idle_vcs;
        best = i;
    }
    bundle->next = (best + 1) % count;
    return turns[best];
}

/* Finds the rule for channels of a kind. */
static noc_channel_rule *find_channel_rule(const noc_network *net, noc_channel_kind kind)
{
    switch (kind) {
    case NOC_INJECTION:
        return find_choice_rule(net->vc.port_choice);
    case NOC_LINK:
        return find_choice_rule(net->vc.link_choice);
    default:
        return choose_least_used;
    }
}

/* Properties that the turns of a fork share, and the port, in which they differ. */
typedef struct candidate {
    uint32_t kind, from, to, network; /* kind, ends and network of the channel */
    uint32_t vcs, next;               /* permitted VCs and next turn of the hop */
    uint32_t port, turn;
} candidate;

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* Orders candidates so that parallel channels are neighbours. */
static int compare_ends(const candidate *a, const candidate *b)
{
    int order = compare_numbers(a->kind, b->kind);
    if (order == 0) order = compare_numbers(a->from, b->from);
    if (order == 0) order = compare_numbers(a->to, b->to);
    return order ? order : compare_numbers(a->network, b->network);
}

static int compare_hops(const candidate *a, const candidate *b)
{
    const int order = compare_numbers(a->vcs, b->vcs);
    return order ? order : compare_numbers(a->next, b->next);
}

static int compare(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    int order = compare_ends(a, b);
    if (order == 0) order = compare_hops(a, b);
    return order ? order : compare_numbers(a->port, b->port);
}

/* Returns whether a channel may have a parallel channel: a fast test, since hops are many. */
static bool can_have_parallel(const noc_graph *g, const noc_channel *c)
{
    if (c->kind == NOC_INJECTION) return g->terminals[c->from].injections > 1;
    if (c->kind == NOC_EJECTION) return g->terminals[c->to].ejections > 1;
    return noc_graph_parallel_link(g, c->from, c->to, 1) != NOC_NONE;
}

/* Lists the turns that may belong to a fork; list NULL: only counts the turns. */
static size_t list_candidates(const noc_vc_engine *e, candidate *list)
{
    const noc_graph *g = &e->system->graph;
    size_t count = 0;
    for (uint32_t h = 0; h < e->system->routes.hop_count; h++) {
        const noc_hop *hop = &e->system->routes.hops[h];
        const noc_channel *c = &g->channels[hop->channel];
        if (!noc_vc_has_network(e, c->network)) continue;
        if (!find_channel_rule(&g->networks[c->network], c->kind) || !can_have_parallel(g, c))
            continue;
        if (list)
            list[count] = (candidate){
                .kind = c->kind,
                .from = c->from,
                .to = c->to,
                .network = c->network,
                .vcs = hop->vcs,
                .next = hop->next,
                .port = c->kind == NOC_EJECTION ? c->to_port : c->from_port,
                .turn = h,
            };
        count++;
    }
    return count;
}

static void add_fork(noc_vc_engine *e, const candidate *members, size_t count)
{
    e->forks[e->fork_count] =
        (noc_fork){e->fork_turn_count, (uint32_t)count, e->bundle_count - 1, NOC_FORK_AT_FRONT};
    for (size_t i = 0; i < count; i++) {
        e->fork_turns[e->fork_turn_count++] = members[i].turn;
        if (!e->borrows_turns) e->turns[members[i].turn].fork = e->fork_count;
    }
    e->fork_count++;
}

/* Finds the end of the run of consecutive candidates, from i on, that differ only in their port. */
static size_t find_run_end(const candidate *list, size_t count, size_t i)
{
    size_t end = i + 1;
    while (end < count && compare_ends(&list[i], &list[end]) == 0 &&
           compare_hops(&list[i], &list[end]) == 0)
        end++;
    return end;
}

static void find_forks(noc_vc_engine *e, const candidate *list, size_t count)
{
    bool needs_bundle = true; /* no bundle yet for channels with these ends */
    for (size_t i = 0, end; i < count; i = end) {
        end = find_run_end(list, count, i);
        needs_bundle |= i > 0 && compare_ends(&list[i - 1], &list[i]) != 0;
        if (end - i < 2) continue;
        if (needs_bundle) {
            noc_bundle *bundle = &e->bundles[e->bundle_count++];
            bundle->rule = find_channel_rule(&e->system->graph.networks[list[i].network],
                                             (noc_channel_kind)list[i].kind);
            bundle->next = 0;
            needs_bundle = false;
        }
        add_fork(e, &list[i], end - i);
    }
}

/* ---- forks of routes ------------------------------------------------------------------------ */

/* True if a hop is the first of several alternative hops. */
static bool has_alternatives(const noc_vc_engine *e, uint32_t hop)
{
    const noc_routes *routes = &e->system->routes;
    return routes->choices && routes->choices[hop].other != NOC_NONE &&
           noc_vc_has_network(e, e->system->graph.channels[routes->hops[hop].channel].network);
}

/* Finds, or adds, the bundle of a rule without state, among the bundles from `first` on. */
static uint32_t find_bundle(noc_vc_engine *e, uint32_t first, noc_channel_rule *rule)
{
    for (uint32_t b = first; b < e->bundle_count; b++)
        if (e->bundles[b].rule == rule) return b;
    e->bundles[e->bundle_count] = (noc_bundle){.rule = rule};
    return e->bundle_count++;
}

static void add_route_fork(noc_vc_engine *e, uint32_t hop, uint32_t first_bundle)
{
    const noc_routes *routes = &e->system->routes;
    const noc_network *net =
        noc_graph_channel_network(&e->system->graph, routes->hops[hop].channel);
    noc_channel_rule *rule = find_route_rule(net->vc.route_choice);
    noc_fork *fork = &e->forks[e->fork_count];
    *fork = (noc_fork){.first = e->fork_turn_count,
                       .bundle = find_bundle(e, first_bundle, rule),
                       .moment = rule ? NOC_FORK_ROUTED : NOC_FORK_ALLOCATED};
    for (uint32_t h = hop; h != NOC_NONE; h = routes->choices[h].other) {
        e->fork_turns[e->fork_turn_count++] = h;
        fork->count++;
    }
    if (!e->borrows_turns) e->turns[hop].fork = e->fork_count;
    e->fork_count++;
    e->mode.adaptive |= rule != NULL;
}

/* Adds forks of routes behind the forks of channels. A turn may belong to a fork of channels,
 * which is stored in channel_forks before the fork of routes replaces it. */
static void find_route_forks(noc_vc_engine *e)
{
    const uint32_t first_bundle = e->bundle_count;
    for (uint32_t f = 0; e->channel_forks && f < e->fork_count; f++)
        for (uint32_t i = 0; i < e->forks[f].count; i++)
            e->channel_forks[e->fork_turns[e->forks[f].first + i]] = f;
    for (uint32_t h = 0; h < e->system->routes.hop_count; h++)
        if (has_alternatives(e, h)) add_route_fork(e, h, first_bundle);
}

/* Counts the forks of routes and their turns. */
static void count_route_forks(const noc_vc_engine *e, size_t *forks, size_t *turns)
{
    for (uint32_t h = 0; h < e->system->routes.hop_count; h++) {
        if (!has_alternatives(e, h)) continue;
        (*forks)++;
        for (uint32_t w = h; w != NOC_NONE; w = e->system->routes.choices[w].other) (*turns)++;
    }
}

/* Makes room for channel forks of turns that also belong to forks of routes. */
static bool make_channel_forks(noc_vc_engine *e)
{
    const uint32_t hops = e->system->routes.hop_count;
    e->channel_forks = noc_arena_unset_array(e->ports->arena, hops, sizeof *e->channel_forks);
    for (uint32_t h = 0; e->channel_forks && h < hops; h++) e->channel_forks[h] = NOC_NONE;
    return e->channel_forks != NULL;
}

/* Makes room for the forks and their turns; there are at most as many bundles as forks. */
static bool make_forks(noc_vc_engine *e, const candidate *list, size_t count)
{
    size_t forks = 0, turns = 0;
    for (size_t i = 0, end; i < count; i = end) {
        end = find_run_end(list, count, i);
        if (end - i < 2) continue;
        forks++;
        turns += end - i;
    }
    const bool has_channel_forks = forks > 0;
    count_route_forks(e, &forks, &turns);
    if (has_channel_forks && e->system->routes.choices && !make_channel_forks(e)) return false;
    e->forks = noc_arena_array(e->ports->arena, forks, sizeof *e->forks);
    e->bundles = noc_arena_array(e->ports->arena, forks, sizeof *e->bundles);
    e->fork_turns = noc_arena_array(e->ports->arena, turns, sizeof *e->fork_turns);
    return !e->ports->arena->is_short;
}

bool noc_forks_new(noc_vc_engine *e, uint64_t seed)
{
    const size_t count = list_candidates(e, NULL);
    NOC_AUTO_FREE candidate *list = malloc((count + 1) * sizeof *list);
    if (!list) return false;
    list_candidates(e, list);
    qsort(list, count, sizeof *list, compare);
    if (!make_forks(e, list, count)) return false;
    find_forks(e, list, count);
    e->mode.forks = e->fork_count > 0;
    find_route_forks(e);
    e->fork_random = noc_random_stream(seed, e->system->graph.terminal_count);
    return true;
}

/* ---- choosing ------------------------------------------------------------------------------- */

static unsigned count_credits(const noc_vc_engine *e, uint32_t turn)
{
    const noc_vc_turn *t = &e->turns[turn];
    unsigned credits = 0;
    for (uint32_t left = t->permitted; left; left &= left - 1)
        credits += e->vcs[e->outputs[t->output].first_vc + (unsigned)__builtin_ctz(left)].credits;
    return credits;
}

uint32_t noc_fork_find_emptiest(const noc_vc_engine *e, const uint32_t *turns, uint32_t count)
{
    uint32_t best = turns[0];
    unsigned maximum = count_credits(e, best);
    for (uint32_t i = 1; i < count; i++) {
        const unsigned credits = count_credits(e, turns[i]);
        if (credits <= maximum) continue;
        maximum = credits;
        best = turns[i];
    }
    return best;
}

uint32_t noc_fork_draw(noc_vc_engine *e, uint32_t count)
{
    return (uint32_t)(noc_random_uniform(&e->fork_random) * count);
}

/* Finds the door of the injection channel of a turn. Only memory nodes choose among injection
 * channels, and their packets have one class of traffic. */
static uint32_t find_door(const noc_vc_engine *e, uint32_t turn)
{
    return (e->turns[turn].output - e->output_count) * e->ports->class_count;
}

unsigned noc_fork_count_waiting(const noc_vc_engine *e, uint32_t turn)
{
    const noc_output *out = &e->outputs[e->turns[turn].output];
    const uint32_t door = find_door(e, turn);
    const noc_injection_sender *sender = &e->senders[door];
    const uint32_t packet = e->ports->doors[door].packet;
    unsigned flits = 0;
    if (packet != NOC_NONE)
        flits =
            sender->vc == NOC_NONE ? e->ports->packets.entries[packet].flits : sender->flits_left;
    for (uint32_t v = 0; v < e->system->graph.networks[out->network].vc.virtual_channels; v++) {
        const noc_vc *vc = &e->vcs[out->first_vc + v];
        flits += (unsigned)(vc->depth - vc->credits);
    }
    return flits;
}

uint32_t noc_fork_choose_by_output(noc_vc_engine *e, const uint32_t *turns, uint32_t count,
                                   bool is_same_output)
{
    const uint32_t start = noc_fork_draw(e, count);
    uint32_t turn = turns[start];
    for (uint32_t k = 0; k < count; k++) {
        turn = turns[(start + k) % count];
        const noc_vc_turn *t = &e->turns[turn];
        const noc_injection_sender *sender = &e->senders[find_door(e, turn)];
        if (noc_fork_count_waiting(e, turn) == 0) break;
        if ((sender->last_direction == e->turns[t->next].output) == is_same_output) break;
    }
    e->senders[find_door(e, turn)].last_direction = e->turns[e->turns[turn].next].output;
    return turn;
}

static uint32_t apply_rule(noc_vc_engine *e, const noc_fork *fork)
{
    noc_bundle *bundle = &e->bundles[fork->bundle];
    return bundle->rule(e, bundle, &e->fork_turns[fork->first], fork->count);
}

uint32_t noc_fork_choose(noc_vc_engine *e, uint32_t fork)
{
    const uint32_t turn = apply_rule(e, &e->forks[fork]);
    if (!e->channel_forks || e->forks[fork].moment == NOC_FORK_AT_FRONT ||
        e->channel_forks[turn] == NOC_NONE)
        return turn;
    return apply_rule(e, &e->forks[e->channel_forks[turn]]);
}
