#include "sampler/engines/vc/pairs.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/engines/vc/matching.h"
#include "sampler/engines/vc/ranks.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the order of a port: links along rows, along columns, between layers, each with forward
 * links first; other links; terminals last. A link over several positions closes a ring. */
static unsigned order_of(const noc_vc_engine *e, uint32_t channel, bool outwards)
{
    const noc_graph *g = &e->system->graph;
    const noc_channel *c = &g->channels[channel];
    const noc_network *net = &g->networks[c->network];
    if (c->kind != NOC_LINK) return 7;
    const noc_router *here = &g->routers[outwards ? c->from : c->to];
    const noc_router *there = &g->routers[outwards ? c->to : c->from];
    const int rows = net->columns > 0 ? net->rows / max_int(net->layers, 1) : 0;
    const int across = there->column - here->column, down = there->row - here->row;
    const bool is_line = rows > 0 && (across == 0) != (down == 0);
    if (!is_line) return 6;
    const unsigned axis = across ? 0 : here->row / rows == there->row / rows ? 1 : 2;
    const int step = axis == 2 ? down / rows : across + down;
    return 2 * axis + ((step > 0) == (step * step > 1));
}

/* Numbers the VCs of some ports of a router, in port order. */
static void number_ports(noc_vc_engine *e, const uint32_t *channels, uint32_t count, bool outwards,
                         uint16_t *places)
{
    uint16_t place = 0;
    for (unsigned order = 0; order < 8; order++)
        for (uint32_t i = 0; i < count; i++) {
            const noc_output *out = &e->outputs[e->output_of_channel[channels[i]]];
            const noc_network *net = &e->system->graph.networks[out->network];
            if (order_of(e, channels[i], outwards) != order) continue;
            for (unsigned v = 0; v < net->vc.virtual_channels; v++)
                places[out->first_vc + noc_label_of_vc(out->inputs, out->shift, v)] = place++;
        }
}

/* Adds a paired router. The square of its wavefront has the rows or columns of the router as
 * built, whichever are more. */
static void add_router(noc_vc_engine *e, uint32_t number)
{
    noc_pairs *p = e->pairs;
    const noc_graph *g = &e->system->graph;
    const noc_router *router = &g->routers[number];
    const noc_output *out = &e->outputs[router->first_output];
    const unsigned vcs = g->networks[router->network].vc.virtual_channels;
    const unsigned built = max_unsigned(router->built.inputs, router->built.outputs);
    const unsigned ports = max_unsigned(max_unsigned(router->inputs, router->outputs), built);
    p->routers[number] = (noc_paired_router){
        .first_output = router->first_output,
        .outputs = router->outputs,
        .first_vc = out->first_input_vc,
        .size = {(uint16_t)(router->inputs * vcs), (uint16_t)(router->outputs * vcs)},
        .circle = (uint16_t)(ports * vcs),
    };
    for (uint32_t o = 0; o < router->outputs; o++) p->router_of[router->first_output + o] = number;
    number_ports(e, &g->inputs[router->first_input], router->inputs, false, p->row);
    number_ports(e, &g->outputs[router->first_output], router->outputs, true, p->column);
}

/* Finds the largest number of turns of a fork. */
static uint32_t most_ways(const noc_vc_engine *e)
{
    uint32_t most = 1;
    for (uint32_t f = 0; f < e->fork_count; f++)
        if (e->forks[f].count > most) most = e->forks[f].count;
    return most;
}

/* Makes room for all requests of any router. */
static bool make_room(noc_vc_engine *e)
{
    noc_pairs *p = e->pairs;
    const noc_graph *g = &e->system->graph;
    size_t places = 1, pairs = 1;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_paired_router *router = &p->routers[r];
        const size_t vcs = g->networks[g->routers[r].network].vc.virtual_channels;
        if (router->outputs == 0) continue;
        places = max_size(places, max_size(router->size[NOC_ROW], router->size[NOC_COLUMN]));
        pairs = max_size(pairs, router->size[NOC_ROW] * vcs * most_ways(e));
    }
    p->all = malloc(pairs * sizeof *p->all);
    for (int s = 0; s < NOC_SIDES; s++) {
        p->picked[s] = malloc(places * sizeof *p->picked[s]);
        for (size_t i = 0; p->picked[s] && i < places; i++) p->picked[s][i] = NOC_NONE;
    }
    return p->all && p->picked[NOC_ROW] && p->picked[NOC_COLUMN];
}

