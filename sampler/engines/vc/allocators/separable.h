/* sampler/engines/vc/allocators/separable.h: separable allocation, input first: an input chooses
 * one output, an output one of those inputs. */
#ifndef NOC_SAMPLER_ENGINES_VC_ALLOCATORS_SEPARABLE_H
#define NOC_SAMPLER_ENGINES_VC_ALLOCATORS_SEPARABLE_H

#include "sampler/engines/vc/grants.h"

/* Each head asks for one free VC, the first at or after its pointer; each VC
 * takes the first of those that ask. Pointers move past the partner when the pair succeeds. */
NOC_INLINE void noc_separable_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads,
                                  noc_mode m)
{
    noc_vc_choice choice = {.granting = 0};
    NOC_SET_EACH(bit, heads, m.words)
    {
        const uint32_t vc = out->first_input_vc + (uint32_t)bit;
        const noc_vc *in = &e->vcs[vc];
        const uint32_t wanted = in->permitted & out->free_vcs;
        if (wanted) noc_offer_vc(e, out, &choice, noc_preferred_vc(out, in, wanted, m), vc);
    }
    for (; choice.granting; choice.granting &= choice.granting - 1) {
        const unsigned v = (unsigned)__builtin_ctz(choice.granting);
        noc_grant_vc(e, out, choice.candidate[v], v, true, m);
    }
}

/* An input bids for the output that it prefers; of the bids for an output the first at or after its
 * pointer is the best. */
NOC_INLINE void noc_separable_input(noc_vc_engine *e, unsigned i, unsigned port, bool yields)
{
    const noc_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    const noc_output *out = &e->outputs[o];
    const unsigned turns = noc_turns(input->first_bit, out->grant_pointer, out->input_bits) +
                           (yields ? out->input_bits : 0u);
    if (noc_set_has(e->allocation.bid_outputs, o) && turns >= e->allocation.best_turns[o]) return;
    noc_set_add(e->allocation.bid_outputs, o);
    e->allocation.best_turns[o] = turns;
    e->allocation.best_bid[o] = i;
}

/* Outputs grant the best bids. */
NOC_INLINE void noc_separable_decide(noc_vc_engine *e, noc_mode m)
{
    NOC_SET_EACH(o, e->allocation.bid_outputs, e->output_words)
    noc_grant_switch(e, e->outputs[o].port, &e->inputs[e->allocation.best_bid[o]], true, m);
    for (unsigned w = 0; w < e->output_words; w++) e->allocation.bid_outputs[w] = 0;
}

#endif
