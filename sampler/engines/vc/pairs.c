#include "sampler/engines/vc/pairs.h"

#include "base/min_max.h"
#include "sampler/engines/vc/matching.h"
#include "sampler/engines/vc/ranks.h"

/* ---- making --------------------------------------------------------------------------------- */

/* Finds the order of a port: links along rows, along columns, between layers, each with forward
 * links first; other links; terminals last. A link over several positions closes a ring. */
static unsigned find_port_order(const noc_vc_engine *e, uint32_t channel, bool outwards)
{
    const noc_graph *g = &e->system->graph;
    const noc_channel *c = &g->channels[channel];
    const noc_network *net = &g->networks[c->network];
    if (c->kind != NOC_LINK) return 7;
    const noc_router *router = &g->routers[outwards ? c->from : c->to];
    const noc_router *neighbour = &g->routers[outwards ? c->to : c->from];
    const int rows = net->columns > 0 ? net->rows / max_int(net->layers, 1) : 0;
    const int column_step = neighbour->column - router->column,
              row_step = neighbour->row - router->row;
    const bool is_line = rows > 0 && (column_step == 0) != (row_step == 0);
    if (!is_line) return 6;
    const unsigned axis = column_step ? 0 : router->row / rows == neighbour->row / rows ? 1 : 2;
    const int step = axis == 2 ? row_step / rows : column_step + row_step;
    return 2 * axis + ((step > 0) == (step * step > 1));
}

/* Numbers the VCs of some ports of a router, in port order. */
static void number_ports(noc_vc_engine *e, const uint32_t *channels, uint32_t count, bool outwards,
                         uint16_t *places)
{
    uint16_t place = 0;
    for (unsigned order = 0; order < 8; order++)
        for (uint32_t i = 0; i < count; i++) {
            const noc_output *out = &e->outputs[e->output_index[channels[i]]];
            const noc_network *net = &e->system->graph.networks[out->network];
            if (find_port_order(e, channels[i], outwards) != order) continue;
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
    const unsigned built =
        max_unsigned(router->built_crossbar.inputs, router->built_crossbar.outputs);
    const unsigned ports = max_unsigned(max_unsigned(router->inputs, router->outputs), built);
    p->routers[number] = (noc_paired_router){
        .first_output = router->first_output,
        .outputs = router->outputs,
        .first_vc = out->first_input_vc,
        .size = {(uint16_t)(router->inputs * vcs), (uint16_t)(router->outputs * vcs)},
        .diagonal_count = (uint16_t)(ports * vcs),
    };
    for (uint32_t o = 0; o < router->outputs; o++)
        p->router_index[router->first_output + o] = number;
    number_ports(e, &g->inputs[router->first_input], router->inputs, false, p->row_places);
    number_ports(e, &g->outputs[router->first_output], router->outputs, true, p->column_places);
}

/* Finds the largest number of turns of a fork. */
static uint32_t find_turns_max(const noc_vc_engine *e)
{
    uint32_t maximum = 1;
    for (uint32_t f = 0; f < e->fork_count; f++)
        if (e->forks[f].count > maximum) maximum = e->forks[f].count;
    return maximum;
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
        pairs = max_size(pairs, router->size[NOC_ROW] * vcs * find_turns_max(e));
    }
    p->entries = noc_arena_array(e->ports->arena, pairs, sizeof *p->entries);
    for (int s = 0; s < NOC_SIDES; s++) {
        p->picked_pairs[s] = noc_arena_array(e->ports->arena, places, sizeof *p->picked_pairs[s]);
        for (size_t i = 0; p->picked_pairs[s] && i < places; i++) p->picked_pairs[s][i] = NOC_NONE;
    }
    return !e->ports->arena->is_short;
}

static bool make_arrays(noc_vc_engine *e)
{
    noc_arena *arena = e->ports->arena;
    noc_pairs *p = e->pairs = noc_arena_array(arena, 1, sizeof *p);
    if (!p) return false;
    p->routers = noc_arena_array(arena, e->system->graph.router_count, sizeof *p->routers);
    p->router_index = noc_arena_array(arena, e->output_count, sizeof *p->router_index);
    p->turns = noc_arena_array(arena, e->vc_count, sizeof *p->turns);
    p->row_places = noc_arena_array(arena, e->vc_count, sizeof *p->row_places);
    p->column_places = noc_arena_array(arena, e->vc_count, sizeof *p->column_places);
    p->failing_heads = noc_arena_array(arena, e->vc_count, sizeof *p->failing_heads);
    return !arena->is_short;
}

