/* sampler/engines/vc/grants.h: common parts of all allocators: requests reach inputs, and a VC
 * or a passage through the switch is granted. */
#ifndef NOC_SAMPLER_ENGINES_VC_GRANTS_H
#define NOC_SAMPLER_ENGINES_VC_GRANTS_H

#include "sampler/engines/vc/moves.h"
#include "sampler/engines/vc/ranks.h"

/* ---- rules ---------------------------------------------------------------------------------- */

/* Rules of allocators. */
typedef enum noc_allocation_rule {
    NOC_RULE_ROUNDS,      /* outputs grant, inputs accept */
    NOC_RULE_INPUT_FIRST, /* inputs choose, outputs grant */
    NOC_RULE_MATCHING,    /* all requests of a router are matched at once */
} noc_allocation_rule;

/* Finds the rule of a switch allocator. Output-first allocation and select are iSLIP with one
 * round (BookSim 2.0). */
NOC_INLINE noc_allocation_rule noc_find_switch_rule(noc_allocator allocator)
{
    switch (allocator) {
    case NOC_ALLOCATOR_ISLIP:
    case NOC_ALLOCATOR_SEPARABLE_OUTPUT:
    case NOC_ALLOCATOR_SELECT:
        return NOC_RULE_ROUNDS;
    case NOC_ALLOCATOR_SEPARABLE:
        return NOC_RULE_INPUT_FIRST;
    default:
        return NOC_RULE_MATCHING;
    }
}

/* Finds the rule of a VC allocator. iSLIP with enough rounds finds a maximum matching of the
 * heads for one output. */
NOC_INLINE noc_allocation_rule noc_find_vc_rule(noc_allocator allocator)
{
    return allocator == NOC_ALLOCATOR_MAXIMUM ? NOC_RULE_ROUNDS : noc_find_switch_rule(allocator);
}

/* ---- grants --------------------------------------------------------------------------------- */

/* Distance from a pointer to a position on a circle. */
NOC_INLINE unsigned noc_pointer_distance(unsigned position, unsigned pointer, unsigned circle)
{
    return position >= pointer ? position - pointer : position + circle - pointer;
}

/* Finds the order of a requester at an arbiter; the smallest order is served first. `arbiter`:
 * first requester of a matrix arbiter, whose order is the time of the last service (ranks.h);
 * NOC_NONE: a round-robin arbiter, whose order is the distance from its pointer. */
NOC_INLINE uint64_t noc_arbiter_order(const noc_vc_engine *e, uint32_t arbiter, unsigned place,
                                      unsigned pointer, unsigned circle)
{
    if (arbiter != NOC_NONE) return e->ranks->arbiters.last_grants[arbiter + place];
    return noc_pointer_distance(place, pointer, circle);
}

/* Notes the service of a place by a matrix arbiter; round-robin arbiters keep no times. */
NOC_INLINE void noc_mark_served(noc_vc_engine *e, uint32_t arbiter, unsigned place)
{
    if (arbiter != NOC_NONE) noc_matrix_serve(&e->ranks->arbiters, (size_t)arbiter + place);
}

/* Moves a pointer past a partner. A pointer at the end of the circle is valid: searches wrap
 * around. */
NOC_INLINE void noc_advance_pointer(uint16_t *pointer, unsigned partner)
{
    *pointer = (uint16_t)(partner + 1);
}

/* ---- virtual channels ----------------------------------------------------------------------- */

/* Assigns a VC of an output to a head. The head requests the switch from the next cycle on,
 * since the requests of this cycle are fixed (noc_start_requests). */
NOC_INLINE void noc_assign_vc(noc_vc_engine *e, noc_output *out, uint32_t vc, unsigned v,
                              noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    noc_vc *output_vc = &e->vcs[out->first_vc + v];
    out->free_vcs &= ~output_vc->label;
    output_vc->owner = vc;
    if (m.multicast && noc_is_forked(e, vc)) {
        noc_multicast_assign_vc(e, vc, (uint32_t)(out - e->outputs), out->first_vc + v);
        return;
    }
    in->out_vc = out->first_vc + v;
    in->state = NOC_VC_ACTIVE;
    if (output_vc->credits) noc_request_switch(e, in, m);
}

