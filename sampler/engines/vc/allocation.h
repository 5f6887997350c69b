/* sampler/engines/vc/allocation.h: allocation of virtual channels and of the switch in a cycle.
 *
 * Routers affect each other only through channels, whose latency is at least a cycle. Each phase
 * therefore runs as one flat loop over all outputs, or inputs, with work. Allocation reads the
 * state at the start of the cycle. Order: all flits request the switch; VCs are allocated, and a
 * head with a new VC requests the switch in the next cycle; inputs choose, and grants take effect
 * at once, since no other input reads the state that a departing flit changes. Routers that overlap
 * packets allocate VCs last: a VC whose tail leaves passes to the next packet in the same cycle.
 *
 * Each allocator (design/allocators.def) follows one of three rules (noc_find_switch_rule): outputs
 * grant and inputs accept, in rounds (iSLIP); each input chooses one output, then outputs grant;
 * inputs and outputs of a router are matched, then inputs choose (matching.h).
 *
 * If heads request several outputs, VCs are allocated over all pairs of a head and a VC at once
 * (pairs.h).
 *
 * noc_mode lists the features of the design. The functions are inlined, so a caller with
 * constants (vc.c) has no code for other features. */
#ifndef NOC_SAMPLER_ENGINES_VC_ALLOCATION_H
#define NOC_SAMPLER_ENGINES_VC_ALLOCATION_H

#include "sampler/engines/vc/matching.h"
#include "sampler/engines/vc/paces.h"
#include "sampler/engines/vc/resting_channels.h"

/* ---- iSLIP ---------------------------------------------------------------------------------- */

/* Rule of McKeown 1999: outputs grant, inputs accept; pointers move past the partner in the
 * first iteration only. */

/* Allocates the VCs of one output: each free VC grants the first head at or after its pointer;
 * each head accepts the first VC at or after its own pointer. A head requests one output, so
 * outputs are independent. */
NOC_INLINE void noc_islip_allocate_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads,
                                       noc_mode m)
{
    noc_vc_choice choice;
    for (unsigned round = 0; round < out->vc_rounds && out->free_vcs; round++) {
        choice.granting_vcs = 0;
        NOC_SET_EACH(bit, heads, m.words)
        { /* heads with a VC from an earlier round are gone */
            const uint32_t vc = out->first_input_vc + (uint32_t)bit;
            const uint32_t permitted = noc_permitted_vcs(e, vc, (uint32_t)(out - e->outputs), m);
            for (uint32_t left = permitted & out->free_vcs; left; left &= left - 1)
                noc_offer_vc(e, out, &choice, (unsigned)__builtin_ctz(left), vc);
        }
        if (!choice.granting_vcs) return;
        while (choice.granting_vcs) { /* each head accepts one of its granting VCs */
            const uint32_t vc = choice.candidates[__builtin_ctz(choice.granting_vcs)];
            uint32_t granted_vcs = 0;
            for (uint32_t left = choice.granting_vcs; left; left &= left - 1) {
                const unsigned v = (unsigned)__builtin_ctz(left);
                if (choice.candidates[v] == vc) granted_vcs |= 1u << v;
            }
            choice.granting_vcs &= ~granted_vcs;
            const unsigned v = noc_find_preferred_vc(out, &e->vcs[vc], granted_vcs, m);
            noc_grant_vc(e, out, vc, v, round == 0, m);
        }
    }
}

/* Drops requests of matched inputs and of inputs held by a grant. */
NOC_INLINE void noc_drop_taken_requests(const noc_vc_engine *e, const noc_output *out,
                                        uint64_t *open_set)
{
    for (unsigned p = 0; p << out->shift < out->input_bits; p++) {
        const unsigned bit = p << out->shift;
        if (noc_set_has(e->allocation.taken_inputs, out->first_input + p))
            open_set[bit >> 6] &= ~((uint64_t)out->input_labels << (bit & 63));
    }
}