bool noc_pairs_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    if (!e->mode.paired) return true;
    if (!make_arrays(e)) return false;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (g->routers[r].outputs > 0 && e->outputs[g->routers[r].first_output].is_paired)
            add_router(e, r);
    return make_room(e);
}

/* ---- heads ---------------------------------------------------------------------------------- */

/* Turns among which a head chooses. */
typedef struct head_turns {
    const uint32_t *turns;
    uint32_t count;
} head_turns;

static head_turns find_head_turns(const noc_vc_engine *e, uint32_t vc)
{
    const uint32_t *turn = &e->pairs->turns[vc];
    if (e->vcs[vc].permitted) return (head_turns){turn, 1};
    const noc_fork *fork = &e->forks[e->turns[*turn].fork];
    return (head_turns){&e->fork_turns[fork->first], fork->count};
}

void noc_pairs_request_vcs(noc_vc_engine *e, const noc_vc *in)
{
    const head_turns w = find_head_turns(e, (uint32_t)(in - e->vcs));
    for (uint32_t i = 0; i < w.count; i++) {
        const uint32_t output = e->turns[w.turns[i]].output;
        *noc_find_request_word(noc_waiting_heads(e, output, e->mode), in, e->mode) |= in->word_bit;
        noc_set_add(e->requests.waiting_outputs, output);
    }
}

/* Withdraws the VC requests of a head at all its turns. */
NOC_INLINE void withdraw_requests(noc_vc_engine *e, uint32_t vc, head_turns w, noc_mode m)
{
    const noc_vc *in = &e->vcs[vc];
    for (uint32_t i = 0; i < w.count; i++) {
        const uint32_t output = e->turns[w.turns[i]].output;
        uint64_t *heads = noc_waiting_heads(e, output, m);
        *noc_find_request_word(heads, in, m) &= ~in->word_bit;
        noc_set_remove_if(e->requests.waiting_outputs, output, noc_set_is_empty(heads, m.words));
    }
}

uint32_t noc_pairs_find_permitted(const noc_vc_engine *e, uint32_t vc, uint32_t output)
{
    const head_turns w = find_head_turns(e, vc);
    uint32_t permitted = 0;
    for (uint32_t i = 0; i < w.count; i++)
        if (e->turns[w.turns[i]].output == output) permitted |= e->turns[w.turns[i]].permitted;
    return permitted;
}

/* ---- speculation ---------------------------------------------------------------------------- */

/* True if a VC of a turn is free and has a credit. */
static bool is_usable(const noc_vc_engine *e, const noc_vc_turn *turn)
{
    const noc_output *out = &e->outputs[turn->output];
    for (uint32_t left = turn->permitted & out->free_vcs; left; left &= left - 1)
        if (e->vcs[out->first_vc + (unsigned)__builtin_ctz(left)].credits) return true;
    return false;
}