/* Moves the pointers of a matched head and VC past each other. */
NOC_INLINE void noc_move_vc_pointers(noc_vc_engine *e, const noc_output *out, uint32_t vc,
                                     unsigned v, noc_mode m)
{
    noc_vc *in = &e->vcs[vc];
    noc_advance_pointer(&in->accept_pointer,
                        out->first_label + (m.input_speedup ? noc_vc_of_label(out, v) : v));
    noc_advance_pointer(&e->vcs[out->first_vc + v].grant_pointer, in->set_place);
}

/* Grants VC v of an output to head `vc`, and withdraws its request. */
NOC_INLINE void noc_grant_vc(noc_vc_engine *e, noc_output *out, uint32_t vc, unsigned v,
                             bool move_pointers, noc_mode m)
{
    const noc_vc *in = &e->vcs[vc];
    const uint32_t output = m.multicast ? (uint32_t)(out - e->outputs) : in->output;
    uint64_t *heads = noc_waiting_heads(e, output, m);
    *noc_find_request_word(heads, in, m) &= ~in->word_bit;
    if (noc_set_is_empty(heads, m.words)) noc_set_remove(e->requests.waiting_outputs, output);
    noc_assign_vc(e, out, vc, v, m);
    if (move_pointers) noc_move_vc_pointers(e, out, vc, v, m);
}

/* Finds the first VC of a mask at or after a head's pointer, which counts over all ports of the
 * router. */
NOC_INLINE unsigned noc_find_preferred_vc(const noc_output *out, const noc_vc *in, uint32_t mask,
                                          noc_mode m)
{
    const unsigned from = in->accept_pointer - (unsigned)out->first_label;
    /* underflow: the pointer is before the port */
    const unsigned first = from < out->labels ? from : 0;
    return m.input_speedup ? noc_first_label(out, mask, first) : noc_mask_first_from(mask, first);
}

/* Best head for each free VC: the first at or after the VC's pointer. */
typedef struct noc_vc_choice {
    uint32_t granting_vcs; /* VCs with a candidate */
    uint32_t candidates[NOC_VCS_MAX];
    unsigned distances[NOC_VCS_MAX];
} noc_vc_choice;

/* Offers VC v of an output to head `vc`, unless the VC has a head closer to its pointer. */
NOC_INLINE void noc_offer_vc(const noc_vc_engine *e, const noc_output *out, noc_vc_choice *choice,
                             unsigned v, uint32_t vc)
{
    const unsigned distance = noc_pointer_distance(
        e->vcs[vc].set_place, e->vcs[out->first_vc + v].grant_pointer, out->input_bits);
    if ((choice->granting_vcs >> v & 1) && distance >= choice->distances[v]) return;
    choice->granting_vcs |= 1u << v;
    choice->candidates[v] = vc;
    choice->distances[v] = distance;
}

/* ---- switch --------------------------------------------------------------------------------- */

/* True if an output has speculative requests in this cycle. */
NOC_INLINE bool noc_has_speculations(const noc_vc_engine *e, const noc_output *out, unsigned o)
{
    return out->speculative && noc_set_has(e->requests.speculative_outputs, o);
}

/* Finds the VCs of one input in a set of the router's input VCs. */
NOC_INLINE uint32_t noc_input_bits(const uint64_t *set, unsigned words,
                                   const noc_crossbar_input *input)
{
    const uint64_t word = set[words == 1 ? 0 : input->first_bit >> 6];
    return (uint32_t)(word >> (input->first_bit & 63)) & input->labels;
}

/* Returns whether a speculative request succeeded: the packet got a VC of the output in this
 * cycle, and the VC has a credit. */
