/* sampler/vc_allocation.h: who gets virtual channels and the switch in this cycle.
 *
 * Routers touch each other only through channels, which take at least a cycle. So a phase of all routers
 * can run as one flat loop over the outputs, or inputs, that have work, whichever router they belong to.
 * Allocation must see the state as it was at the start of the cycle. So the switch is allocated first,
 * into a list that takes effect last (vc_engine.c), because flits that leave free VCs; VCs are allocated in
 * between, and taken at once.
 *
 * noc_mode says what the design needs of all this. The functions are inlined, so where the caller gives
 * constants (vc_engine.c) what is not needed is not there. */
#ifndef NOC_SAMPLER_VC_ALLOCATION_H
#define NOC_SAMPLER_VC_ALLOCATION_H

#include "sampler/resting.h"
#include "sampler/vc_state.h"

/* Distance from a pointer to a position on a circle. */
NOC_INLINE unsigned noc_turns(unsigned position, unsigned pointer, unsigned circle)
{
    return position >= pointer ? position - pointer : position + circle - pointer;
}

/* What the allocators of a design can meet. */
typedef struct noc_mode {
    unsigned words;   /* of a set of a router's input VCs, or ports */
    unsigned rounds;  /* most iterations of an iSLIP switch allocator */
    bool speculation; /* by some router */
    bool mixed;       /* some allocator is not iSLIP */
    bool forks;       /* packets choose among channels side by side */
    bool hold;        /* some grants take two cycles */
    bool rests;       /* some channels rest in each cycle */
} noc_mode;

NOC_INLINE void noc_advance(uint16_t *pointer, unsigned past, unsigned circle)
{
    *pointer = (uint16_t)(past & -(unsigned)(past != circle)); /* 0 if they are equal */
}

/* ---- requests ------------------------------------------------------------------------------- */

NOC_INLINE void noc_request_switch(noc_engine *e, const noc_input_vc *in, noc_mode m)
{
    noc_set_put(&e->switch_requests[in->output * m.words], m.words, in->bit);
    noc_set_add(e->switch_outputs, in->output);
}

NOC_INLINE void noc_withdraw_switch(noc_engine *e, const noc_input_vc *in, noc_mode m)
{
    uint64_t *requests = &e->switch_requests[in->output * m.words];
    noc_set_drop(requests, m.words, in->bit);
    noc_set_remove_if(e->switch_outputs, in->output, noc_set_empty(requests, m.words));
}

NOC_INLINE void noc_request_vc(noc_engine *e, noc_input_vc *in, noc_mode m)
{
    in->state = NOC_VC_WAITING;
    noc_set_put(&e->waiting_heads[in->output * m.words], m.words, in->bit);
    noc_set_add(e->waiting_outputs, in->output);
}

/* ---- virtual channels ----------------------------------------------------------------------- */

/* A head gets an output VC. It asks for the switch from the next cycle on, as the switch has been
 * allocated for this one. */
NOC_INLINE void noc_grant_vc(noc_engine *e, noc_output *out, uint32_t vc, unsigned v,
                             bool move_pointers, noc_mode m)
{
    noc_input_vc *in = &e->input_vcs[vc];
    const uint32_t out_vc = out->first_vc + v;
    uint64_t *heads = &e->waiting_heads[in->output * m.words];
    noc_set_drop(heads, m.words, in->bit);
    noc_set_remove_if(e->waiting_outputs, in->output, noc_set_empty(heads, m.words));
    out->free_vcs &= ~(1u << v);
    e->output_vcs[out_vc].owner = vc;
    in->out_vc = out_vc;
    in->state = NOC_VC_ACTIVE;
    if (e->output_vcs[out_vc].credits) noc_request_switch(e, in, m);
    if (!move_pointers) return;
    noc_advance(&in->accept_pointer, ((unsigned)out->port << out->label_shift) + v + 1,
                out->output_bits);
    noc_advance(&e->output_vcs[out_vc].grant_pointer, in->bit + 1u, out->input_bits);
}

