#include "sampler/engines/vc/ranks.h"

#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/engines/vc/grants.h"

/* ---- ranks ---------------------------------------------------------------------------------- */

/* Offset that puts requests above yielding requests; base from which cycles are subtracted, so
 * that an earlier cycle has a higher rank. */
static const uint64_t above = (uint64_t)1 << 63, beyond = (uint64_t)1 << 62;

/* Finds the full cycle number of a recent cycle from its lower 32 bits. */
static uint64_t whole_cycle(const noc_vc_engine *e, uint32_t low)
{
    return e->now - (uint32_t)((uint32_t)e->now - low);
}

/* Finds the injection cycle of a flit: of the packet for a head; stored in place of a turn for a
 * body flit (senders.c). Where packets fork, body flits need the turn, and the packet's cycle is
 * used. */
static uint64_t injection_of(const noc_vc_engine *e, const noc_flit *flit)
{
    if (flit->packet & NOC_FLIT_HEAD || e->multicast)
        return e->ports->packets.all[flit->packet >> NOC_FLIT_BITS].injected;
    return whole_cycle(e, flit->turn);
}

uint64_t noc_front_rank(const noc_vc_engine *e, uint32_t vc)
{
    const noc_vc *in = &e->vcs[vc];
    const noc_flit *flit = noc_flit_behind(e, in, 0);
    const noc_packet *packet = &e->ports->packets.all[flit->packet >> NOC_FLIT_BITS];
    switch (e->ranks->priority) {
    case NOC_PRIORITY_CLASS:
        return e->ranks->of_type[packet->type];
    case NOC_PRIORITY_AGE:
        return beyond - packet->created;
    case NOC_PRIORITY_NETWORK_AGE:
        return beyond - injection_of(e, flit);
    case NOC_PRIORITY_LOCAL_AGE:
        return beyond - whole_cycle(e, e->ranks->came[in->fifo + (in->head & in->fifo_mask)]);
    default:
        return 0;
    }
}

uint64_t noc_source_rank(const noc_vc_engine *e, const noc_packet *packet)
{
    if (!e->ranks) return 0;
    if (e->ranks->priority == NOC_PRIORITY_CLASS) return e->ranks->of_type[packet->type];
    return e->ranks->priority == NOC_PRIORITY_AGE ? beyond - packet->created : 0;
}

/* ---- arbiters ------------------------------------------------------------------------------- */

void noc_matrix_start(noc_matrix_arbiters *a, size_t first, size_t places)
{
    for (size_t p = 0; p < places; p++) a->last[first + p] = places - 1 - p;
}

/* Rank of a requester, and its order among equal ranks: the smaller is first. */
typedef struct standing {
    uint64_t rank, turn;
} standing;

static bool goes_before(standing one, standing other)
{
    return one.rank != other.rank ? one.rank > other.rank : one.turn < other.turn;
}

/* ---- the switch ----------------------------------------------------------------------------- */

unsigned noc_first_vc(const noc_vc_engine *e, const noc_input *input, uint32_t asking)
{
    uint64_t best = 0;
    uint32_t first = 0;
    for (uint32_t left = asking; left; left &= left - 1) {
        const uint64_t rank = noc_front_rank(e, input->first_vc + (unsigned)__builtin_ctz(left));
        if (rank < best) continue;
        if (rank > best) first = 0;
        first |= left & -left;
        best = rank;
    }
    return noc_mask_first_from(first, input->vc_pointer);
}

uint64_t noc_request_rank(noc_vc_engine *e, uint32_t i, unsigned port)
{
    const noc_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    const bool yields = e->outputs[o].yields &&
                        noc_input_bits(noc_line_state(e, o, e->mode), e->mode.words, input) == 0;
    uint64_t best = 0;
    bool hopeful;
    uint32_t left = noc_asking_vcs(e, o, input, &hopeful, e->mode);
    for (; left; left &= left - 1)
        best = max_u64(best, noc_front_rank(e, input->first_vc + (unsigned)__builtin_ctz(left)));
    return yields ? best : best + above;
}

