/* sampler/vc_router.h: one cycle of one router, as inline functions of the engine's loop.
 *
 * Both allocations look at the state as it was at the start of the cycle; then their results take
 * effect. `words` is a constant where the caller makes it one. */
#ifndef NOC_SAMPLER_VC_ROUTER_H
#define NOC_SAMPLER_VC_ROUTER_H

#include "sampler/vc_state.h"

NOC_INLINE uint32_t noc_router_vc(const noc_engine *e, const noc_vc_router *r, unsigned bit)
{
    return e->vc_of_bit[r->first_bit + bit];
}

NOC_INLINE uint32_t noc_router_output(const noc_engine *e, const noc_vc_router *r, unsigned port)
{
    return e->system->graph.outputs[r->first_output + port];
}

NOC_INLINE uint32_t noc_router_input(const noc_engine *e, const noc_vc_router *r, unsigned port)
{
    return e->system->graph.inputs[r->first_input + port];
}

/* ---- requests --------------------------------------------------------------------------------- */

NOC_INLINE void noc_request_switch(noc_engine *e, const noc_input_vc *in, unsigned words)
{
    noc_set_add(&e->switch_requests[in->out_channel * words], in->bit);
    noc_set_add(&e->switch_outputs[in->router * words], in->out_port);
}

NOC_INLINE void noc_withdraw_switch(noc_engine *e, const noc_input_vc *in, unsigned words)
{
    uint64_t *requests = &e->switch_requests[in->out_channel * words];
    noc_set_remove(requests, in->bit);
    if (noc_set_empty(requests, words))
        noc_set_remove(&e->switch_outputs[in->router * words], in->out_port);
}

NOC_INLINE void noc_request_vc(noc_engine *e, noc_input_vc *in, unsigned words)
{
    in->state = NOC_VC_WAITING;
    noc_set_add(&e->waiting_heads[in->out_channel * words], in->bit);
    noc_set_add(&e->waiting_outputs[in->router * words], in->out_port);
}

NOC_INLINE void noc_withdraw_vc(noc_engine *e, const noc_input_vc *in, unsigned words)
{
    uint64_t *heads = &e->waiting_heads[in->out_channel * words];
    noc_set_remove(heads, in->bit);
    if (noc_set_empty(heads, words))
        noc_set_remove(&e->waiting_outputs[in->router * words], in->out_port);
}

/* A head has come to the front of an idle VC: look up where its packet goes. */
NOC_INLINE void noc_read_route(noc_engine *e, noc_input_vc *in)
{
    const noc_flit head = e->flit_store[in->fifo + in->head];
    noc_packet *packet = &e->packets[head >> NOC_FLIT_BITS];
    const noc_hop *hops = e->system->routes.hops;
    packet->hop = hops[packet->hop].next;
    const noc_hop *next = &hops[packet->hop];
    in->out_channel = next->channel;
    in->out_port = (uint8_t)e->system->graph.channels[next->channel].from_port;
    in->permitted = next->vcs;
}

/* ---- virtual-channel allocation --------------------------------------------------------------- */

/* Distance from a pointer to a position on a circle. */
NOC_INLINE unsigned noc_turns(unsigned position, unsigned pointer, unsigned circle)
{
    return position >= pointer ? position - pointer : position + circle - pointer;
}

/* iSLIP (McKeown 1999) for the VCs of one output: each free VC grants the first head at or after its
 * pointer, each head accepts the first VC at or after its own; pointers move past the partner for
 * pairs of the first iteration only. A head asks for one output, so outputs are independent. */