/* The first VC of a mask at or after a head's pointer, which counts over all ports of the router. */
NOC_INLINE unsigned noc_preferred_vc(const noc_output *out, const noc_input_vc *in, uint32_t mask)
{
    const unsigned base = (unsigned)out->port << out->label_shift;
    const unsigned from = in->accept_pointer - base; /* huge if the pointer is before the port */
    return noc_mask_first_from(mask, from < 1u << out->label_shift ? from : 0);
}

/* Who of the heads each free VC would take: the first at or after its pointer. */
typedef struct noc_vc_choice {
    uint32_t granting; /* VCs with a candidate */
    uint32_t candidate[NOC_VCS_MAX];
    unsigned turns[NOC_VCS_MAX];
} noc_vc_choice;

NOC_INLINE void noc_offer_vc(const noc_engine *e, const noc_output *out, noc_vc_choice *choice,
                             unsigned v, uint32_t vc)
{
    const unsigned turns = noc_turns(
        e->input_vcs[vc].bit, e->output_vcs[out->first_vc + v].grant_pointer, out->input_bits);
    if ((choice->granting >> v & 1) && turns >= choice->turns[v]) return;
    choice->granting |= 1u << v;
    choice->candidate[v] = vc;
    choice->turns[v] = turns;
}

/* iSLIP (McKeown 1999) for the VCs of one output: each free VC grants the first head at or after its
 * pointer, each head accepts the first VC at or after its own; pointers move past the partner for
 * pairs of the first iteration only. A head asks for one output, so outputs are independent. */
NOC_INLINE void noc_allocate_vcs_islip(noc_engine *e, noc_output *out, const uint64_t *heads,
                                       noc_mode m)
{
    noc_vc_choice choice;
    for (unsigned round = 0; round < out->vc_rounds && out->free_vcs; round++) {
        choice.granting = 0;
        NOC_SET_EACH(bit, heads, m.words)
        { /* those that got a VC in an earlier round have left */
            const uint32_t vc = out->first_input_vc + (uint32_t)bit;
            for (uint32_t left = e->input_vcs[vc].permitted & out->free_vcs; left; left &= left - 1)
                noc_offer_vc(e, out, &choice, (unsigned)__builtin_ctz(left), vc);
        }
        if (!choice.granting) return;
        while (choice.granting) { /* each head accepts one of the VCs that grant it */
            const uint32_t vc = choice.candidate[__builtin_ctz(choice.granting)];
            uint32_t granting_it = 0;
            for (uint32_t left = choice.granting; left; left &= left - 1) {
                const unsigned v = (unsigned)__builtin_ctz(left);
                if (choice.candidate[v] == vc) granting_it |= 1u << v;
            }
            choice.granting &= ~granting_it;
            const unsigned v = noc_preferred_vc(out, &e->input_vcs[vc], granting_it);
            noc_grant_vc(e, out, vc, v, round == 0, m);
        }
    }
}

/* Separable, input first: each head asks for one free VC, the first at or after its pointer; each VC
 * takes the first of those that ask. Pointers move past the partner when the pair succeeds. */
NOC_INLINE void noc_allocate_vcs_separable(noc_engine *e, noc_output *out, const uint64_t *heads,
                                           noc_mode m)
{
    noc_vc_choice choice = {.granting = 0};
    NOC_SET_EACH(bit, heads, m.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        const noc_input_vc *in = &e->input_vcs[vc];
        const uint32_t wanted = in->permitted & out->free_vcs;
        if (wanted) noc_offer_vc(e, out, &choice, noc_preferred_vc(out, in, wanted), vc);
    }
    for (; choice.granting; choice.granting &= choice.granting - 1) {
        const unsigned v = (unsigned)__builtin_ctz(choice.granting);
        noc_grant_vc(e, out, choice.candidate[v], v, true, m);
    }
}