unsigned noc_first_request(noc_vc_engine *e, unsigned o, const uint64_t *requests)
{
    const noc_output *out = &e->outputs[o];
    const unsigned inputs = (unsigned)out->input_bits >> out->shift;
    const unsigned pointer = (unsigned)out->grant_pointer >> out->shift;
    unsigned first = 0;
    bool any = false;
    standing best = {0, 0};
    if (!noc_allocators[out->allocator].ranks)
        return noc_set_first_from(requests, e->mode.words, out->grant_pointer);
    NOC_SET_EACH(bit, requests, e->mode.words)
    {
        const unsigned place = (unsigned)bit >> out->shift;
        const standing one = {
            noc_front_rank(e, out->first_input_vc + (uint32_t)bit),
            noc_turn_of(e, e->ranks->places.outputs[o], place, pointer, inputs),
        };
        if (any && !goes_before(one, best)) continue;
        any = true;
        best = one;
        first = (unsigned)bit;
    }
    return first;
}

unsigned noc_first_port(noc_vc_engine *e, uint32_t i, const uint64_t *ports)
{
    const noc_input *input = &e->inputs[i];
    unsigned first = 0;
    bool any = false;
    standing best = {0, 0};
    if (!noc_allocators[input->allocator].ranks)
        return noc_set_first_from(ports, e->mode.words, input->accept_pointer);
    NOC_SET_EACH(port, ports, e->mode.words)
    {
        const standing one = {
            noc_request_rank(e, i, (unsigned)port),
            noc_turn_of(e, e->ranks->places.inputs[i], (unsigned)port, input->accept_pointer,
                        input->outputs),
        };
        if (any && !goes_before(one, best)) continue;
        any = true;
        best = one;
        first = (unsigned)port;
    }
    return first;
}

void noc_bid_by_rank(noc_vc_engine *e, uint32_t i, unsigned port)
{
    const noc_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    const noc_output *out = &e->outputs[o];
    noc_ranks *r = e->ranks;
    const standing one = {
        noc_request_rank(e, i, port),
        noc_turn_of(e, r->places.outputs[o], i - out->first_input,
                    (unsigned)out->grant_pointer >> out->shift,
                    (unsigned)out->input_bits >> out->shift),
    };
    if (noc_set_has(e->allocation.bid_outputs, o) &&
        !goes_before(one, (standing){r->best_rank[o], r->best_turn[o]}))
        return;
    noc_set_add(e->allocation.bid_outputs, o);
    r->best_rank[o] = one.rank;
    r->best_turn[o] = one.turn;
    e->allocation.best_bid[o] = i;
}

void noc_ranks_serve(noc_vc_engine *e, const noc_input *input, unsigned port)
{
    const unsigned o = input->first_output + port;
    const uint32_t i = (uint32_t)(input - e->inputs);
    noc_serve_place(e, e->ranks->places.inputs[i], port);
    noc_serve_place(e, e->ranks->places.outputs[o], i - e->outputs[o].first_input);
}

/* ---- virtual channels ----------------------------------------------------------------------- */

/* Best head for each VC of an output. */
typedef struct offers {
    uint32_t made; /* VCs with a head */
    uint32_t head[NOC_VCS_MAX];
    standing of[NOC_VCS_MAX];
} offers;

static unsigned number_of(const noc_output *out, unsigned v)
{
    return (unsigned)out->first_label + noc_vc_of_label(out, v);
}

/* Finds the preferred VC of a mask for a head; ranks do not matter, since they depend on the
 * head only. */
static unsigned preferred(const noc_vc_engine *e, const noc_output *out, uint32_t head,
                          uint32_t mask)
{
    const uint32_t arbiter = e->ranks->places.heads[head];
    if (arbiter == NOC_NONE) return noc_preferred_vc(out, &e->vcs[head], mask, e->mode);
    unsigned first = (unsigned)__builtin_ctz(mask);
    for (uint32_t left = mask; left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        if (noc_turn_of(e, arbiter, number_of(out, v), 0, 1) <
            noc_turn_of(e, arbiter, number_of(out, first), 0, 1))
            first = v;
    }
    return first;
}