NOC_INLINE void noc_allocate_vcs_islip(noc_engine *e, const noc_vc_router *r, unsigned port,
                                       uint32_t channel, unsigned words, noc_plan *plan)
{
    const noc_output *out = &e->outputs[channel];
    const uint64_t *heads = &e->waiting_heads[channel * words];
    const unsigned first = plan->vc_count, circle = (unsigned)r->outputs << r->shift;
    uint32_t free_vcs = out->free_vcs;
    for (unsigned round = 0; round < r->iterations && free_vcs; round++) {
        uint32_t granted_to[NOC_VCS_MAX]; /* input VC that each free VC prefers */
        unsigned nearest[NOC_VCS_MAX];
        uint32_t granting = 0;
        NOC_SET_EACH(bit, heads, words) {
            const uint32_t vc = noc_router_vc(e, r, (unsigned)bit);
            const noc_input_vc *in = &e->input_vcs[vc];
            bool matched = false;
            for (unsigned k = first; k < plan->vc_count; k++) matched |= plan->vcs[k].input == vc;
            if (matched) continue;
            for (uint32_t left = in->permitted & free_vcs; left; left &= left - 1) {
                const unsigned v = (unsigned)__builtin_ctz(left);
                const unsigned pointer = e->output_vcs[out->vc_base + v].grant_pointer;
                const unsigned turns = noc_turns((unsigned)bit, pointer, r->bits);
                if ((granting >> v & 1) && turns >= nearest[v]) continue;
                granting |= 1u << v;
                nearest[v] = turns;
                granted_to[v] = vc;
            }
        }
        if (!granting) return;
        while (granting) { /* the head of the lowest VC accepts the best of all that grant it */
            const uint32_t vc = granted_to[__builtin_ctz(granting)];
            noc_input_vc *in = &e->input_vcs[vc];
            unsigned best = 0, best_turns = ~0u;
            for (uint32_t left = granting; left; left &= left - 1) {
                const unsigned v = (unsigned)__builtin_ctz(left);
                if (granted_to[v] != vc) continue;
                granting &= ~(1u << v);
                const unsigned turns =
                    noc_turns((port << r->shift) + v, in->accept_pointer, circle);
                if (turns < best_turns) {
                    best = v;
                    best_turns = turns;
                }
            }
            free_vcs &= ~(1u << best);
            plan->vcs[plan->vc_count++] = (noc_vc_grant){vc, out->vc_base + best};
            if (round > 0) continue;
            const unsigned past = (port << r->shift) + best + 1;
            in->accept_pointer = (uint16_t)(past == circle ? 0 : past);
            e->output_vcs[out->vc_base + best].grant_pointer =
                (uint16_t)(in->bit + 1u == r->bits ? 0 : in->bit + 1u);
        }
    }
}

/* Separable, input first: each head asks for one free VC, the first at or after its pointer; each VC
 * grants the first of those that ask. Pointers move past the partner when the pair succeeds. */
NOC_INLINE void noc_allocate_vcs_separable(noc_engine *e, const noc_vc_router *r, unsigned port,
                                           uint32_t channel, unsigned words, noc_plan *plan)
{
    const noc_output *out = &e->outputs[channel];
    const uint64_t *heads = &e->waiting_heads[channel * words];
    const unsigned circle = (unsigned)r->outputs << r->shift, base = port << r->shift;
    uint32_t granted_to[NOC_VCS_MAX];
    unsigned nearest[NOC_VCS_MAX];
    uint32_t granting = 0;
    NOC_SET_EACH(bit, heads, words) {
        const uint32_t vc = noc_router_vc(e, r, (unsigned)bit);
        const noc_input_vc *in = &e->input_vcs[vc];
        const uint32_t choices = in->permitted & out->free_vcs;
        if (!choices) continue;
        const unsigned from = in->accept_pointer > base ? in->accept_pointer - base : 0;
        const unsigned v = noc_mask_first_from(choices, from < r->vcs ? from : 0);
        const unsigned turns =
            noc_turns((unsigned)bit, e->output_vcs[out->vc_base + v].grant_pointer, r->bits);
        if ((granting >> v & 1) && turns >= nearest[v]) continue;
        granting |= 1u << v;
        nearest[v] = turns;
        granted_to[v] = vc;
    }
    for (; granting; granting &= granting - 1) {
        const unsigned v = (unsigned)__builtin_ctz(granting);
        noc_input_vc *in = &e->input_vcs[granted_to[v]];
        plan->vcs[plan->vc_count++] = (noc_vc_grant){granted_to[v], out->vc_base + v};
        const unsigned past = base + v + 1;
        in->accept_pointer = (uint16_t)(past == circle ? 0 : past);
        e->output_vcs[out->vc_base + v].grant_pointer =
            (uint16_t)(in->bit + 1u == r->bits ? 0 : in->bit + 1u);
    }
}

