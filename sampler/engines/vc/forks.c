#include "sampler/engines/vc/forks.h"

#include <stdlib.h>

/* ---- finding -------------------------------------------------------------------------------- */

/* Whether a rule decides among channels of this kind; `rule` is filled if one does. */
static bool has_rule(const noc_network *net, noc_channel_kind kind, noc_fork_rule *rule)
{
    static const noc_fork_rule of_links[] = {
        [NOC_PARALLEL_ROUND_ROBIN] = NOC_FORK_ROUND_ROBIN,
        [NOC_PARALLEL_ADAPTIVE] = NOC_FORK_ADAPTIVE,
        [NOC_PARALLEL_LEAST_LOADED] = NOC_FORK_LEAST_LOADED,
    };
    switch (kind) {
    case NOC_INJECTION:
        *rule = net->port_policy == NOC_PORTS_SMART ? NOC_FORK_SMART : NOC_FORK_ROUND_ROBIN;
        return net->port_policy != NOC_PORTS_RANDOM;
    case NOC_LINK:
        *rule = of_links[net->parallel];
        return net->parallel != NOC_PARALLEL_RANDOM && net->parallel != NOC_PARALLEL_SOURCE;
    default:
        *rule = NOC_FORK_FIRST_FREE;
        return true;
    }
}

/* What turns of a fork have in common, and what they differ in. */
typedef struct candidate {
    uint32_t kind, from, to, network; /* of the channel */
    uint32_t vcs, next;               /* of the hop */
    uint32_t port, turn;
} candidate;

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

/* Channels side by side are neighbours in this order, and so are the turns of a fork. */
static int compare_ends(const candidate *a, const candidate *b)
{
    int order = compare_numbers(a->kind, b->kind);
    if (order == 0) order = compare_numbers(a->from, b->from);
    if (order == 0) order = compare_numbers(a->to, b->to);
    return order ? order : compare_numbers(a->network, b->network);
}

static int compare_rest(const candidate *a, const candidate *b)
{
    const int order = compare_numbers(a->vcs, b->vcs);
    return order ? order : compare_numbers(a->next, b->next);
}

static int compare(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    int order = compare_ends(a, b);
    if (order == 0) order = compare_rest(a, b);
    return order ? order : compare_numbers(a->port, b->port);
}

static size_t list_candidates(const noc_vc_engine *e, candidate *list)
{
    const noc_graph *g = &e->system->graph;
    size_t count = 0;
    noc_fork_rule rule;
    for (uint32_t h = 0; h < e->system->routes.hop_count; h++) {
        const noc_hop *hop = &e->system->routes.hops[h];
        const noc_channel *c = &g->channels[hop->channel];
        if (!noc_vc_is_own(e, c->network)) continue;
        if (!has_rule(&g->networks[c->network], c->kind, &rule)) continue;
        list[count++] = (candidate){
            .kind = c->kind,
            .from = c->from,
            .to = c->to,
            .network = c->network,
            .vcs = hop->vcs,
            .next = hop->next,
            .port = c->kind == NOC_EJECTION ? c->to_port : c->from_port,
            .turn = h,
        };
    }
    return count;
}

static void add_fork(noc_vc_engine *e, const candidate *members, size_t count)
{
    e->forks[e->fork_count] = (noc_fork){e->fork_turn_count, (uint32_t)count, e->bundle_count - 1};
    for (size_t i = 0; i < count; i++) {
        e->fork_turns[e->fork_turn_count++] = members[i].turn;
        e->turns[members[i].turn].fork = e->fork_count;
    }
    e->fork_count++;
}

static void find_forks(noc_vc_engine *e, const candidate *list, size_t count)
{
    bool fresh = true; /* the ends have no bundle yet */
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && compare_ends(&list[i], &list[end]) == 0 &&
                          compare_rest(&list[i], &list[end]) == 0;)
            end++;
        fresh |= i > 0 && compare_ends(&list[i - 1], &list[i]) != 0;
        if (end - i < 2) continue;
        if (fresh) {
            noc_bundle *bundle = &e->bundles[e->bundle_count++];
            has_rule(&e->system->graph.networks[list[i].network], (noc_channel_kind)list[i].kind,
                     &bundle->rule);
            bundle->next = 0;
            fresh = false;
        }
        add_fork(e, &list[i], end - i);
    }
}