void noc_pairs_find_failing(noc_vc_engine *e)
{
    NOC_SET_EACH(o, e->requests.waiting_outputs, e->output_words)
    {
        const noc_output *out = &e->outputs[o];
        if (!out->is_paired || !out->speculative) continue;
        NOC_SET_EACH(bit, noc_waiting_heads(e, (uint32_t)o, e->mode), e->mode.words)
        {
            const uint32_t vc = out->first_input_vc + (uint32_t)bit;
            const head_turns w = find_head_turns(e, vc);
            e->pairs->failing_heads[vc] = false;
            for (uint32_t i = 0; i < w.count; i++)
                e->pairs->failing_heads[vc] |= !is_usable(e, &e->turns[w.turns[i]]);
        }
    }
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Finds the priority of the packet at the front of an input VC. */
static uint64_t find_priority(const noc_vc_engine *e, uint32_t vc)
{
    return e->ranks ? noc_find_front_rank(e, vc) : 0;
}

/* Finds the rank of a turn among the turns of its head. */
static uint64_t find_preference(const noc_vc_engine *e, uint32_t turn)
{
    const noc_hop_choice *choices = e->system->routes.choices;
    return choices ? choices[turn].priority : 0;
}

/* Finds the order of an output VC for a head: distance from the head's pointer; for a matrix
 * arbiter, time of the last match. */
static uint64_t find_column_order(const noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                                  uint32_t vc)
{
    const uint32_t arbiter = e->ranks ? e->ranks->places.heads[head] : NOC_NONE;
    return noc_arbiter_order(e, arbiter, e->pairs->column_places[vc], e->vcs[head].accept_pointer,
                             r->size[NOC_COLUMN]);
}

/* Finds the order of a head for an output VC: distance from the VC's pointer; for a matrix
 * arbiter, time of the last match. */
static uint64_t find_row_order(const noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                               uint32_t vc)
{
    const uint32_t arbiter = e->ranks ? e->ranks->places.output_vcs[vc] : NOC_NONE;
    return noc_arbiter_order(e, arbiter, e->pairs->row_places[head], e->vcs[vc].grant_pointer,
                             r->size[NOC_ROW]);
}

/* Adds the pairs of a head and the free VCs that a turn permits. */
static void add_pairs(noc_vc_engine *e, const noc_paired_router *r, uint32_t head, uint32_t turn)
{
    noc_pairs *p = e->pairs;
    const noc_output *out = &e->outputs[e->turns[turn].output];
    uint32_t left = e->turns[turn].permitted & out->free_vcs;
    if (!left) return;
    const uint64_t rank[NOC_SIDES] = {find_preference(e, turn), find_priority(e, head)};
    for (; left; left &= left - 1) {
        const uint32_t vc = out->first_vc + (unsigned)__builtin_ctz(left);
        p->entries[p->count++] = (noc_vc_candidate){
            .head = head,
            .vc = vc,
            .turn = turn,
            .places = {p->row_places[head], p->column_places[vc]},
            .orders = {find_column_order(e, r, head, vc), find_row_order(e, r, head, vc)},
            .ranks = {rank[NOC_ROW], rank[NOC_COLUMN]},
        };
    }
}

NOC_INLINE void grant_in_mode(noc_vc_engine *e, uint32_t head, head_turns w, uint32_t vc,
                              const noc_vc_turn *turn, noc_mode m)
{
    noc_vc *in = &e->vcs[head];
    withdraw_requests(e, head, w, m);
    noc_flit_at(e, in, 0)->turn = turn->next;
    in->output = turn->output;
    in->permitted = turn->permitted;
    noc_output *out = &e->outputs[turn->output];
    noc_assign_vc(e, out, head, vc - out->first_vc, m);
}

/* Allocates a VC to a head, over one of its turns. */
static void grant_vc(noc_vc_engine *e, uint32_t head, head_turns w, uint32_t vc,
                     const noc_vc_turn *turn)
{
    if (e->mode.words == 1)
        grant_in_mode(e, head, w, vc, turn, (noc_mode){.words = 1});
    else
        grant_in_mode(e, head, w, vc, turn, noc_unicast_mode(e));
}

static void grant_pair(noc_vc_engine *e, const noc_vc_candidate *pair)
{
    grant_vc(e, pair->head, find_head_turns(e, pair->head), pair->vc, &e->turns[pair->turn]);
}

/* Marks all pairs with the head or the VC of a granted pair as taken. */
static void mark_taken(noc_pairs *p, const noc_vc_candidate *granted)
{
    const uint16_t row = granted->places[NOC_ROW], column = granted->places[NOC_COLUMN];
    for (noc_vc_candidate *pair = p->entries; pair < p->entries + p->count; pair++)
        pair->is_taken |= pair->places[NOC_ROW] == row || pair->places[NOC_COLUMN] == column;
}

/* ---- arbiters ------------------------------------------------------------------------------- */

/* Rule of an allocator with two stages of arbiters: one side picks, then the other side. */
typedef struct arbiter_rule {
    noc_side first_side;    /* side that picks first */
    bool ranked[NOC_SIDES]; /* [side]: arbiters of the side serve the highest rank first */
    enum { PAST_PARTNER, BY_ONE, STAY } pointers;
    bool is_joint; /* heads without a rival also take part in the joint allocation */
} arbiter_rule;

static bool goes_before(const noc_vc_candidate *a, const noc_vc_candidate *b, noc_side side,
                        bool ranked)
{
    if (ranked && a->ranks[side] != b->ranks[side]) return a->ranks[side] > b->ranks[side];
    return a->orders[side] < b->orders[side];
}

/* Lets each place of a side pick one of its pairs. `other_picks`: picks of the other side, to which
 * the choice is limited; NULL: no limit. */
static void pick_pairs(noc_pairs *p, noc_side side, bool ranked, const uint32_t *other_picks)
{
    for (uint32_t i = 0; i < p->count; i++) {
        const noc_vc_candidate *pair = &p->entries[i];
        if (pair->is_taken || (other_picks && other_picks[pair->places[!side]] != i)) continue;
        uint32_t *best = &p->picked_pairs[side][pair->places[side]];
        if (*best == NOC_NONE || goes_before(pair, &p->entries[*best], side, ranked)) *best = i;
    }
}

/* Moves a pointer past a place of a circle. */
static void advance_pointer(uint16_t *pointer, unsigned place, unsigned circle)
{
    *pointer = (uint16_t)(place + 1 < circle ? place + 1 : 0);
}

/* Moves the pointers of a matched head and VC. */
static void move_pointers(noc_vc_engine *e, const noc_paired_router *r, uint32_t head, uint32_t vc,
                          const arbiter_rule *rule)
{
    uint16_t *accept = &e->vcs[head].accept_pointer, *grant = &e->vcs[vc].grant_pointer;
    if (rule->pointers == STAY) return;
    const bool moves_past = rule->pointers == PAST_PARTNER;
    advance_pointer(accept, moves_past ? e->pairs->column_places[vc] : *accept,
                    r->size[NOC_COLUMN]);
    advance_pointer(grant, moves_past ? e->pairs->row_places[head] : *grant, r->size[NOC_ROW]);
    if (!e->ranks) return;
    noc_mark_served(e, e->ranks->places.heads[head], e->pairs->column_places[vc]);
    noc_mark_served(e, e->ranks->places.output_vcs[vc], e->pairs->row_places[head]);
}

/* First requested VC of a head, and the turn to the VC. */
typedef struct nearest_vc {
    uint32_t vc, turn;
    uint64_t rank, order;
} nearest_vc;

/* Updates the nearest VC with the free VCs of one more turn. */
NOC_INLINE void update_nearest(const noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                               uint32_t turn, bool ranked, nearest_vc *best)
{
    const noc_output *out = &e->outputs[e->turns[turn].output];
    uint32_t left = e->turns[turn].permitted & out->free_vcs;
    const uint64_t rank = ranked && left ? find_preference(e, turn) : 0;
    if (rank < best->rank) return;
    for (; left; left &= left - 1) {
        const uint32_t vc = out->first_vc + (unsigned)__builtin_ctz(left);
        const uint64_t order = find_column_order(e, r, head, vc);
        if (order < best->order || rank > best->rank)
            *best = (nearest_vc){.vc = vc, .turn = turn, .rank = rank, .order = order};
    }
}

/* Allocates the first requested free VC to a head without a rival. */
static void serve_lone_head(noc_vc_engine *e, const noc_paired_router *r, uint32_t head,
                            const arbiter_rule *rule)
{
    const head_turns w = find_head_turns(e, head);
    nearest_vc best = {.order = UINT64_MAX};
    for (uint32_t i = 0; i < w.count; i++)
        update_nearest(e, r, head, w.turns[i], rule->ranked[NOC_ROW], &best);
    if (best.order == UINT64_MAX) return;
    grant_vc(e, head, w, best.vc, &e->turns[best.turn]);
    move_pointers(e, r, head, best.vc, rule);
}

NOC_INLINE bool has_several_heads(const uint64_t *heads, unsigned words)
{
    unsigned used_words = 0;
    for (unsigned w = 0; w < words; w++) {
        if (heads[w] & (heads[w] - 1)) return true;
        used_words += heads[w] != 0;
    }
    return used_words > 1;
}

/* Collects the pairs of the heads of one word. Heads without a rival at any output are served at
 * once, unless the allocation is joint. */
NOC_INLINE void gather_word_pairs(noc_vc_engine *e, const noc_paired_router *r,
                                  const arbiter_rule *rule, unsigned w, noc_mode m)
{
    uint64_t heads = 0, contested_heads = rule->is_joint ? UINT64_MAX : 0;
    for (uint32_t o = r->first_output; o < r->first_output + r->outputs; o++) {
        const uint64_t *waiting_heads = noc_waiting_heads(e, o, m);
        if (!waiting_heads[w] || !e->outputs[o].free_vcs) continue;
        heads |= waiting_heads[w];
        if (has_several_heads(waiting_heads, m.words)) contested_heads |= waiting_heads[w];
    }
    for (; heads; heads &= heads - 1) {
        const uint32_t head = r->first_vc + 64 * w + (uint32_t)__builtin_ctzll(heads);
        if (!(heads & -heads & contested_heads)) {
            serve_lone_head(e, r, head, rule);
            continue;
        }
        const head_turns choices = find_head_turns(e, head);
        for (uint32_t i = 0; i < choices.count; i++) add_pairs(e, r, head, choices.turns[i]);
    }
}

/* Collects the pairs of all heads of a router. */
static void gather_pairs(noc_vc_engine *e, const noc_paired_router *r, const arbiter_rule *rule)
{
    e->pairs->count = 0;
    if (e->mode.words == 1) {
        gather_word_pairs(e, r, rule, 0, (noc_mode){.words = 1});
        return;
    }
    for (unsigned w = 0; w < e->mode.words; w++) gather_word_pairs(e, r, rule, w, e->mode);
}

/* Lets one side pick, then the other side among the picked pairs; grants the pairs picked by
 * both. Returns whether a pair was granted. */
static bool run_arbiters(noc_vc_engine *e, const noc_paired_router *r, const arbiter_rule *rule,
                         bool last)
{
    noc_pairs *p = e->pairs;
    const noc_side second = rule->first_side == NOC_ROW ? NOC_COLUMN : NOC_ROW;
    bool has_granted = false;
    pick_pairs(p, rule->first_side, rule->ranked[rule->first_side], NULL);
    pick_pairs(p, second, rule->ranked[second], p->picked_pairs[rule->first_side]);
    for (uint32_t i = 0; i < p->count; i++) {
        const noc_vc_candidate *pair = &p->entries[i];
        if (pair->is_taken || p->picked_pairs[second][pair->places[second]] != i) continue;
        has_granted = true;
        grant_pair(e, pair);
        move_pointers(e, r, pair->head, pair->vc, rule);
        if (!last) mark_taken(p, pair);
    }
    for (uint32_t i = 0; i < p->count; i++)
        for (int s = 0; s < NOC_SIDES; s++) p->picked_pairs[s][p->entries[i].places[s]] = NOC_NONE;
    return has_granted;
}

/* Allocates in rounds; pointers move in the first round only. */
static void allocate_in_rounds(noc_vc_engine *e, const noc_paired_router *r, arbiter_rule rule,
                               unsigned rounds)
{
    for (unsigned round = 1; round <= rounds; round++) {
        if (!run_arbiters(e, r, &rule, round == rounds)) return;
        rule.pointers = STAY;
    }
}

/* ---- lonely output, iterative matching, wavefront -------------------------------------------- */

/* Ranks the VCs of a head by the number of requesting heads, fewest first (lonely output). */
static void rank_by_loneliness(noc_pairs *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        uint64_t requests = 0;
        for (uint32_t k = 0; k < p->count; k++)
            requests += p->entries[k].places[NOC_COLUMN] == p->entries[i].places[NOC_COLUMN];
        p->entries[i].ranks[NOC_ROW] = UINT64_MAX - requests;
    }
}