NOC_INLINE void noc_allocate_vcs(noc_engine *e, uint32_t router, unsigned words,
                                 noc_plan *plan)
{
    const noc_vc_router *r = &e->routers[router];
    plan->vc_count = 0;
    NOC_SET_EACH(port, &e->waiting_outputs[router * words], words) {
        const uint32_t channel = noc_router_output(e, r, (unsigned)port);
        if (!e->outputs[channel].free_vcs) continue;
        if (r->separable)
            noc_allocate_vcs_separable(e, r, (unsigned)port, channel, words, plan);
        else
            noc_allocate_vcs_islip(e, r, (unsigned)port, channel, words, plan);
    }
}

/* ---- switch allocation ------------------------------------------------------------------------ */

/* Requests of one cycle. Speculative ones come from heads that still wait for a VC while one of the
 * permitted VCs is free and has a credit. */
typedef struct noc_switch_view {
    uint64_t *outputs;     /* outputs with any request */
    uint64_t *speculative; /* by output port: input VCs, `words` each */
    uint64_t *grants;      /* by input port: outputs that grant it, `words` each; then the same for
                            * grants that yield to others */
    uint64_t *inputs;      /* inputs with a grant, or a bid */
    uint64_t *taken;       /* inputs already matched */
} noc_switch_view;

NOC_INLINE noc_switch_view noc_switch_scratch(noc_engine *e, const noc_vc_router *r, unsigned words)
{
    noc_switch_view view = {.outputs = e->scratch};
    view.inputs = view.outputs + words;
    view.taken = view.inputs + words;
    view.grants = view.taken + words;
    view.speculative = view.grants + 2u * r->inputs * words;
    return view;
}

NOC_INLINE bool noc_may_speculate(const noc_engine *e, const noc_output *out, uint32_t permitted)
{
    for (uint32_t left = permitted & out->free_vcs; left; left &= left - 1)
        if (e->output_vcs[out->vc_base + (unsigned)__builtin_ctz(left)].credits) return true;
    return false;
}

NOC_INLINE void noc_gather_speculation(noc_engine *e, uint32_t router, noc_switch_view *view,
                                       unsigned words)
{
    const noc_vc_router *r = &e->routers[router];
    for (unsigned w = 0; w < r->outputs * words; w++) view->speculative[w] = 0;
    NOC_SET_EACH(port, &e->waiting_outputs[router * words], words) {
        const uint32_t channel = noc_router_output(e, r, (unsigned)port);
        const noc_output *out = &e->outputs[channel];
        NOC_SET_EACH(bit, &e->waiting_heads[channel * words], words) {
            const noc_input_vc *in = &e->input_vcs[noc_router_vc(e, r, (unsigned)bit)];
            if (!noc_may_speculate(e, out, in->permitted)) continue;
            noc_set_add(&view->speculative[port * words], (unsigned)bit);
            noc_set_add(view->outputs, (unsigned)port);
        }
    }
}

/* The requests for an output that count in this round, without those of matched inputs. Speculative
 * requests join the others, or stand in only where there is no other. Returns false if none is left. */
NOC_INLINE bool noc_open_requests(const noc_engine *e, const noc_vc_router *r,
                                  const noc_switch_view *view, unsigned port, uint32_t channel,
                                  unsigned words, uint64_t *open)
{
    const uint64_t *firm = &e->switch_requests[channel * words];
    uint64_t any = 0;
    for (unsigned w = 0; w < words; w++) any |= open[w] = firm[w];
    if (r->speculative && (!any || !r->yields))
        for (unsigned w = 0; w < words; w++) any |= open[w] |= view->speculative[port * words + w];
    if (noc_set_empty(view->taken, words)) return any != 0;
    const uint64_t lanes = ((uint64_t)1 << (1u << r->shift)) - 1; /* stride < 64 */
    NOC_SET_EACH(p, view->taken, words) {
        const unsigned bit = (unsigned)p << r->shift;
        open[bit >> 6] &= ~(lanes << (bit & 63));
    }
    return !noc_set_empty(open, words);
}

