/* sampler/engines/vc/allocators/islip.h: iSLIP (McKeown 1999): outputs grant, inputs accept, by
 * pointers that move past the partner of the first iteration only. */
#ifndef NOC_SAMPLER_ENGINES_VC_ALLOCATORS_ISLIP_H
#define NOC_SAMPLER_ENGINES_VC_ALLOCATORS_ISLIP_H

#include "sampler/engines/vc/grants.h"

/* For the VCs of one output: each free VC grants the first head at or after its
 * pointer, each head accepts the first VC at or after its own; pointers move past the partner for
 * pairs of the first iteration only. A head asks for one output, so outputs are independent. */
NOC_INLINE void noc_islip_vcs(noc_vc_engine *e, noc_output *out, const uint64_t *heads, noc_mode m)
{
    noc_vc_choice choice;
    for (unsigned round = 0; round < out->vc_rounds && out->free_vcs; round++) {
        choice.granting = 0;
        NOC_SET_EACH(bit, heads, m.words)
        { /* those that got a VC in an earlier round have left */
            const uint32_t vc = out->first_input_vc + (uint32_t)bit;
            for (uint32_t left = e->vcs[vc].permitted & out->free_vcs; left; left &= left - 1)
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
            const unsigned v = noc_preferred_vc(out, &e->vcs[vc], granting_it, m);
            noc_grant_vc(e, out, vc, v, round == 0, m);
        }
    }
}

/* Drops the requests of matched inputs, and of those that are held. */
NOC_INLINE void noc_drop_taken(const noc_vc_engine *e, const noc_output *out, uint64_t *open)
{
    for (unsigned p = 0; p << out->shift < out->input_bits; p++) {
        const unsigned bit = p << out->shift;
        if (noc_set_has(e->allocation.taken_inputs, out->first_input + p))
            open[bit >> 6] &= ~((uint64_t)out->input_labels << (bit & 63));
    }
}

/* The requests for an output that are still open in this round, without those of matched inputs.
 * Speculative requests join the others, or stand in only where there is no other. */
NOC_INLINE bool noc_open_requests(noc_vc_engine *e, const noc_output *out, unsigned o,
                                  unsigned round, noc_mode m, uint64_t *open)
{
    const uint64_t *requests = noc_asked(e, o, m);
    uint64_t any = 0;
    for (unsigned w = 0; w < m.words; w++) any |= open[w] = requests[w];
    if (m.hold) {
        noc_drop_taken(e, out, open);
        any = !noc_set_empty(open, m.words);
    }
    if (noc_has_speculations(e, out, o) && (!any || !out->yields))
        for (unsigned w = 0; w < m.words; w++)
            any |= open[w] |= e->requests.speculations[o * m.words + w];
    if (round == 0 && !m.hold) return any != 0;
    noc_drop_taken(e, out, open);
    return !noc_set_empty(open, m.words);
}

/* First half: an output grants the first request at or after its pointer. */
NOC_INLINE void noc_islip_output(noc_vc_engine *e, unsigned o, unsigned round, noc_mode m)
{
    const noc_output *out = &e->outputs[o];
    uint64_t open[NOC_SET_WORDS_MAX];
    const uint64_t *asking = noc_asked(e, o, m), *requests = asking;
    if ((m.speculation && out->speculative) || round > 0 || m.hold) {
        if (!noc_open_requests(e, out, o, round, m, open)) return;
        requests = open;
    }
    const unsigned bit = noc_set_first_from(requests, m.words, out->grant_pointer);
    const unsigned i = out->first_input + (bit >> out->shift);
    const bool yields = m.speculation && out->yields && !noc_set_has(asking, bit);
    noc_mark_input(e, i, out, yields, m);
}

/* Second half, for one input: it accepts the output that it prefers. */
NOC_INLINE void noc_islip_input(noc_vc_engine *e, unsigned i, unsigned port, unsigned round,
                                noc_mode m)
{
    noc_input *input = &e->inputs[i];
    const unsigned o = input->first_output + port;
    noc_grant_switch(e, port, input, round == 0, m);
    if (m.rounds == 1 || e->outputs[o].switch_rounds == 1) return;
    noc_set_add(e->allocation.taken_inputs, i);
    noc_set_remove(e->allocation.open_outputs, o);
}

#endif