/* Finds the open requests for an output in a round, without requests of matched inputs.
 * Speculative requests join the other requests, or count only if there is no other. */
NOC_INLINE bool noc_find_open_requests(noc_vc_engine *e, const noc_output *out, unsigned o,
                                       unsigned round, noc_mode m, uint64_t *open_set)
{
    const uint64_t *requests = noc_start_requests(e, o, m);
    uint64_t open_bits = 0;
    for (unsigned w = 0; w < m.words; w++) open_bits |= open_set[w] = requests[w];
    if (m.hold) {
        noc_drop_taken_requests(e, out, open_set);
        open_bits = !noc_set_is_empty(open_set, m.words);
    }
    if (noc_has_speculations(e, out, o) && (!open_bits || !out->yields))
        for (unsigned w = 0; w < m.words; w++)
            open_bits |= open_set[w] |= e->requests.speculations[o * m.words + w];
    if (round == 0 && !m.hold) return open_bits != 0;
    noc_drop_taken_requests(e, out, open_set);
    return !noc_set_is_empty(open_set, m.words);
}

/* First half of iSLIP: an output grants the first request at or after its pointer. */
NOC_INLINE void noc_islip_grant(noc_vc_engine *e, unsigned o, unsigned round, noc_mode m)
{
    const noc_output *out = &e->outputs[o];
    uint64_t open_set[NOC_SET_WORDS_MAX];
    const uint64_t *all_requests = noc_start_requests(e, o, m), *requests = all_requests;
    if ((m.speculation && out->speculative) || round > 0 || m.hold) {
        if (!noc_find_open_requests(e, out, o, round, m, open_set)) return;
        requests = open_set;
    }
    const unsigned bit = m.ranked ? noc_choose_request(e, o, requests)
                                  : noc_set_first_from(requests, m.words, out->grant_pointer);
    const unsigned i = out->first_input + (bit >> out->shift);
    const bool yields = m.speculation && out->yields && !noc_set_has(all_requests, bit);
    noc_mark_input(e, i, out, yields, m);
}

/* Second half of iSLIP: an input accepts the output that it prefers. */
NOC_INLINE void noc_islip_accept(noc_vc_engine *e, unsigned i, unsigned port, unsigned round,
                                 noc_mode m)
{
    noc_crossbar_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    noc_grant_switch(e, port, input, round == 0, m);
    if (m.rounds == 1 || e->outputs[o].switch_rounds == 1) return;
    noc_set_add(e->allocation.taken_inputs, i);
    noc_set_remove(e->allocation.open_outputs, o);
}

/* ---- input first ---------------------------------------------------------------------------- */

/* Each head requests one free VC, the first at or after its pointer; each VC accepts the first
 * requesting head. Pointers move past the partner of a match. */
NOC_INLINE void noc_separable_give_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads,
                                       noc_mode m)
{
    noc_vc_choice choice = {.granting_vcs = 0};
    NOC_SET_EACH(bit, heads, m.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        const noc_vc *in = &e->vcs[vc];
        const uint32_t permitted = noc_permitted_vcs(e, vc, (uint32_t)(out - e->outputs), m);
        const uint32_t wanted_vcs = permitted & out->free_vcs;
        if (wanted_vcs)
            noc_offer_vc(e, out, &choice, noc_find_preferred_vc(out, in, wanted_vcs, m), vc);
    }
    for (; choice.granting_vcs; choice.granting_vcs &= choice.granting_vcs - 1) {
        const unsigned v = (unsigned)__builtin_ctz(choice.granting_vcs);
        noc_grant_vc(e, out, choice.candidates[v], v, true, m);
    }
}

/* Bids for the preferred output of an input. The best bid is the first at or after the output's
 * pointer. */