NOC_INLINE void noc_add_move(const noc_engine *e, uint32_t channel, unsigned in_port,
                             unsigned out_port, const noc_vc_router *r, unsigned words,
                             noc_plan *plan)
{
    const uint64_t *firm = &e->switch_requests[channel * words];
    const unsigned bit = in_port << r->shift;
    const uint64_t lanes = ((uint64_t)1 << (1u << r->shift)) - 1;
    const bool is_firm = firm[bit >> 6] >> (bit & 63) & lanes;
    plan->moves[plan->move_count++] =
        (noc_switch_grant){(uint16_t)in_port, (uint16_t)out_port, !is_firm, NOC_NONE};
}

NOC_INLINE void noc_advance(uint16_t *pointer, unsigned past, unsigned circle)
{
    *pointer = (uint16_t)(past == circle ? 0 : past);
}

/* iSLIP between input and output ports; see noc_allocate_vcs_islip. */
NOC_INLINE void noc_allocate_switch_islip(noc_engine *e, const noc_vc_router *r,
                                          noc_switch_view *view, unsigned words,
                                          noc_plan *plan)
{
    uint64_t open[NOC_SET_WORDS_MAX];
    uint64_t *yielding = view->grants + r->inputs * words; /* grants of speculative requests */
    for (unsigned round = 0; round < r->iterations; round++) {
        for (unsigned w = 0; w < words; w++) view->inputs[w] = 0;
        NOC_SET_EACH(port, view->outputs, words) {
            const uint32_t channel = noc_router_output(e, r, (unsigned)port);
            if (!noc_open_requests(e, r, view, (unsigned)port, channel, words, open)) continue;
            const unsigned bit =
                noc_set_first_from(open, words, e->outputs[channel].grant_pointer);
            const unsigned p = bit >> r->shift;
            if (!noc_set_has(view->inputs, p)) {
                noc_set_add(view->inputs, p);
                for (unsigned w = 0; w < words; w++)
                    view->grants[p * words + w] = yielding[p * words + w] = 0;
            }
            const bool yields = r->yields && !noc_set_has(&e->switch_requests[channel * words], bit);
            noc_set_add(yields ? &yielding[p * words] : &view->grants[p * words], (unsigned)port);
        }
        if (noc_set_empty(view->inputs, words)) return;
        NOC_SET_EACH(p, view->inputs, words) {
            const uint32_t input = noc_router_input(e, r, (unsigned)p);
            const uint64_t *grants = &view->grants[p * words];
            if (r->yields && noc_set_empty(grants, words)) grants = &yielding[p * words];
            const unsigned port = noc_set_first_from(grants, words, e->accept_pointers[input]);
            const uint32_t channel = noc_router_output(e, r, port);
            noc_add_move(e, channel, (unsigned)p, port, r, words, plan);
            noc_set_remove(view->outputs, port);
            noc_set_add(view->taken, (unsigned)p);
            if (round > 0) continue;
            noc_advance(&e->accept_pointers[input], port + 1, r->outputs);
            noc_advance(&e->outputs[channel].grant_pointer, (unsigned)(p + 1) << r->shift, r->bits);
        }
    }
}

/* Adds every requested output to the sets of the inputs that ask for it. */
NOC_INLINE void noc_sort_by_input(const noc_engine *e, const noc_vc_router *r,
                                  const noc_switch_view *view, const uint64_t *requests,
                                  unsigned port, uint64_t *wanted, unsigned words)
{
    (void)e;
    NOC_SET_EACH(bit, requests, words) {
        const unsigned p = (unsigned)bit >> r->shift;
        if (!noc_set_has(view->inputs, p)) {
            noc_set_add(view->inputs, p);
            for (unsigned w = 0; w < words; w++)
                view->grants[p * words + w] = view->grants[(r->inputs + p) * words + w] = 0;
        }
        noc_set_add(&wanted[p * words], port);
    }
}

/* Separable, input first: each input bids for one output, each output takes one of its bids. A
 * speculative bid is made only by inputs that have no other, and taken only by outputs likewise, if
 * speculation yields. */
