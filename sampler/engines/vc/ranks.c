#include "sampler/engines/vc/ranks.h"

#include "base/min_max.h"
#include "sampler/engines/vc/grants.h"

/* ---- ranks ---------------------------------------------------------------------------------- */

/* Offset that puts requests above yielding requests; base from which cycles are subtracted, so
 * that an earlier cycle has a higher rank. */
static const uint64_t yield_offset = (uint64_t)1 << 63, age_base = (uint64_t)1 << 62;

/* Finds the full cycle number of a recent cycle from its lower 32 bits. */
static uint64_t find_whole_cycle(const noc_vc_engine *e, uint32_t low)
{
    return e->now - (uint32_t)((uint32_t)e->now - low);
}

/* Finds the injection cycle of a flit: of the packet for a head; stored in place of a turn for a
 * body flit (senders.c). Where packets fork, body flits need the turn, and the packet's cycle is
 * used. */
static uint64_t find_injection_cycle(const noc_vc_engine *e, const noc_flit *flit)
{
    if (flit->packet & NOC_FLIT_HEAD || e->multicast)
        return e->ports->packets.entries[flit->packet >> NOC_FLIT_BITS].injection_cycle;
    return find_whole_cycle(e, flit->turn);
}

uint64_t noc_find_front_rank(const noc_vc_engine *e, uint32_t vc)
{
    const noc_vc *in = &e->vcs[vc];
    const noc_flit *flit = noc_flit_at(e, in, 0);
    const noc_packet *packet = &e->ports->packets.entries[flit->packet >> NOC_FLIT_BITS];
    switch (e->ranks->priority) {
    case NOC_PRIORITY_CLASS:
        return e->ranks->type_priorities[packet->type];
    case NOC_PRIORITY_AGE:
        return age_base - packet->creation_cycle;
    case NOC_PRIORITY_NETWORK_AGE:
        return age_base - find_injection_cycle(e, flit);
    case NOC_PRIORITY_LOCAL_AGE:
        return age_base -
               find_whole_cycle(
                   e, e->ranks->arrival_cycles[in->fifo + (in->left_flits & in->fifo_mask)]);
    default:
        return 0;
    }
}

uint64_t noc_find_source_rank(const noc_vc_engine *e, const noc_packet *packet)
{
    if (!e->ranks) return 0;
    if (e->ranks->priority == NOC_PRIORITY_CLASS) return e->ranks->type_priorities[packet->type];
    return e->ranks->priority == NOC_PRIORITY_AGE ? age_base - packet->creation_cycle : 0;
}

/* ---- arbiters ------------------------------------------------------------------------------- */

void noc_matrix_start(noc_matrix_arbiters *a, size_t first, size_t places)
{
    for (size_t p = 0; p < places; p++) a->last_grants[first + p] = places - 1 - p;
}

/* Rank of a requester, and its order among equal ranks: the smaller is first. */
typedef struct request_key {
    uint64_t rank, order;
} request_key;

static bool goes_before(request_key key, request_key other_key)
{
    return key.rank != other_key.rank ? key.rank > other_key.rank : key.order < other_key.order;
}

/* ---- the switch ----------------------------------------------------------------------------- */

unsigned noc_choose_vc(const noc_vc_engine *e, const noc_crossbar_input *input, uint32_t asking)
{
    uint64_t best = 0;
    uint32_t first = 0;
    for (uint32_t left = asking; left; left &= left - 1) {
        const uint64_t rank =
            noc_find_front_rank(e, input->first_vc + (unsigned)__builtin_ctz(left));
        if (rank < best) continue;
        if (rank > best) first = 0;
        first |= left & -left;
        best = rank;
    }
    return noc_mask_first_from(first, input->vc_pointer);
}

uint64_t noc_find_request_rank(noc_vc_engine *e, uint32_t i, unsigned port)
{
    const noc_crossbar_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    const bool yields = e->outputs[o].yields && noc_input_bits(noc_start_requests(e, o, e->mode),
                                                               e->mode.words, input) == 0;
    uint64_t best = 0;
    bool is_speculative;
    uint32_t left = noc_find_asking_vcs(e, o, input, &is_speculative, e->mode);
    for (; left; left &= left - 1)
        best =
            max_u64(best, noc_find_front_rank(e, input->first_vc + (unsigned)__builtin_ctz(left)));
    return yields ? best : best + yield_offset;
}