NOC_INLINE void noc_separable_bid(noc_vc_engine *e, unsigned i, unsigned port, bool yields)
{
    const noc_crossbar_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    const noc_output *out = &e->outputs[o];
    const unsigned distance =
        noc_pointer_distance(input->first_bit, out->grant_pointer, out->input_bits) +
        (yields ? out->input_bits : 0u);
    if (noc_set_has(e->allocation.bid_outputs, o) && distance >= e->allocation.best_distances[o])
        return;
    noc_set_add(e->allocation.bid_outputs, o);
    e->allocation.best_distances[o] = distance;
    e->allocation.best_bids[o] = i;
}

/* Grants each output to its best bid. */
NOC_INLINE void noc_separable_grant(noc_vc_engine *e, noc_mode m)
{
    NOC_SET_EACH(o, e->allocation.bid_outputs, e->output_words)
    noc_grant_switch(e, e->outputs[o].port, &e->inputs[e->allocation.best_bids[o]], true, m);
    for (unsigned w = 0; w < e->output_words; w++) e->allocation.bid_outputs[w] = 0;
}

/* ---- virtual channels ----------------------------------------------------------------------- */

/* Allocates the VCs of an output to several heads, by its allocator. */
NOC_INLINE void noc_give_shared_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads,
                                    noc_mode m)
{
    if (m.ranked && noc_has_ranked_vcs(out)) {
        noc_give_vcs_by_rank(e, out, heads);
        return;
    }
    if (!m.mixed) {
        noc_islip_allocate_vcs(e, out, heads, m);
        return;
    }
    switch (noc_find_vc_rule((noc_allocator)out->vc_allocator)) {
    case NOC_RULE_ROUNDS:
        noc_islip_allocate_vcs(e, out, heads, m);
        return;
    case NOC_RULE_INPUT_FIRST:
        noc_separable_give_vcs(e, out, heads, m);
        return;
    case NOC_RULE_MATCHING:
        noc_match_vcs(e, out, heads);
        return;
    }
}

/* Allocates a VC to the only head that requests an output: all free VCs grant, and the head
 * accepts one. */
NOC_INLINE void noc_serve_head(noc_vc_engine *e, unsigned o, noc_mode m)
{
    noc_output *out = &e->outputs[o];
    const uint32_t vc = out->first_input_vc + (uint32_t)__builtin_ctzll(out->waiting_heads);
    const uint32_t mask = noc_permitted_vcs(e, vc, o, m) & out->free_vcs;
    if (!mask) return;
    const unsigned v = noc_find_preferred_vc(out, &e->vcs[vc], mask, m);
    out->waiting_heads = 0;
    noc_set_remove(e->requests.waiting_outputs, o);
    noc_assign_vc(e, out, vc, v, m);
    noc_move_vc_pointers(e, out, vc, v, m);
}

/* True if a matching allocates the VCs of an output, even for a single head. */
NOC_INLINE bool noc_has_vc_matching(const noc_output *out)
{
    return noc_find_vc_rule((noc_allocator)out->vc_allocator) == NOC_RULE_MATCHING;
}

/* Allocates the VCs of routers that overlap packets, or of all other routers. */
NOC_INLINE void noc_allocate_vcs(noc_vc_engine *e, bool overlaps, noc_mode m)
{
    if (!e->requests.has_waiting_heads) return;
    if (m.mixed) e->vc_allocations++;
    if (m.paired) e->pairs->last_router = NOC_NONE;
    NOC_SET_EACH(o, e->requests.waiting_outputs, e->output_words)
    {
        noc_output *out = &e->outputs[o];
        if (m.overlaps && out->overlaps != overlaps) continue;
        if (m.paced && noc_paces_is_idle(e, (uint32_t)o)) continue;
        if (m.paired && out->is_paired) {
            noc_pairs_allocate(e, (uint32_t)o);
            continue;
        }
        const uint64_t *heads = noc_waiting_heads(e, (uint32_t)o, m);
        if (!out->free_vcs) continue;
        if (m.words == 1 && !m.ranked && !(heads[0] & (heads[0] - 1)) &&
            !(m.mixed && noc_has_vc_matching(out)))
            noc_serve_head(e, (unsigned)o, m);
        else
            noc_give_shared_vcs(e, out, heads, m);
    }
}