NOC_INLINE void noc_allocate_switch_separable(noc_engine *e, const noc_vc_router *r,
                                              noc_switch_view *view, unsigned words, noc_plan *plan)
{
    uint64_t *firm = view->grants; /* by input: outputs that it asks for */
    uint64_t *yielding = r->yields ? firm + r->inputs * words : firm;
    for (unsigned w = 0; w < words; w++) view->inputs[w] = 0;
    NOC_SET_EACH(port, view->outputs, words) {
        const uint32_t channel = noc_router_output(e, r, (unsigned)port);
        noc_sort_by_input(e, r, view, &e->switch_requests[channel * words], (unsigned)port, firm,
                          words);
        if (r->speculative)
            noc_sort_by_input(e, r, view, &view->speculative[port * words], (unsigned)port,
                              yielding, words);
    }
    uint64_t *bid_outputs = view->taken;
    NOC_SET_EACH(p, view->inputs, words) {
        const bool yields = r->yields && noc_set_empty(&firm[p * words], words);
        const uint64_t *wanted = yields ? &yielding[p * words] : &firm[p * words];
        const uint32_t input = noc_router_input(e, r, (unsigned)p);
        const unsigned port = noc_set_first_from(wanted, words, e->accept_pointers[input]);
        const uint32_t channel = noc_router_output(e, r, port);
        const unsigned turns = noc_turns((unsigned)p << r->shift, e->outputs[channel].grant_pointer,
                                         r->bits) + (yields ? r->bits : 0u);
        if (noc_set_has(bid_outputs, port) && turns >= plan->best_turns[port]) continue;
        noc_set_add(bid_outputs, port);
        plan->best_bid[port] = (uint16_t)p;
        plan->best_turns[port] = (uint16_t)turns;
    }
    NOC_SET_EACH(port, bid_outputs, words) {
        const uint32_t channel = noc_router_output(e, r, (unsigned)port);
        const unsigned p = plan->best_bid[port];
        noc_add_move(e, channel, p, (unsigned)port, r, words, plan);
        noc_advance(&e->accept_pointers[noc_router_input(e, r, p)], (unsigned)port + 1, r->outputs);
        noc_advance(&e->outputs[channel].grant_pointer, (p + 1) << r->shift, r->bits);
    }
}

NOC_INLINE void noc_allocate_switch(noc_engine *e, uint32_t router, unsigned words,
                                    noc_plan *plan)
{
    const noc_vc_router *r = &e->routers[router];
    noc_switch_view view = noc_switch_scratch(e, r, words);
    plan->move_count = 0;
    uint64_t any = 0;
    for (unsigned w = 0; w < words; w++) {
        any |= view.outputs[w] = e->switch_outputs[router * words + w];
        view.taken[w] = 0;
    }
    if (r->speculative) {
        noc_gather_speculation(e, router, &view, words);
        any |= !noc_set_empty(view.outputs, words);
    }
    if (!any) return;
    if (r->separable)
        noc_allocate_switch_separable(e, r, &view, words, plan);
    else
        noc_allocate_switch_islip(e, r, &view, words, plan);
}

/* ---- results take effect ---------------------------------------------------------------------- */

NOC_INLINE void noc_take_vc(noc_engine *e, noc_vc_grant grant, unsigned words)
{
    noc_input_vc *in = &e->input_vcs[grant.input];
    noc_output *out = &e->outputs[in->out_channel];
    noc_withdraw_vc(e, in, words);
    out->free_vcs &= ~(1u << (grant.output - out->vc_base));
    e->output_vcs[grant.output].owner = grant.input;
    in->out_vc = grant.output;
    in->state = NOC_VC_ACTIVE;
    if (e->output_vcs[grant.output].credits) noc_request_switch(e, in, words);
}

/* The packet at the front has gone; the one behind it starts over. */
NOC_INLINE void noc_release_vc(noc_engine *e, noc_input_vc *in, unsigned words)
{
    noc_output *out = &e->outputs[in->out_channel];
    out->free_vcs |= 1u << (in->out_vc - out->vc_base);
    e->output_vcs[in->out_vc].owner = NOC_NONE;
    noc_withdraw_switch(e, in, words);
    in->state = NOC_VC_IDLE;
    if (in->count == 0) return;
    noc_read_route(e, in);
    if (e->routers[in->router].look_ahead) {
        noc_request_vc(e, in, words);
    } else {
        in->state = NOC_VC_ROUTING;
        noc_set_add(&e->routing_next[in->router * words], in->bit);
    }
}