static bool make_arrays(noc_vc_engine *e)
{
    noc_pairs *p = e->pairs;
    p->routers = calloc(e->system->graph.router_count + 1u, sizeof *p->routers);
    p->router_of = calloc(e->output_count + 1u, sizeof *p->router_of);
    p->turns = calloc(e->vc_count + 1u, sizeof *p->turns);
    p->row = calloc(e->vc_count + 1u, sizeof *p->row);
    p->column = calloc(e->vc_count + 1u, sizeof *p->column);
    p->hopeless = calloc(e->vc_count + 1u, sizeof *p->hopeless);
    return p->routers && p->router_of && p->turns && p->row && p->column && p->hopeless;
}

bool noc_pairs_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    if (!e->mode.paired) return true;
    e->pairs = calloc(1, sizeof *e->pairs);
    if (!e->pairs || !make_arrays(e)) return false;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (g->routers[r].outputs > 0 && e->outputs[g->routers[r].first_output].paired)
            add_router(e, r);
    return make_room(e);
}

void noc_pairs_free(noc_pairs *p)
{
    if (!p) return;
    free(p->routers);
    free(p->router_of);
    free(p->turns);
    free(p->row);
    free(p->column);
    free(p->hopeless);
    free(p->all);
    for (int s = 0; s < NOC_SIDES; s++) free(p->picked[s]);
    free(p);
}

/* ---- heads ---------------------------------------------------------------------------------- */

/* Turns among which a head chooses. */
typedef struct ways {
    const uint32_t *turns;
    uint32_t count;
} ways;

static ways ways_of(const noc_vc_engine *e, uint32_t vc)
{
    const uint32_t *turn = &e->pairs->turns[vc];
    if (e->vcs[vc].permitted) return (ways){turn, 1};
    const noc_fork *fork = &e->forks[e->turns[*turn].fork];
    return (ways){&e->fork_turns[fork->first], fork->count};
}

void noc_pairs_wait(noc_vc_engine *e, const noc_vc *in)
{
    const ways w = ways_of(e, (uint32_t)(in - e->vcs));
    for (uint32_t i = 0; i < w.count; i++) {
        const uint32_t output = e->turns[w.turns[i]].output;
        *noc_word_of(noc_waiting_heads(e, output, e->mode), in, e->mode) |= in->member;
        noc_set_add(e->requests.waiting_outputs, output);
    }
}

/* Withdraws the VC requests of a head at all its turns. */
NOC_INLINE void withdraw(noc_vc_engine *e, uint32_t vc, ways w, noc_mode m)
{
    const noc_vc *in = &e->vcs[vc];
    for (uint32_t i = 0; i < w.count; i++) {
        const uint32_t output = e->turns[w.turns[i]].output;
        uint64_t *heads = noc_waiting_heads(e, output, m);
        *noc_word_of(heads, in, m) &= ~in->member;
        noc_set_remove_if(e->requests.waiting_outputs, output, noc_set_empty(heads, m.words));
    }
}

uint32_t noc_pairs_permitted(const noc_vc_engine *e, uint32_t vc, uint32_t output)
{
    const ways w = ways_of(e, vc);
    uint32_t permitted = 0;
    for (uint32_t i = 0; i < w.count; i++)
        if (e->turns[w.turns[i]].output == output) permitted |= e->turns[w.turns[i]].permitted;
    return permitted;
}

/* ---- speculation ---------------------------------------------------------------------------- */

/* True if a VC of a turn is free and has a credit. */
static bool is_usable(const noc_vc_engine *e, const noc_turn *turn)
{
    const noc_output *out = &e->outputs[turn->output];
    for (uint32_t left = turn->permitted & out->free_vcs; left; left &= left - 1)
        if (e->vcs[out->first_vc + (unsigned)__builtin_ctz(left)].credits) return true;
    return false;
}