NOC_INLINE void noc_allocate_vcs(noc_engine *e, noc_mode m)
{
    NOC_SET_EACH(o, e->waiting_outputs, e->output_words)
    {
        noc_output *out = &e->outputs[o];
        const uint64_t *heads = &e->waiting_heads[o * m.words];
        if (!out->free_vcs) continue;
        if (m.words == 1 &&
            !(heads[0] & (heads[0] - 1))) { /* one head: it is granted all, takes one */
            const uint32_t vc = out->first_input_vc + (uint32_t)__builtin_ctzll(heads[0]);
            const uint32_t mask = e->input_vcs[vc].permitted & out->free_vcs;
            const unsigned v = mask ? noc_preferred_vc(out, &e->input_vcs[vc], mask) : 0;
            if (mask) noc_grant_vc(e, out, vc, v, true, m);
        } else if (m.mixed && out->allocator == NOC_ALLOCATOR_SEPARABLE) {
            noc_allocate_vcs_separable(e, out, heads, m);
        } else {
            noc_allocate_vcs_islip(e, out, heads, m);
        }
    }
}

/* ---- switch --------------------------------------------------------------------------------- */

/* Heads that still wait for a VC ask for the switch too, if one of the VCs that they may take is free
 * and has a credit. */
NOC_INLINE void noc_speculate(noc_engine *e, noc_mode m)
{
    NOC_SET_EACH(o, e->waiting_outputs, e->output_words)
    {
        const noc_output *out = &e->outputs[o];
        if (!out->speculative) continue;
        uint64_t *asking = &e->speculations[o * m.words];
        uint32_t usable = 0;
        for (uint32_t left = out->free_vcs; left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            if (e->output_vcs[out->first_vc + v].credits) usable |= 1u << v;
        }
        for (unsigned w = 0; w < m.words; w++) asking[w] = 0;
        NOC_SET_EACH(bit, &e->waiting_heads[o * m.words], m.words)
        if (e->input_vcs[out->first_input_vc + bit].permitted & usable)
            noc_set_add(asking, (unsigned)bit);
        if (!noc_set_empty(asking, m.words)) noc_set_add(e->open_outputs, (unsigned)o);
    }
}

NOC_INLINE bool noc_has_speculations(const noc_engine *e, const noc_output *out, unsigned o)
{
    return out->speculative && noc_set_has(e->waiting_outputs, o);
}

/* The VCs of one input among a router's input VCs. */
NOC_INLINE uint32_t noc_input_bits(const uint64_t *set, unsigned words, unsigned place,
                                   unsigned shift)
{
    const unsigned bit = place << shift;
    const uint64_t word = set[words == 1 ? 0 : bit >> 6];
    return (uint32_t)(word >> (bit & 63) & (((uint64_t)1 << (1u << shift)) - 1));
}

/* The input's flit of a VC that asked for the output, round robin over its VCs. */
NOC_INLINE void noc_grant_switch(noc_engine *e, unsigned o, noc_input *input, bool move_pointers,
                                 noc_mode m)
{
    noc_output *out = &e->outputs[o];
    uint32_t asking =
        noc_input_bits(&e->switch_requests[o * m.words], m.words, input->place, out->shift);
    bool speculative = false;
    if (m.speculation && out->speculative) {
        const uint32_t hopeful =
            noc_has_speculations(e, out, o)
                ? noc_input_bits(&e->speculations[o * m.words], m.words, input->place, out->shift)
                : 0;
        if (!out->yields || !asking) asking |= hopeful;
        speculative = hopeful != 0;
    }
    const unsigned v = noc_mask_first_from(asking, input->vc_pointer);
    noc_advance(&input->vc_pointer, v + 1, input->vcs);
    const unsigned bit = ((unsigned)input->place << out->shift) + v;
    e->switch_grants[e->switch_grant_count++] = (noc_switch_grant){
        .input = out->first_input_vc + bit,
        .speculative = speculative && !noc_set_has(&e->switch_requests[o * m.words], bit),
    };
    if (!move_pointers) return;
    noc_advance(&input->accept_pointer, out->port + 1u, input->outputs);
    noc_advance(&out->grant_pointer, ((unsigned)input->place + 1) << out->shift, out->input_bits);
}