/* One flit leaves its buffer for the switch. */
NOC_INLINE void noc_move_flit(noc_engine *e, uint32_t vc, unsigned words)
{
    noc_input_vc *in = &e->input_vcs[vc];
    const uint32_t channel = in->out_channel;
    const noc_flit flit = e->flit_store[in->fifo + in->head];
    in->head = (uint16_t)(in->head + 1 == in->depth ? 0 : in->head + 1);
    in->count--;
    noc_send_flit(e, &e->outputs[channel], channel, in->out_vc, flit);
    noc_send_credit(e, &e->outputs[in->channel], vc);
    e->tally.flit_hops++;
    if (flit & NOC_FLIT_TAIL)
        noc_release_vc(e, in, words);
    else if (in->count == 0 || e->output_vcs[in->out_vc].credits == 0)
        noc_withdraw_switch(e, in, words);
}

/* Chooses among the VCs of an input that asked for the granted output, round robin. */
NOC_INLINE uint32_t noc_choose_vc(noc_engine *e, const noc_vc_router *r, noc_switch_grant move,
                                  unsigned words, const uint64_t *speculative)
{
    const uint32_t channel = noc_router_output(e, r, move.out_port);
    const uint64_t *set = move.speculative ? &speculative[move.out_port * words]
                                           : &e->switch_requests[channel * words];
    const unsigned bit = (unsigned)move.in_port << r->shift;
    const uint64_t lanes = ((uint64_t)1 << (1u << r->shift)) - 1;
    const uint32_t asking = (uint32_t)(set[bit >> 6] >> (bit & 63) & lanes);
    uint16_t *pointer = &e->vc_pointers[noc_router_input(e, r, move.in_port)];
    const unsigned v = noc_mask_first_from(asking, *pointer);
    noc_advance(pointer, v + 1, r->vcs);
    return noc_router_vc(e, r, bit + v);
}

/* Heads that were in route computation ask for a VC from the next cycle on. */
NOC_INLINE void noc_finish_routing(noc_engine *e, uint32_t router, unsigned words)
{
    const noc_vc_router *r = &e->routers[router];
    uint64_t *routing = &e->routing[router * words], *next = &e->routing_next[router * words];
    NOC_SET_EACH(bit, routing, words)
        noc_request_vc(e, &e->input_vcs[noc_router_vc(e, r, (unsigned)bit)], words);
    for (unsigned w = 0; w < words; w++) {
        routing[w] = next[w];
        next[w] = 0;
    }
}

/* One cycle of one router. Returns false when it has nothing left to do until something arrives. */
NOC_INLINE bool noc_router_cycle(noc_engine *e, uint32_t router, unsigned words,
                                 noc_plan *plan)
{
    const noc_vc_router *r = &e->routers[router];
    noc_allocate_vcs(e, router, words, plan);
    noc_allocate_switch(e, router, words, plan);
    const uint64_t *speculative = noc_switch_scratch(e, r, words).speculative;
    for (unsigned m = 0; m < plan->move_count; m++)
        plan->moves[m].input = noc_choose_vc(e, r, plan->moves[m], words, speculative);
    for (unsigned k = 0; k < plan->vc_count; k++) noc_take_vc(e, plan->vcs[k], words);
    for (unsigned m = 0; m < plan->move_count; m++) {
        const noc_input_vc *in = &e->input_vcs[plan->moves[m].input];
        const bool wasted = plan->moves[m].speculative &&
                            (in->state != NOC_VC_ACTIVE || !e->output_vcs[in->out_vc].credits);
        if (!wasted) noc_move_flit(e, plan->moves[m].input, words);
    }
    noc_finish_routing(e, router, words);
    uint64_t any = 0;
    for (unsigned w = 0; w < words; w++)
        any |= e->switch_outputs[router * words + w] | e->waiting_outputs[router * words + w] |
               e->routing[router * words + w];
    return any != 0;
}

#endif