void noc_pairs_find_hopeless(noc_vc_engine *e)
{
    NOC_SET_EACH(o, e->requests.waiting_outputs, e->output_words)
    {
        const noc_output *out = &e->outputs[o];
        if (!out->paired || !out->speculative) continue;
        NOC_SET_EACH(bit, noc_waiting_heads(e, (uint32_t)o, e->mode), e->mode.words)
        {
            const uint32_t vc = out->first_input_vc + (uint32_t)bit;
            const ways w = ways_of(e, vc);
            e->pairs->hopeless[vc] = false;
            for (uint32_t i = 0; i < w.count; i++)
                e->pairs->hopeless[vc] |= !is_usable(e, &e->turns[w.turns[i]]);
        }
    }
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Finds the priority of the packet at the front of an input VC. */
static uint64_t priority_of(const noc_vc_engine *e, uint32_t vc)
{
    return e->ranks ? noc_front_rank(e, vc) : 0;
}

/* Finds the rank of a turn within a head's fork. */
static uint64_t preference_of(const noc_vc_engine *e, uint32_t turn)
{
    const noc_hop_choice *choices = e->system->routes.choices;
    return choices ? choices[turn].priority : 0;
}

/* Finds the order of an output VC for a head: distance from the head's pointer; for a matrix
 * arbiter, time of the last match. */
static uint64_t column_turns(const noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                             uint32_t vc)
{
    const uint32_t arbiter = e->ranks ? e->ranks->places.heads[head] : NOC_NONE;
    return noc_turn_of(e, arbiter, e->pairs->column[vc], e->vcs[head].accept_pointer,
                       r->size[NOC_COLUMN]);
}

/* Finds the order of a head for an output VC: distance from the VC's pointer; for a matrix
 * arbiter, time of the last match. */
static uint64_t row_turns(const noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                          uint32_t vc)
{
    const uint32_t arbiter = e->ranks ? e->ranks->places.output_vcs[vc] : NOC_NONE;
    return noc_turn_of(e, arbiter, e->pairs->row[head], e->vcs[vc].grant_pointer, r->size[NOC_ROW]);
}

/* Adds the pairs of a head and the free VCs that a turn permits. */
static void add_pairs(noc_vc_engine *e, const noc_paired_router *r, uint32_t head, uint32_t turn)
{
    noc_pairs *p = e->pairs;
    const noc_output *out = &e->outputs[e->turns[turn].output];
    uint32_t left = e->turns[turn].permitted & out->free_vcs;
    if (!left) return;
    const uint64_t rank[NOC_SIDES] = {preference_of(e, turn), priority_of(e, head)};
    for (; left; left &= left - 1) {
        const uint32_t vc = out->first_vc + (unsigned)__builtin_ctz(left);
        p->all[p->count++] = (noc_pair){
            .head = head,
            .vc = vc,
            .turn = turn,
            .at = {p->row[head], p->column[vc]},
            .turns = {column_turns(e, r, head, vc), row_turns(e, r, head, vc)},
            .rank = {rank[NOC_ROW], rank[NOC_COLUMN]},
        };
    }
}

NOC_INLINE void grant_in_mode(noc_vc_engine *e, uint32_t head, ways w, uint32_t vc,
                              const noc_turn *turn, noc_mode m)
{
    noc_vc *in = &e->vcs[head];
    withdraw(e, head, w, m);
    noc_flit_behind(e, in, 0)->turn = turn->next;
    in->output = turn->output;
    in->permitted = turn->permitted;
    noc_output *out = &e->outputs[turn->output];
    noc_assign_vc(e, out, head, vc - out->first_vc, m);
}

/* Allocates a VC to a head, over one of its turns. */
static void grant(noc_vc_engine *e, uint32_t head, ways w, uint32_t vc, const noc_turn *turn)
{
    if (e->mode.words == 1)
        grant_in_mode(e, head, w, vc, turn, (noc_mode){.words = 1});
    else
        grant_in_mode(e, head, w, vc, turn, noc_mode_without_multicast(e));
}

static void grant_pair(noc_vc_engine *e, const noc_pair *pair)
{
    grant(e, pair->head, ways_of(e, pair->head), pair->vc, &e->turns[pair->turn]);
}

/* Marks all pairs with the head or the VC of a granted pair as taken. */
static void strike(noc_pairs *p, const noc_pair *given)
{
    const uint16_t row = given->at[NOC_ROW], column = given->at[NOC_COLUMN];
    for (noc_pair *other = p->all; other < p->all + p->count; other++)
        other->taken |= other->at[NOC_ROW] == row || other->at[NOC_COLUMN] == column;
}

/* ---- arbiters ------------------------------------------------------------------------------- */

/* Rule of an allocator with two stages of arbiters. */
typedef struct rule {
    noc_side first; /* side that picks first */
    bool ranked[NOC_SIDES];
    enum { PAST_PARTNER, BY_ONE, STAY } pointers;
    bool together; /* heads without a rival also take part in the joint allocation */
} rule;

static bool goes_before(const noc_pair *a, const noc_pair *b, noc_side side, bool ranked)
{
    if (ranked && a->rank[side] != b->rank[side]) return a->rank[side] > b->rank[side];
    return a->turns[side] < b->turns[side];
}

/* Lets each place of a side pick one of its pairs; with `other_picks` only among pairs picked by
 * the other side. */
static void pick(noc_pairs *p, noc_side side, bool ranked, const uint32_t *other)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const noc_pair *pair = &p->all[i];
        if (pair->taken || (other && other[pair->at[!side]] != i)) continue;
        uint32_t *best = &p->picked[side][pair->at[side]];
        if (*best == NOC_NONE || goes_before(pair, &p->all[*best], side, ranked)) *best = i;
    }
}