unsigned noc_choose_request(noc_vc_engine *e, unsigned o, const uint64_t *requests)
{
    const noc_output *out = &e->outputs[o];
    const unsigned inputs = (unsigned)out->input_bits >> out->shift;
    const unsigned pointer = (unsigned)out->grant_pointer >> out->shift;
    unsigned first = 0;
    bool has_best = false;
    request_key best = {0, 0};
    if (!noc_allocators[out->allocator].serves_priorities)
        return noc_set_first_from(requests, e->mode.words, out->grant_pointer);
    NOC_SET_EACH(bit, requests, e->mode.words)
    {
        const unsigned place = (unsigned)bit >> out->shift;
        const request_key key = {
            noc_find_front_rank(e, out->first_input_vc + (uint32_t)bit),
            noc_arbiter_order(e, e->ranks->places.outputs[o], place, pointer, inputs),
        };
        if (has_best && !goes_before(key, best)) continue;
        has_best = true;
        best = key;
        first = (unsigned)bit;
    }
    return first;
}

unsigned noc_choose_ranked_port(noc_vc_engine *e, uint32_t i, const uint64_t *ports)
{
    const noc_crossbar_input *input = &e->inputs[i];
    unsigned first = 0;
    bool has_best = false;
    request_key best = {0, 0};
    if (!noc_allocators[input->allocator].serves_priorities)
        return noc_set_first_from(ports, e->mode.words, input->accept_pointer);
    NOC_SET_EACH(port, ports, e->mode.words)
    {
        const request_key key = {
            noc_find_request_rank(e, i, (unsigned)port),
            noc_arbiter_order(e, e->ranks->places.inputs[i], (unsigned)port, input->accept_pointer,
                              input->outputs),
        };
        if (has_best && !goes_before(key, best)) continue;
        has_best = true;
        best = key;
        first = (unsigned)port;
    }
    return first;
}

void noc_bid_by_rank(noc_vc_engine *e, uint32_t i, unsigned port)
{
    const noc_crossbar_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    const noc_output *out = &e->outputs[o];
    noc_ranks *r = e->ranks;
    const request_key key = {
        noc_find_request_rank(e, i, port),
        noc_arbiter_order(e, r->places.outputs[o], i - out->first_input,
                          (unsigned)out->grant_pointer >> out->shift,
                          (unsigned)out->input_bits >> out->shift),
    };
    if (noc_set_has(e->allocation.bid_outputs, o) &&
        !goes_before(key, (request_key){r->best_ranks[o], r->best_orders[o]}))
        return;
    noc_set_add(e->allocation.bid_outputs, o);
    r->best_ranks[o] = key.rank;
    r->best_orders[o] = key.order;
    e->allocation.best_bids[o] = i;
}

void noc_ranks_note_match(noc_vc_engine *e, const noc_crossbar_input *input, unsigned port)
{
    const unsigned o = input->first_output + port;
    const uint32_t i = (uint32_t)(input - e->inputs);
    noc_mark_served(e, e->ranks->places.inputs[i], port);
    noc_mark_served(e, e->ranks->places.outputs[o], i - e->outputs[o].first_input);
}

/* ---- virtual channels ----------------------------------------------------------------------- */

/* Best head for each VC of an output. */
typedef struct offers {
    uint32_t vcs; /* VCs with a head */
    uint32_t heads[NOC_VCS_MAX];
    request_key keys[NOC_VCS_MAX];
} offers;

static unsigned find_vc_number(const noc_output *out, unsigned v)
{
    return (unsigned)out->first_label + noc_vc_of_label(out, v);
}

/* Finds the preferred VC of a mask for a head; ranks do not matter, since they depend on the
 * head only. */
static unsigned find_preferred(const noc_vc_engine *e, const noc_output *out, uint32_t head,
                               uint32_t mask)
{
    const uint32_t arbiter = e->ranks->places.heads[head];
    if (arbiter == NOC_NONE) return noc_find_preferred_vc(out, &e->vcs[head], mask, e->mode);
    unsigned first = (unsigned)__builtin_ctz(mask);
    for (uint32_t left = mask; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        if (noc_arbiter_order(e, arbiter, find_vc_number(out, v), 0, 1) <
            noc_arbiter_order(e, arbiter, find_vc_number(out, first), 0, 1))
            first = v;
    }
    return first;
}