/* Draws the pointers at random (PIM). */
static void draw_pointers(noc_vc_engine *e, const noc_paired_router *r)
{
    noc_pairs *p = e->pairs;
    for (uint32_t i = 0; i < p->count; i++) {
        e->vcs[p->entries[i].vc].grant_pointer = (uint16_t)noc_draw_number(e, r->size[NOC_ROW]);
        e->vcs[p->entries[i].head].accept_pointer =
            (uint16_t)noc_draw_number(e, r->size[NOC_COLUMN]);
    }
    for (uint32_t i = 0; i < p->count; i++) {
        noc_vc_candidate *pair = &p->entries[i];
        pair->orders[NOC_ROW] = noc_pointer_distance(
            pair->places[NOC_COLUMN], e->vcs[pair->head].accept_pointer, r->size[NOC_COLUMN]);
        pair->orders[NOC_COLUMN] = noc_pointer_distance(
            pair->places[NOC_ROW], e->vcs[pair->vc].grant_pointer, r->size[NOC_ROW]);
    }
}

/* Counts the diagonals from the first one to the diagonal of a pair. */
static unsigned count_diagonals(const noc_paired_router *r, const noc_vc_candidate *pair)
{
    const unsigned diagonal =
        (unsigned)(pair->places[NOC_ROW] + pair->places[NOC_COLUMN]) % r->diagonal_count;
    return noc_pointer_distance(diagonal, r->first_diagonal, r->diagonal_count);
}