/* Moves a pointer past a place of a circle. */
static void move_past(uint16_t *pointer, unsigned place, unsigned circle)
{
    *pointer = (uint16_t)(place + 1 < circle ? place + 1 : 0);
}

/* Moves the pointers of a matched head and VC. */
static void move_pointers(noc_vc_engine *e, const noc_paired_router *r, uint32_t head, uint32_t vc,
                          const rule *how)
{
    uint16_t *accept = &e->vcs[head].accept_pointer, *grants = &e->vcs[vc].grant_pointer;
    if (how->pointers == STAY) return;
    const bool past = how->pointers == PAST_PARTNER;
    move_past(accept, past ? e->pairs->column[vc] : *accept, r->size[NOC_COLUMN]);
    move_past(grants, past ? e->pairs->row[head] : *grants, r->size[NOC_ROW]);
    if (!e->ranks) return;
    noc_serve_place(e, e->ranks->places.heads[head], e->pairs->column[vc]);
    noc_serve_place(e, e->ranks->places.output_vcs[vc], e->pairs->row[head]);
}

/* First requested VC of a head, and the turn to the VC. */
typedef struct nearest {
    uint32_t vc, turn;
    uint64_t rank, turns;
} nearest;

/* Updates the nearest VC with the free VCs of one more turn. */
NOC_INLINE void look_along(const noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                           uint32_t turn, bool ranked, nearest *best)
{
    const noc_output *out = &e->outputs[e->turns[turn].output];
    uint32_t left = e->turns[turn].permitted & out->free_vcs;
    const uint64_t rank = ranked && left ? preference_of(e, turn) : 0;
    if (rank < best->rank) return;
    for (; left; left &= left - 1) {
        const uint32_t vc = out->first_vc + (unsigned)__builtin_ctz(left);
        const uint64_t turns = column_turns(e, r, head, vc);
        if (turns < best->turns || rank > best->rank)
            *best = (nearest){.vc = vc, .turn = turn, .rank = rank, .turns = turns};
    }
}

/* Allocates the first requested free VC to a head without a rival. */
static void serve_alone(noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                        const rule *how)
{
    const ways w = ways_of(e, head);
    nearest best = {.turns = UINT64_MAX};
    for (uint32_t i = 0; i < w.count; i++)
        look_along(e, r, head, w.turns[i], how->ranked[NOC_ROW], &best);
    if (best.turns == UINT64_MAX) return;
    grant(e, head, w, best.vc, &e->turns[best.turn]);
    move_pointers(e, r, head, best.vc, how);
}

NOC_INLINE bool is_crowded(const uint64_t *heads, unsigned words)
{
    unsigned others = 0;
    for (unsigned w = 0; w < words; w++) {
        if (heads[w] & (heads[w] - 1)) return true;
        others += heads[w] != 0;
    }
    return others > 1;
}

/* Collects the pairs of the heads of one word. Heads without a rival at any output are served at
 * once, unless the allocation is joint. */