static void add_offer(const noc_vc_engine *e, const noc_output *out, offers *list, unsigned v,
                      uint32_t head)
{
    const uint32_t vc = out->first_vc + v;
    const request_key key = {
        noc_find_front_rank(e, head),
        noc_arbiter_order(e, e->ranks->places.output_vcs[vc], e->vcs[head].set_place,
                          e->vcs[vc].grant_pointer, out->input_bits),
    };
    if ((list->vcs >> v & 1) && !goes_before(key, list->keys[v])) return;
    list->vcs |= 1u << v;
    list->heads[v] = head;
    list->keys[v] = key;
}

static void grant_vc(noc_vc_engine *e, noc_output *out, uint32_t head, unsigned v)
{
    noc_grant_vc(e, out, head, v, true, noc_unicast_mode(e));
    noc_mark_served(e, e->ranks->places.heads[head], find_vc_number(out, v));
    noc_mark_served(e, e->ranks->places.output_vcs[out->first_vc + v], e->vcs[head].set_place);
}

/* Finds the VCs that offer themselves to a head. */
static uint32_t find_offers(const offers *list, uint32_t head)
{
    uint32_t vcs = 0;
    for (uint32_t left = list->vcs; left; left &= left - 1)
        if (list->heads[__builtin_ctz(left)] == head) vcs |= left & -left;
    return vcs;
}

void noc_give_vcs_by_rank(noc_vc_engine *e, noc_output *out, const uint64_t *heads)
{
    const bool heads_first = out->vc_allocator == NOC_ALLOCATOR_SEPARABLE;
    offers list = {.vcs = 0};
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t head = out->first_input_vc + (uint32_t)bit;
        uint32_t wanted_vcs = e->vcs[head].permitted & out->free_vcs;
        if (wanted_vcs && heads_first) wanted_vcs = 1u << find_preferred(e, out, head, wanted_vcs);
        for (; wanted_vcs; wanted_vcs &= wanted_vcs - 1)
            add_offer(e, out, &list, (unsigned)__builtin_ctz(wanted_vcs), head);
    }
    while (list.vcs) {
        const uint32_t head = list.heads[__builtin_ctz(list.vcs)];
        const uint32_t granting_vcs = find_offers(&list, head);
        list.vcs &= ~granting_vcs;
        grant_vc(e, out, head, find_preferred(e, out, head, granting_vcs));
    }
}

/* ---- making --------------------------------------------------------------------------------- */

static bool is_matrix(const noc_network_spec *spec)
{
    return spec->arbitration == NOC_ARBITRATION_MATRIX;
}

size_t noc_ranks_count_requesters(const noc_network_spec *spec, const noc_router *router,
                                  unsigned bits, unsigned labels)
{
    const size_t inputs = (size_t)router->inputs * (size_t)spec->input_speedup;
    size_t count = 0;
    if (!is_matrix(spec)) return 0;
    if (noc_allocators[spec->allocator].has_arbiters) count += 2 * inputs * router->outputs;
    if (noc_allocators[noc_vc_allocator(spec)].has_arbiters)
        count += 2 * (size_t)bits * router->outputs * labels;
    return count;
}

/* Starts arbiters with `places` requesters each, one for each of `parts` parts from the first
 * on. */
static void start_arbiters(noc_matrix_arbiters *a, uint32_t *arbiters, size_t first, size_t parts,
                           size_t places)
{
    for (size_t k = 0; k < parts; k++) {
        arbiters[first + k] = (uint32_t)a->requester_count;
        noc_matrix_start(a, a->requester_count, places);
        a->requester_count += places;
    }
}

static void start_router(noc_vc_engine *e, const noc_router *router)
{
    const noc_network_spec *spec = noc_system_spec(e->system, router->network);
    const noc_output *out = &e->outputs[router->first_output];
    const size_t inputs = (size_t)out->input_bits >> out->shift, outputs = router->outputs;
    noc_ranks *r = e->ranks;
    if (!is_matrix(spec)) return;
    if (noc_allocators[spec->allocator].has_arbiters) {
        start_arbiters(&r->arbiters, r->places.inputs, out->first_input, inputs, outputs);
        start_arbiters(&r->arbiters, r->places.outputs, router->first_output, outputs, inputs);
    }
    if (!noc_allocators[noc_vc_allocator(spec)].has_arbiters) return;
    start_arbiters(&r->arbiters, r->places.heads, out->first_input_vc, out->input_bits,
                   outputs * out->labels);
    for (size_t o = 0; o < outputs; o++)
        start_arbiters(&r->arbiters, r->places.output_vcs, out[o].first_vc, out->labels,
                       out->input_bits);
}