/* True if a wavefront meets pair `a` before `b`: priority classes in turn, each from the first
 * diagonal on. */
static bool is_met_before(const noc_paired_router *r, const noc_vc_candidate *a,
                          const noc_vc_candidate *b)
{
    if (a->ranks[NOC_COLUMN] != b->ranks[NOC_COLUMN])
        return a->ranks[NOC_COLUMN] > b->ranks[NOC_COLUMN];
    if (a->ranks[NOC_ROW] != b->ranks[NOC_ROW]) return a->ranks[NOC_ROW] > b->ranks[NOC_ROW];
    return count_diagonals(r, a) < count_diagonals(r, b);
}

static const noc_vc_candidate *find_next_pair(const noc_pairs *p, const noc_paired_router *r)
{
    const noc_vc_candidate *next = NULL;
    for (const noc_vc_candidate *pair = p->entries; pair < p->entries + p->count; pair++)
        if (!pair->is_taken && (!next || is_met_before(r, pair, next))) next = pair;
    return next;
}

/* Sweeps the pairs. The first diagonal advances by one, or past the diagonal of the first grant. */
static void sweep_pairs(noc_vc_engine *e, noc_paired_router *r, bool moves_past)
{
    const noc_vc_candidate *next = find_next_pair(e->pairs, r);
    const unsigned moves = moves_past ? count_diagonals(r, next) : 0;
    for (; next; next = find_next_pair(e->pairs, r)) {
        grant_pair(e, next);
        mark_taken(e->pairs, next);
    }
    r->first_diagonal = (uint16_t)((r->first_diagonal + moves + 1u) % r->diagonal_count);
}