NOC_INLINE void gather_word(noc_vc_engine *e, const noc_paired_router *r, const rule *how,
                            unsigned w, noc_mode m)
{
    uint64_t heads = 0, meeting = how->together ? UINT64_MAX : 0;
    for (uint32_t o = r->first_output; o < r->first_output + r->outputs; o++) {
        const uint64_t *waiting = noc_waiting_heads(e, o, m);
        if (!waiting[w] || !e->outputs[o].free_vcs) continue;
        heads |= waiting[w];
        if (is_crowded(waiting, m.words)) meeting |= waiting[w];
    }
    for (; heads; heads &= heads - 1) {
        const uint32_t head = r->first_vc + 64 * w + (uint32_t)__builtin_ctzll(heads);
        if (!(heads & -heads & meeting)) {
            serve_alone(e, r, head, how);
            continue;
        }
        const ways all = ways_of(e, head);
        for (uint32_t i = 0; i < all.count; i++) add_pairs(e, r, head, all.turns[i]);
    }
}

/* Collects the pairs of all heads of a router. */
static void gather(noc_vc_engine *e, const noc_paired_router *r, const rule *how)
{
    e->pairs->count = 0;
    if (e->mode.words == 1) {
        gather_word(e, r, how, 0, (noc_mode){.words = 1});
        return;
    }
    for (unsigned w = 0; w < e->mode.words; w++) gather_word(e, r, how, w, e->mode);
}

/* Lets one side pick, then the other side among the picked pairs; grants the pairs picked by
 * both. Returns whether a pair was granted. */
static bool arbitrate(noc_vc_engine *e, const noc_paired_router *r, const rule *how, bool last)
{
    noc_pairs *p = e->pairs;
    const noc_side second = how->first == NOC_ROW ? NOC_COLUMN : NOC_ROW;
    bool any = false;
    pick(p, how->first, how->ranked[how->first], NULL);
    pick(p, second, how->ranked[second], p->picked[how->first]);
    for (uint32_t i = 0; i < p->count; i++) {
        const noc_pair *pair = &p->all[i];
        if (pair->taken || p->picked[second][pair->at[second]] != i) continue;
        any = true;
        grant_pair(e, pair);
        move_pointers(e, r, pair->head, pair->vc, how);
        if (!last) strike(p, pair);
    }
    for (uint32_t i = 0; i < p->count; i++)
        for (int s = 0; s < NOC_SIDES; s++) p->picked[s][p->all[i].at[s]] = NOC_NONE;
    return any;
}

/* Allocates in rounds; pointers move in the first round only. */
static void allocate_in_rounds(noc_vc_engine *e, const noc_paired_router *r, rule how,
                               unsigned rounds)
{
    for (unsigned round = 1; round <= rounds; round++) {
        if (!arbitrate(e, r, &how, round == rounds)) return;
        how.pointers = STAY;
    }
}

/* ---- lonely output, iterative matching, wavefront -------------------------------------------- */

/* Ranks the VCs of a head by the number of requesting heads, fewest first (lonely output). */
static void rank_by_loneliness(noc_pairs *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        uint64_t requests = 0;
        for (uint32_t k = 0; k < p->count; k++)
            requests += p->all[k].at[NOC_COLUMN] == p->all[i].at[NOC_COLUMN];
        p->all[i].rank[NOC_ROW] = UINT64_MAX - requests;
    }
}

/* Draws the pointers at random (PIM). */
static void draw_pointers(noc_vc_engine *e, const noc_paired_router *r)
{
    noc_pairs *p = e->pairs;
    for (uint32_t i = 0; i < p->count; i++) {
        e->vcs[p->all[i].vc].grant_pointer = (uint16_t)noc_match_draw(e, r->size[NOC_ROW]);
        e->vcs[p->all[i].head].accept_pointer = (uint16_t)noc_match_draw(e, r->size[NOC_COLUMN]);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        noc_pair *pair = &p->all[i];
        pair->turns[NOC_ROW] =
            noc_turns(pair->at[NOC_COLUMN], e->vcs[pair->head].accept_pointer, r->size[NOC_COLUMN]);
        pair->turns[NOC_COLUMN] =
            noc_turns(pair->at[NOC_ROW], e->vcs[pair->vc].grant_pointer, r->size[NOC_ROW]);
    }
}