bool noc_forks_new(noc_vc_engine *e, uint64_t seed)
{
    const uint32_t hops = e->system->routes.hop_count;
    candidate *list = malloc((hops + 1) * sizeof *list);
    if (!list) return false;
    const size_t count = list_candidates(e, list);
    qsort(list, count, sizeof *list, compare);
    e->forks = calloc(count / 2 + 1, sizeof *e->forks);
    e->bundles = calloc(count / 2 + 1, sizeof *e->bundles);
    e->fork_turns = calloc(count + 1, sizeof *e->fork_turns);
    const bool made = e->forks && e->bundles && e->fork_turns;
    if (made) find_forks(e, list, count);
    e->fork_random = noc_random_stream(seed, e->system->graph.terminal_count);
    free(list);
    return made;
}

void noc_forks_free(noc_vc_engine *e)
{
    free(e->forks);
    free(e->bundles);
    free(e->fork_turns);
}

/* ---- choosing ------------------------------------------------------------------------------- */

static unsigned free_buffers(const noc_vc_engine *e, uint32_t turn)
{
    const noc_turn *t = &e->turns[turn];
    unsigned credits = 0;
    for (uint32_t left = t->permitted; left; left &= left - 1)
        credits +=
            e->output_vcs[e->outputs[t->output].first_vc + (unsigned)__builtin_ctz(left)].credits;
    return credits;
}

/* The emptiest of some turns, the first of equals. */
static uint32_t emptiest(const noc_vc_engine *e, const uint32_t *turns, uint32_t count)
{
    uint32_t best = turns[0];
    unsigned most = free_buffers(e, best);
    for (uint32_t i = 1; i < count; i++) {
        const unsigned credits = free_buffers(e, turns[i]);
        if (credits <= most) continue;
        most = credits;
        best = turns[i];
    }
    return best;
}

static uint32_t draw_below(noc_vc_engine *e, uint32_t count)
{
    return (uint32_t)(noc_random_uniform(&e->fork_random) * count);
}

static uint32_t choose_adaptive(noc_vc_engine *e, const uint32_t *turns, uint32_t count)
{
    const uint32_t one = draw_below(e, count);
    const uint32_t other = (one + 1 + draw_below(e, count - 1)) % count;
    return emptiest(e, (const uint32_t[]){turns[one], turns[other]}, 2);
}

static uint32_t choose_first_free(const noc_vc_engine *e, noc_bundle *bundle, const uint32_t *turns,
                                  uint32_t count)
{
    uint32_t best = NOC_NONE;
    int most = -1;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t i = (bundle->next + k) % count;
        const int idle = __builtin_popcount(e->outputs[e->turns[turns[i]].output].free_vcs);
        if (idle <= most) continue;
        most = idle;
        best = i;
    }
    bundle->next = (best + 1) % count;
    return turns[best];
}

static bool is_empty(const noc_vc_engine *e, const noc_output *out, uint32_t vcs)
{
    for (uint32_t v = 0; v < vcs; v++)
        if (e->output_vcs[out->first_vc + v].credits != e->input_vcs[out->first_vc + v].depth)
            return false;
    return true;
}

/* From a port drawn at random on: one that is empty, or whose last packet left its router by the same
 * output as this one will; else the last looked at (te13 4.3.1). */
static uint32_t choose_smart(noc_vc_engine *e, const uint32_t *turns, uint32_t count)
{
    const uint32_t start = draw_below(e, count);
    uint32_t turn = turns[start];
    for (uint32_t k = 0; k < count; k++) {
        turn = turns[(start + k) % count];
        const noc_turn *t = &e->turns[turn];
        const uint32_t door = t->output - e->output_count;
        const uint32_t vcs = e->system->graph.networks[t->network].virtual_channels;
        if (e->ports->doors[door].packet == NOC_NONE && is_empty(e, &e->outputs[t->output], vcs))
            break;
        if (e->senders[door].last_direction == e->turns[t->next].output) break;
    }
    e->senders[e->turns[turn].output - e->output_count].last_direction =
        e->turns[e->turns[turn].next].output;
    return turn;
}

uint32_t noc_fork_choose(noc_vc_engine *e, uint32_t fork)
{
    const noc_fork *f = &e->forks[fork];
    noc_bundle *bundle = &e->bundles[f->bundle];
    const uint32_t *turns = &e->fork_turns[f->first];
    switch (bundle->rule) {
    case NOC_FORK_SMART:
        return choose_smart(e, turns, f->count);
    case NOC_FORK_ADAPTIVE:
        return choose_adaptive(e, turns, f->count);
    case NOC_FORK_LEAST_LOADED:
        return emptiest(e, turns, f->count);
    case NOC_FORK_FIRST_FREE:
        return choose_first_free(e, bundle, turns, f->count);
    default:
        bundle->next = (bundle->next + 1) % f->count;
        return turns[bundle->next];
    }
}