/* ---- switch --------------------------------------------------------------------------------- */

/* Finds the labels of an output's VCs that a head requests. */
NOC_INLINE uint32_t noc_find_permitted_vcs(const noc_vc_engine *e, uint32_t vc, uint32_t output,
                                           noc_mode m)
{
    const uint32_t permitted = e->vcs[vc].permitted;
    return m.paired && !permitted ? noc_pairs_find_permitted(e, vc, output) : permitted;
}

/* Requests the switch speculatively for heads without a VC, if a permitted VC is free and has a
 * credit. */
NOC_INLINE void noc_speculate(noc_vc_engine *e, noc_mode m)
{
    for (unsigned w = 0; w < e->output_words; w++) e->requests.speculative_outputs[w] = 0;
    if (m.paired) noc_pairs_find_failing(e);
    NOC_SET_EACH(o, e->requests.waiting_outputs, e->output_words)
    {
        const noc_output *out = &e->outputs[o];
        if (!out->speculative) continue;
        uint64_t *speculations = &e->requests.speculations[o * m.words];
        uint32_t usable_vcs = 0;
        for (uint32_t left = out->free_vcs; left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            if (e->vcs[out->first_vc + v].credits) usable_vcs |= 1u << v;
        }
        for (unsigned w = 0; w < m.words; w++) speculations[w] = 0;
        NOC_SET_EACH(bit, noc_waiting_heads(e, (uint32_t)o, m), m.words)
        {
            const uint32_t vc = out->first_input_vc + (uint32_t)bit;
            if (m.multicast && noc_is_forked(e, vc)) continue; /* forks do not speculate */
            if (noc_find_permitted_vcs(e, vc, (uint32_t)o, m) & usable_vcs)
                noc_set_add(speculations, (unsigned)bit);
        }
        if (noc_set_is_empty(speculations, m.words)) continue;
        noc_set_add(e->requests.speculative_outputs, (unsigned)o);
        noc_set_add(e->allocation.open_outputs, (unsigned)o);
    }
}

/* Passes requests for an output to its inputs; round 0 passes all requests. */
NOC_INLINE void noc_pass_requests(noc_vc_engine *e, unsigned o, unsigned round, noc_mode m)
{
    for (unsigned w = 0; w < m.words && round == 0; w++)
        noc_start_requests(e, o, m)[w] = noc_switch_requests(e, o, m)[w];
    if (!m.mixed) {
        noc_islip_grant(e, o, round, m);
        return;
    }
    if (noc_find_switch_rule((noc_allocator)e->outputs[o].allocator) == NOC_RULE_ROUNDS)
        noc_islip_grant(e, o, round, m);
    else if (round == 0)
        noc_pass_all_requests(e, o, m);
}

/* Chooses the first output of an input at or after its pointer, and empties the set. */
NOC_INLINE unsigned noc_choose_port(noc_vc_engine *e, unsigned i, uint64_t *set, noc_mode m)
{
    const unsigned port = m.ranked ? noc_choose_ranked_port(e, i, set)
                                   : noc_set_first_from(set, m.words, e->inputs[i].accept_pointer);
    for (unsigned w = 0; w < m.words; w++) set[w] = 0;
    return port;
}

/* Lets an input choose an output. Yielding requests count only if there is no other. */
NOC_INLINE void noc_choose_output(noc_vc_engine *e, unsigned i, unsigned round, noc_mode m)
{
    const noc_crossbar_input *input = &e->inputs[i];
    uint64_t *set = noc_input_grants(e, i, m);
    const bool yields = m.speculation && input->yields && noc_set_is_empty(set, m.words);
    if (yields) set = &e->allocation.yielding[i * m.words];
    const unsigned port = noc_choose_port(e, i, set, m);
    if (m.speculation && input->yields)
        for (unsigned w = 0; w < m.words; w++) e->allocation.yielding[i * m.words + w] = 0;
    if (!m.mixed) {
        noc_islip_accept(e, i, port, round, m);
        return;
    }
    if (noc_find_switch_rule((noc_allocator)input->allocator) == NOC_RULE_ROUNDS)
        noc_islip_accept(e, i, port, round, m);
    else if (m.ranked)
        noc_bid_by_rank(e, i, port);
    else
        noc_separable_bid(e, i, port, yields);
}