NOC_INLINE bool noc_can_move(const noc_vc_engine *e, uint32_t vc, uint32_t output, noc_mode m)
{
    const noc_vc *in = &e->vcs[vc];
    if (m.paired && (in->output != output || noc_pairs_is_failing(e, vc))) return false;
    return in->state == NOC_VC_ACTIVE && e->vcs[in->out_vc].credits > 0;
}

/* Finds the VCs of an input that request an output. Speculative requests join the other
 * requests, or count only if there is no other. The latter also holds with ranks, since routers
 * of BookSim 2.0 put speculative requests of an input below all others. `speculative`: the input
 * has speculative requests. */
NOC_INLINE uint32_t noc_find_asking_vcs(noc_vc_engine *e, unsigned o,
                                        const noc_crossbar_input *input, bool *speculative,
                                        noc_mode m)
{
    const noc_output *out = &e->outputs[o];
    uint32_t asking_vcs = noc_input_bits(noc_start_requests(e, o, m), m.words, input);
    *speculative = false;
    if (m.speculation && out->speculative) {
        const uint32_t speculative_vcs =
            noc_has_speculations(e, out, o)
                ? noc_input_bits(&e->requests.speculations[o * m.words], m.words, input)
                : 0;
        if (!asking_vcs || !(out->yields || m.ranked)) asking_vcs |= speculative_vcs;
        *speculative = speculative_vcs != 0;
    }
    return asking_vcs;
}

/* Grants an output to a flit of an input, round robin over the requesting VCs. */
NOC_INLINE void noc_grant_switch(noc_vc_engine *e, unsigned port, noc_crossbar_input *input,
                                 bool move_pointers, noc_mode m)
{
    const unsigned o = input->first_output + port;
    noc_output *out = &e->outputs[o];
    const uint64_t *requests = noc_start_requests(e, o, m);
    bool speculative;
    const uint32_t asking_vcs = noc_find_asking_vcs(e, o, input, &speculative, m);
    const unsigned v = m.ranked ? noc_choose_vc(e, input, asking_vcs)
                                : noc_mask_first_from(asking_vcs, input->vc_pointer);
    const uint32_t vc = input->first_vc + v;
    noc_advance_pointer(&input->vc_pointer, v);
    if (move_pointers) {
        noc_advance_pointer(&input->accept_pointer, port);
        noc_advance_pointer(&out->grant_pointer, input->end_bit - 1u);
        if (m.ranked) noc_ranks_note_match(e, input, port);
    }
    if (m.speculation && speculative && !noc_set_has(requests, input->first_bit + v) &&
        !noc_can_move(e, vc, o, m))
        return;
    noc_execute_grant(e, vc, o, m);
}

/* Marks an output as a grant, or as a request, at an input; `yielding`: the request yields. */
NOC_INLINE void noc_mark_input(noc_vc_engine *e, unsigned i, const noc_output *out, bool yielding,
                               noc_mode m)
{
    uint64_t *ports = yielding ? &e->allocation.yielding[i * m.words] : noc_input_grants(e, i, m);
    noc_set_add_sized(ports, m.words, out->port);
    noc_set_add(e->allocation.granted_inputs, i);
}

/* Passes every request for an output to its input, unless a grant holds the input. */
NOC_INLINE void noc_pass_all_requests(noc_vc_engine *e, unsigned o, noc_mode m)
{
    const noc_output *out = &e->outputs[o];
    for (int speculative = 0; speculative < 2; speculative++) {
        if (speculative && !noc_has_speculations(e, out, o)) return;
        const uint64_t *set =
            speculative ? &e->requests.speculations[o * m.words] : noc_start_requests(e, o, m);
        NOC_SET_EACH(bit, set, m.words)
        {
            const unsigned i = out->first_input + ((unsigned)bit >> out->shift);
            if (m.hold && noc_set_has(e->allocation.taken_inputs, i)) continue;
            noc_mark_input(e, i, out, speculative && out->yields, m);
        }
    }
}

#endif