static void offer(const noc_vc_engine *e, const noc_output *out, offers *list, unsigned v,
                  uint32_t head)
{
    const uint32_t vc = out->first_vc + v;
    const standing one = {
        noc_front_rank(e, head),
        noc_turn_of(e, e->ranks->places.output_vcs[vc], e->vcs[head].bit, e->vcs[vc].grant_pointer,
                    out->input_bits),
    };
    if ((list->made >> v & 1) && !goes_before(one, list->of[v])) return;
    list->made |= 1u << v;
    list->head[v] = head;
    list->of[v] = one;
}

static void grant(noc_vc_engine *e, noc_output *out, uint32_t head, unsigned v)
{
    noc_grant_vc(e, out, head, v, true, noc_mode_without_multicast(e));
    noc_serve_place(e, e->ranks->places.heads[head], number_of(out, v));
    noc_serve_place(e, e->ranks->places.output_vcs[out->first_vc + v], e->vcs[head].bit);
}

/* Finds the VCs that offer themselves to a head. */
static uint32_t offers_to(const offers *list, uint32_t head)
{
    uint32_t vcs = 0;
    for (uint32_t left = list->made; left; left &= left - 1)
        if (list->head[__builtin_ctz(left)] == head) vcs |= left & -left;
    return vcs;
}

void noc_share_out_by_rank(noc_vc_engine *e, noc_output *out, const uint64_t *heads)
{
    const bool heads_first = out->vc_allocator == NOC_ALLOCATOR_SEPARABLE;
    offers list = {.made = 0};
    NOC_SET_EACH(bit, heads, e->mode.words)
    {
        const uint32_t head = out->first_input_vc + (uint32_t)bit;
        uint32_t wanted = e->vcs[head].permitted & out->free_vcs;
        if (wanted && heads_first) wanted = 1u << preferred(e, out, head, wanted);
        for (; wanted; wanted &= wanted - 1)
            offer(e, out, &list, (unsigned)__builtin_ctz(wanted), head);
    }
    while (list.made) {
        const uint32_t head = list.head[__builtin_ctz(list.made)];
        const uint32_t granting = offers_to(&list, head);
        list.made &= ~granting;
        grant(e, out, head, preferred(e, out, head, granting));
    }
}

/* ---- making --------------------------------------------------------------------------------- */

static bool is_matrix(const noc_network_spec *spec)
{
    return spec->arbitration == NOC_ARBITRATION_MATRIX;
}

size_t noc_ranks_requesters(const noc_network_spec *spec, const noc_router *router, unsigned bits,
                            unsigned labels)
{
    const size_t inputs = (size_t)router->inputs * (size_t)spec->input_speedup;
    size_t count = 0;
    if (!is_matrix(spec)) return 0;
    if (noc_allocators[spec->allocator].arbiters) count += 2 * inputs * router->outputs;
    if (noc_allocators[noc_vc_allocator(spec)].arbiters)
        count += 2 * (size_t)bits * router->outputs * labels;
    return count;
}

/* Starts arbiters with `places` requesters each, one for each of `parts` parts from the first
 * on. */
static void start(noc_matrix_arbiters *a, uint32_t *of, size_t first, size_t things, size_t places)
{
    for (size_t k = 0; k < things; k++) {
        of[first + k] = (uint32_t)a->count;
        noc_matrix_start(a, a->count, places);
        a->count += places;
    }
}

static void start_router(noc_vc_engine *e, const noc_router *router)
{
    const noc_network_spec *spec = noc_system_spec(e->system, router->network);
    const noc_output *out = &e->outputs[router->first_output];
    const size_t inputs = (size_t)out->input_bits >> out->shift, outputs = router->outputs;
    noc_ranks *r = e->ranks;
    if (!is_matrix(spec)) return;
    if (noc_allocators[spec->allocator].arbiters) {
        start(&r->arbiters, r->places.inputs, out->first_input, inputs, outputs);
        start(&r->arbiters, r->places.outputs, router->first_output, outputs, inputs);
    }
    if (!noc_allocators[noc_vc_allocator(spec)].arbiters) return;
    start(&r->arbiters, r->places.heads, out->first_input_vc, out->input_bits,
          outputs * out->labels);
    for (size_t o = 0; o < outputs; o++)
        start(&r->arbiters, r->places.output_vcs, out[o].first_vc, out->labels, out->input_bits);
}