/* Counts the diagonals from the first one to the diagonal of a pair. */
static unsigned diagonals_to(const noc_paired_router *r, const noc_pair *pair)
{
    const unsigned diagonal = (unsigned)(pair->at[NOC_ROW] + pair->at[NOC_COLUMN]) % r->circle;
    return noc_turns(diagonal, r->diagonal, r->circle);
}

/* True if a wavefront meets pair `a` before `b`: priority classes in turn, each from the first
 * diagonal on. */
static bool is_met_before(const noc_paired_router *r, const noc_pair *a, const noc_pair *b)
{
    if (a->rank[NOC_COLUMN] != b->rank[NOC_COLUMN])
        return a->rank[NOC_COLUMN] > b->rank[NOC_COLUMN];
    if (a->rank[NOC_ROW] != b->rank[NOC_ROW]) return a->rank[NOC_ROW] > b->rank[NOC_ROW];
    return diagonals_to(r, a) < diagonals_to(r, b);
}

static const noc_pair *next_of_wave(const noc_pairs *p, const noc_paired_router *r)
{
    const noc_pair *next = NULL;
    for (const noc_pair *pair = p->all; pair < p->all + p->count; pair++)
        if (!pair->taken && (!next || is_met_before(r, pair, next))) next = pair;
    return next;
}

/* Sweeps the pairs. The first diagonal advances by one, or past the diagonal of the first grant. */
static void sweep(noc_vc_engine *e, noc_paired_router *r, bool moves_past)
{
    const noc_pair *next = next_of_wave(e->pairs, r);
    const unsigned moves = moves_past ? diagonals_to(r, next) : 0;
    for (; next; next = next_of_wave(e->pairs, r)) {
        grant_pair(e, next);
        strike(e->pairs, next);
    }
    r->diagonal = (uint16_t)((r->diagonal + moves + 1u) % r->circle);
}

/* ---- all ------------------------------------------------------------------------------------ */

static const rule rules[NOC_ALLOCATORS] = {
    [NOC_ALLOCATOR_ISLIP] = {.first = NOC_COLUMN},
    [NOC_ALLOCATOR_MAXIMUM] = {.first = NOC_COLUMN},
    [NOC_ALLOCATOR_SEPARABLE] = {.first = NOC_ROW, .ranked = {true, true}},
    [NOC_ALLOCATOR_SEPARABLE_OUTPUT] = {.first = NOC_COLUMN, .ranked = {true, true}},
    [NOC_ALLOCATOR_SELECT] = {.first = NOC_COLUMN, .ranked = {true, true}},
    [NOC_ALLOCATOR_WAVEFRONT] = {.together = true},
    [NOC_ALLOCATOR_RR_WAVEFRONT] = {.together = true},
    [NOC_ALLOCATOR_LOA] = {.first = NOC_ROW,
                           .ranked = {true, false},
                           .pointers = BY_ONE,
                           .together = true},
    [NOC_ALLOCATOR_PIM] = {.first = NOC_COLUMN, .pointers = STAY, .together = true},
};

static void allocate(noc_vc_engine *e, noc_paired_router *r, const noc_output *out, const rule *how)
{
    const noc_allocator allocator = (noc_allocator)out->vc_allocator;
    switch (allocator) {
    case NOC_ALLOCATOR_WAVEFRONT:
    case NOC_ALLOCATOR_RR_WAVEFRONT:
        sweep(e, r, allocator == NOC_ALLOCATOR_RR_WAVEFRONT);
        return;
    case NOC_ALLOCATOR_LOA:
        rank_by_loneliness(e->pairs);
        break;
    case NOC_ALLOCATOR_PIM:
        draw_pointers(e, r);
        break;
    default:
        break;
    }
    allocate_in_rounds(e, r, *how, out->vc_rounds);
}

void noc_pairs_allocate(noc_vc_engine *e, uint32_t output)
{
    noc_pairs *p = e->pairs;
    const uint32_t number = p->router_of[output];
    if (number == p->last) return;
    p->last = number;
    noc_paired_router *r = &p->routers[number];
    const noc_output *out = &e->outputs[output];
    const rule *how = &rules[out->vc_allocator];
    gather(e, r, how);
    if (p->count > 0) allocate(e, r, out, how);
}