NOC_INLINE void noc_mark_input(noc_engine *e, unsigned i, noc_mode m)
{
    if (noc_set_has(e->granted_inputs, i)) return;
    noc_set_add(e->granted_inputs, i);
    for (unsigned w = 0; w < m.words; w++) e->grants[i * m.words + w] = 0;
    if (!m.speculation || !e->inputs[i].yields) return;
    for (unsigned w = 0; w < m.words; w++) e->yielding[i * m.words + w] = 0;
}

/* Drops the requests of matched inputs, and of those that are held. */
NOC_INLINE void noc_drop_taken(const noc_engine *e, const noc_output *out, uint64_t *open)
{
    const uint64_t lanes = ((uint64_t)1 << (1u << out->shift)) - 1;
    for (unsigned p = 0; p << out->shift < out->input_bits; p++) {
        const unsigned bit = p << out->shift;
        if (noc_set_has(e->taken_inputs, out->first_input + p))
            open[bit >> 6] &= ~(lanes << (bit & 63));
    }
}

/* The requests for an output that are still open in this round, without those of matched inputs.
 * Speculative requests join the others, or stand in only where there is no other. */
NOC_INLINE bool noc_open_requests(const noc_engine *e, const noc_output *out, unsigned o,
                                  unsigned round, noc_mode m, uint64_t *open)
{
    uint64_t any = 0;
    for (unsigned w = 0; w < m.words; w++) any |= open[w] = e->switch_requests[o * m.words + w];
    if (m.hold) {
        noc_drop_taken(e, out, open);
        any = !noc_set_empty(open, m.words);
    }
    if (noc_has_speculations(e, out, o) && (!any || !out->yields))
        for (unsigned w = 0; w < m.words; w++) any |= open[w] |= e->speculations[o * m.words + w];
    if (round == 0 && !m.hold) return any != 0;
    noc_drop_taken(e, out, open);
    return !noc_set_empty(open, m.words);
}

/* First half of iSLIP: an output grants the first request at or after its pointer. */
NOC_INLINE void noc_output_grants(noc_engine *e, unsigned o, unsigned round, noc_mode m)
{
    const noc_output *out = &e->outputs[o];
    uint64_t open[NOC_SET_WORDS_MAX];
    const uint64_t *requests = &e->switch_requests[o * m.words];
    if ((m.speculation && out->speculative) || round > 0 || m.hold) {
        if (!noc_open_requests(e, out, o, round, m, open)) return;
        requests = open;
    }
    const unsigned bit = noc_set_first_from(requests, m.words, out->grant_pointer);
    const unsigned i = out->first_input + (bit >> out->shift);
    noc_mark_input(e, i, m);
    const bool yields =
        m.speculation && out->yields && !noc_set_has(&e->switch_requests[o * m.words], bit);
    noc_set_put(yields ? &e->yielding[i * m.words] : &e->grants[i * m.words], m.words, out->port);
}

/* First half of separable allocation: every request reaches its input. */
NOC_INLINE void noc_output_is_wanted(noc_engine *e, unsigned o, noc_mode m)
{
    const noc_output *out = &e->outputs[o];
    for (int speculative = 0; speculative < 2; speculative++) {
        if (speculative && !noc_has_speculations(e, out, o)) return;
        const uint64_t *set = speculative ? e->speculations : e->switch_requests;
        NOC_SET_EACH(bit, &set[o * m.words], m.words)
        {
            const unsigned i = out->first_input + ((unsigned)bit >> out->shift);
            if (m.hold && noc_set_has(e->taken_inputs, i)) continue;
            noc_mark_input(e, i, m);
            noc_set_add(speculative && out->yields ? &e->yielding[i * m.words]
                                                   : &e->grants[i * m.words],
                        out->port);
        }
    }
}