static size_t requesters(const noc_vc_engine *e, const noc_router *router)
{
    const noc_output *out = &e->outputs[router->first_output];
    return noc_ranks_requesters(noc_system_spec(e->system, router->network), router,
                                out->input_bits, out->labels);
}

/* Makes room for all arbiters, and for the pairs of the largest router. */
static bool make_arrays(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    noc_ranks *r = e->ranks;
    size_t all = 0, pairs = 0, slots = 0;
    for (uint32_t k = 0; k < g->router_count; k++) {
        const noc_router *router = &g->routers[k];
        const noc_output *out = &e->outputs[router->first_output];
        if (!noc_vc_is_own(e, router->network) || router->outputs == 0) continue;
        all += requesters(e, router);
        pairs = max_u64(pairs, ((uint64_t)out->input_bits >> out->shift) * router->outputs);
    }
    for (uint32_t vc = 0; vc < e->vc_count; vc++)
        slots = max_u64(slots, (uint64_t)e->vcs[vc].fifo + e->vcs[vc].fifo_mask + 1);
    if (r->priority == NOC_PRIORITY_LOCAL_AGE) r->came = calloc(slots + 1, sizeof *r->came);
    r->best_rank = calloc(e->output_count + 1u, sizeof *r->best_rank);
    r->best_turn = calloc(e->output_count + 1u, sizeof *r->best_turn);
    r->pairs = malloc((pairs + 1) * sizeof *r->pairs);
    r->arbiters.last = malloc((all + 1) * sizeof *r->arbiters.last);
    r->places.inputs = malloc((e->input_count + 1u) * sizeof(uint32_t));
    r->places.outputs = malloc((e->output_count + 1u) * sizeof(uint32_t));
    r->places.heads = malloc((e->vc_count + 1u) * sizeof(uint32_t));
    r->places.output_vcs = malloc((e->vc_count + 1u) * sizeof(uint32_t));
    return all <= UINT32_MAX && (r->came || r->priority != NOC_PRIORITY_LOCAL_AGE) &&
           r->best_rank && r->best_turn && r->pairs && r->arbiters.last && r->places.inputs &&
           r->places.outputs && r->places.heads && r->places.output_vcs;
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
        e->ranks->of_type[i] = (uint32_t)t->classes[t->types[i].traffic_class].priority;
}

static bool has_ranks(const noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    bool matrix = false;
    for (uint16_t n = 0; n < g->network_count; n++)
        matrix |= noc_vc_is_own(e, n) && is_matrix(noc_system_spec(e->system, n));
    return matrix || e->system->design->traffic.priority != NOC_PRIORITY_NONE;
}

bool noc_ranks_new(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    if (!has_ranks(e)) return true;
    e->ranks = calloc(1, sizeof *e->ranks);
    if (!e->ranks) return false;
    e->ranks->priority = (noc_priority)e->system->design->traffic.priority;
    if (!make_arrays(e)) return false;
    rank_types(e);
    start_round_robin(e);
    for (uint32_t r = 0; r < g->router_count; r++)
        if (noc_vc_is_own(e, g->routers[r].network) && g->routers[r].outputs > 0)
            start_router(e, &g->routers[r]);
    return true;
}

void noc_ranks_free(noc_ranks *r)
{
    if (!r) return;
    free(r->came);
    free(r->best_rank);
    free(r->best_turn);
    free(r->pairs);
    free(r->arbiters.last);
    free(r->places.inputs);
    free(r->places.outputs);
    free(r->places.heads);
    free(r->places.output_vcs);
    free(r);
}