/* Excludes outputs and inputs in the second cycle of a grant. */
NOC_INLINE void noc_exclude_held(noc_vc_engine *e)
{
    for (unsigned w = 0; w < e->output_words; w++)
        e->allocation.open_outputs[w] &= ~e->holds.outputs[w];
    for (unsigned w = 0; w < e->input_words; w++)
        e->allocation.taken_inputs[w] = e->holds.inputs[w];
}

NOC_INLINE void noc_exclude_resting(noc_vc_engine *e)
{
    const uint64_t *resting = noc_resting_outputs(e);
    for (unsigned w = 0; w < e->output_words; w++) e->allocation.open_outputs[w] &= ~resting[w];
}

/* Excludes outputs of routers without further steps in this cycle, and outputs whose channel is
 * not due. */
NOC_INLINE void noc_exclude_paced(noc_vc_engine *e)
{
    for (unsigned w = 0; w < e->output_words; w++)
        e->allocation.open_outputs[w] &=
            ~(e->paces->idle_outputs[w] | e->paces->blocked_outputs[w]);
}

/* Finds the outputs open to requests: all outputs with requests, unless a feature of the design
 * opens or closes outputs. */
NOC_INLINE uint64_t *noc_find_open_outputs(noc_vc_engine *e, noc_mode m)
{
    if (m.rounds == 1 && !m.speculation && !m.hold && !m.resting && !m.paced)
        return e->requests.switch_outputs;
    for (unsigned w = 0; w < e->output_words; w++)
        e->allocation.open_outputs[w] = e->requests.switch_outputs[w];
    if (m.speculation) noc_speculate(e, m);
    if (m.hold) noc_exclude_held(e);
    if (m.resting) noc_exclude_resting(e);
    if (m.paced) noc_exclude_paced(e);
    return e->allocation.open_outputs;
}

/* Starts the first round of switch allocation, up to the choice of the inputs. False: there is
 * no request. */
NOC_INLINE bool noc_start_switch_round(noc_vc_engine *e, noc_mode m)
{
    bool has_requests = false;
    if (!e->requests.has_switch_requests && !(m.speculation && e->requests.has_waiting_heads))
        return false;
    const uint64_t *open_outputs = noc_find_open_outputs(e, m);
    NOC_SET_EACH(o, open_outputs, e->output_words)
    {
        noc_pass_requests(e, (unsigned)o, 0, m);
        has_requests = true;
    }
    return has_requests;
}

/* Lets each input choose among its grants or requests. */
NOC_INLINE void noc_accept_grants(noc_vc_engine *e, unsigned round, noc_mode m)
{
    if (m.mixed && e->matching_count) noc_match_switch(e);
    NOC_SET_DRAIN(i, e->allocation.granted_inputs, e->input_words)
    noc_choose_output(e, (unsigned)i, round, m);
    if (m.mixed) noc_separable_grant(e, m);
}

/* Finishes switch allocation. */
NOC_INLINE void noc_finish_allocation(noc_vc_engine *e, noc_mode m)
{
    noc_accept_grants(e, 0, m);
    for (unsigned round = 1; round < m.rounds; round++) {
        NOC_SET_EACH(o, e->allocation.open_outputs, e->output_words)
        noc_pass_requests(e, (unsigned)o, round, m);
        noc_accept_grants(e, round, m);
    }
    if (m.multicast) noc_multicast_copy_flits(e);
    if (m.rounds > 1 || m.hold)
        for (unsigned w = 0; w < e->input_words; w++) e->allocation.taken_inputs[w] = 0;
}

#endif