/* Second half, for one input: iSLIP accepts the first grant at or after its pointer; separable bids for
 * the first output at or after it. What yields counts only where there is nothing else. */
NOC_INLINE void noc_input_chooses(noc_engine *e, unsigned i, unsigned round, noc_mode m)
{
    noc_input *input = &e->inputs[i];
    const uint64_t *set = &e->grants[i * m.words];
    const bool yields = m.speculation && input->yields && noc_set_empty(set, m.words);
    if (yields) set = &e->yielding[i * m.words];
    const unsigned port = noc_set_first_from(set, m.words, input->accept_pointer);
    const unsigned o = input->first_output + port;
    if (!m.mixed || input->allocator == NOC_ALLOCATOR_ISLIP) {
        noc_grant_switch(e, o, input, round == 0, m);
        if (m.rounds == 1 || e->outputs[o].switch_rounds == 1) return;
        noc_set_add(e->taken_inputs, i);
        noc_set_remove(e->open_outputs, o);
        return;
    }
    const noc_output *out = &e->outputs[o];
    const unsigned turns =
        noc_turns((unsigned)input->place << out->shift, out->grant_pointer, out->input_bits) +
        (yields ? out->input_bits : 0u);
    if (noc_set_has(e->bid_outputs, o) && turns >= e->best_turns[o]) return;
    noc_set_add(e->bid_outputs, o);
    e->best_turns[o] = turns;
    e->best_bid[o] = i;
}

/* Outputs and inputs in the second cycle of a grant take no part. */
NOC_INLINE void noc_leave_out_held(noc_engine *e)
{
    for (unsigned w = 0; w < e->output_words; w++) e->open_outputs[w] &= ~e->held_outputs[w];
    for (unsigned w = 0; w < e->input_words; w++) e->taken_inputs[w] = e->held_inputs[w];
}

NOC_INLINE void noc_leave_out_resting(noc_engine *e)
{
    const uint64_t *resting = noc_resting_outputs(e);
    for (unsigned w = 0; w < e->output_words; w++) e->open_outputs[w] &= ~resting[w];
}

NOC_INLINE void noc_allocate_switch(noc_engine *e, noc_mode m)
{
    e->switch_grant_count = 0;
    for (unsigned w = 0; w < e->output_words; w++) e->open_outputs[w] = e->switch_outputs[w];
    if (m.speculation) noc_speculate(e, m);
    if (m.hold) noc_leave_out_held(e);
    if (m.rests) noc_leave_out_resting(e);
    for (unsigned round = 0; round < m.rounds; round++) {
        NOC_SET_EACH(o, e->open_outputs, e->output_words)
        {
            if (!m.mixed || e->outputs[o].allocator == NOC_ALLOCATOR_ISLIP)
                noc_output_grants(e, (unsigned)o, round, m);
            else if (round == 0)
                noc_output_is_wanted(e, (unsigned)o, m);
        }
        if (m.mixed && e->maximum) noc_match_maximum(e, m.words);
        NOC_SET_EACH(i, e->granted_inputs, e->input_words)
        noc_input_chooses(e, (unsigned)i, round, m);
        for (unsigned w = 0; w < e->input_words; w++) e->granted_inputs[w] = 0;
        if (!m.mixed) continue;
        NOC_SET_EACH(o, e->bid_outputs, e->output_words)
        noc_grant_switch(e, (unsigned)o, &e->inputs[e->best_bid[o]], true, m);
        for (unsigned w = 0; w < e->output_words; w++) e->bid_outputs[w] = 0;
    }
    if (m.rounds > 1 || m.hold)
        for (unsigned w = 0; w < e->input_words; w++) e->taken_inputs[w] = 0;
}

#endif