static size_t count_requesters(const noc_vc_engine *e, const noc_router *router)
{
    const noc_output *out = &e->outputs[router->first_output];
    return noc_ranks_count_requesters(noc_system_spec(e->system, router->network), router,
                                      out->input_bits, out->labels);
}

/* Makes room for all arbiters, and for the pairs of the largest router. */
static bool make_arrays(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    noc_arena *arena = e->ports->arena;
    noc_ranks *r = e->ranks;
    size_t requester_count = 0, pairs = 0, slots = 0;
    for (uint32_t k = 0; k < g->router_count; k++) {
        const noc_router *router = &g->routers[k];
        const noc_output *out = &e->outputs[router->first_output];
        if (!noc_vc_has_network(e, router->network) || router->outputs == 0) continue;
        requester_count += count_requesters(e, router);
        pairs = max_u64(pairs, ((uint64_t)out->input_bits >> out->shift) * router->outputs);
    }
    for (uint32_t vc = 0; vc < e->vc_count; vc++)
        slots = max_u64(slots, (uint64_t)e->vcs[vc].fifo + e->vcs[vc].fifo_mask + 1);
    if (r->priority == NOC_PRIORITY_LOCAL_AGE)
        r->arrival_cycles = noc_arena_array(arena, slots, sizeof *r->arrival_cycles);
    r->best_ranks = noc_arena_array(arena, e->output_count, sizeof *r->best_ranks);
    r->best_orders = noc_arena_array(arena, e->output_count, sizeof *r->best_orders);
    r->pairs = noc_arena_array(arena, pairs, sizeof *r->pairs);
    r->arbiters.last_grants =
        noc_arena_array(arena, requester_count, sizeof *r->arbiters.last_grants);
    r->places.inputs = noc_arena_array(arena, e->input_count, sizeof(uint32_t));
    r->places.outputs = noc_arena_array(arena, e->output_count, sizeof(uint32_t));
    r->places.heads = noc_arena_array(arena, e->vc_count, sizeof(uint32_t));
    r->places.output_vcs = noc_arena_array(arena, e->vc_count, sizeof(uint32_t));
    return requester_count <= UINT32_MAX && !arena->is_short;
}

/* Gives round-robin arbiters to the parts without a matrix arbiter. */
static void start_round_robin(noc_vc_engine *e)
{
    noc_matrix_places *p = &e->ranks->places;
    for (uint32_t i = 0; i < e->input_count; i++) p->inputs[i] = NOC_NONE;
    for (uint32_t o = 0; o < e->output_count; o++) p->outputs[o] = NOC_NONE;
    for (uint32_t vc = 0; vc < e->vc_count; vc++) p->heads[vc] = p->output_vcs[vc] = NOC_NONE;
}

static void rank_types(noc_vc_engine *e)
{
    const noc_traffic *t = &e->system->traffic;
    for (int i = 0; i < t->type_count; i++)
        e->ranks->type_priorities[i] = (uint32_t)t->classes[t->types[i].traffic_class].priority;
}

static bool has_ranks(const noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    bool matrix = false;
    for (uint16_t n = 0; n < g->network_count; n++)
        matrix |= noc_vc_has_network(e, n) && is_matrix(noc_system_spec(e->system, n));
    return matrix || e->system->design->traffic.priority != NOC_PRIORITY_NONE;
}

bool noc_ranks_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    if (!has_ranks(e)) return true;
    e->ranks = noc_arena_array(e->ports->arena, 1, sizeof *e->ranks);
    if (!e->ranks) return false;
    e->ranks->priority = (noc_priority)e->system->design->traffic.priority;
    if (!make_arrays(e)) return false;
    rank_types(e);
    start_round_robin(e);
    for (uint32_t r = 0; r < g->router_count; r++)
        if (noc_vc_has_network(e, g->routers[r].network) && g->routers[r].outputs > 0)
            start_router(e, &g->routers[r]);
    return true;
}