/* ---- allocation ----------------------------------------------------------------------------- */

static const arbiter_rule rules[NOC_ALLOCATORS] = {
    [NOC_ALLOCATOR_ISLIP] = {.first_side = NOC_COLUMN},
    [NOC_ALLOCATOR_MAXIMUM] = {.first_side = NOC_COLUMN},
    [NOC_ALLOCATOR_SEPARABLE] = {.first_side = NOC_ROW, .ranked = {true, true}},
    [NOC_ALLOCATOR_SEPARABLE_OUTPUT] = {.first_side = NOC_COLUMN, .ranked = {true, true}},
    [NOC_ALLOCATOR_SELECT] = {.first_side = NOC_COLUMN, .ranked = {true, true}},
    [NOC_ALLOCATOR_WAVEFRONT] = {.is_joint = true},
    [NOC_ALLOCATOR_RR_WAVEFRONT] = {.is_joint = true},
    [NOC_ALLOCATOR_LOA] = {.first_side = NOC_ROW,
                           .ranked = {true, false},
                           .pointers = BY_ONE,
                           .is_joint = true},
    [NOC_ALLOCATOR_PIM] = {.first_side = NOC_COLUMN, .pointers = STAY, .is_joint = true},
};

static void allocate_router(noc_vc_engine *e, noc_paired_router *r, const noc_output *out,
                            const arbiter_rule *rule)
{
    const noc_allocator allocator = (noc_allocator)out->vc_allocator;
    switch (allocator) {
    case NOC_ALLOCATOR_WAVEFRONT:
    case NOC_ALLOCATOR_RR_WAVEFRONT:
        sweep_pairs(e, r, allocator == NOC_ALLOCATOR_RR_WAVEFRONT);
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
    allocate_in_rounds(e, r, *rule, out->vc_rounds);
}

void noc_pairs_allocate(noc_vc_engine *e, uint32_t output)
{
    noc_pairs *p = e->pairs;
    const uint32_t number = p->router_index[output];
    if (number == p->last_router) return;
    p->last_router = number;
    noc_paired_router *r = &p->routers[number];
    const noc_output *out = &e->outputs[output];
    const arbiter_rule *rule = &rules[out->vc_allocator];
    gather_pairs(e, r, rule);
    if (p->count > 0) allocate_router(e, r, out, rule);
}
