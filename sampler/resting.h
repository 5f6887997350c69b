/* sampler/resting.h: members of a derated kind rest in turn (network/resources.h). */
#ifndef NOC_SAMPLER_RESTING_H
#define NOC_SAMPLER_RESTING_H

#include "sampler/vc_state.h"

/* Channels that rest, one set for each of the cycles after which it is their turn again. */
struct noc_resting {
    uint64_t *outputs; /* of routers: [cycle * output_words + word] */
    uint64_t *senders; /* injection channels: [cycle * sender_words + word] */
    uint64_t *awake;   /* senders with a packet that do not rest in this cycle */
};

/* Whether a member of `kind` rests in a cycle of its clock while the kinds of a set are derated. */
NOC_INLINE bool noc_rests(const noc_derating *d, noc_resource kind, uint64_t cycle, uint32_t member)
{
    return noc_resource_is_in(d->kinds, kind) && (cycle + member) % d->rest_cycles == 0;
}

/* Makes the sets of an engine of which channels are derated, when all else of it is there. False when out of memory. */
bool noc_resting_new(noc_engine *engine);
void noc_resting_free(noc_resting *resting); /* NULL: nothing */

/* Busy senders that do not rest in this cycle: sender_words words. */
const uint64_t *noc_resting_wake_senders(noc_engine *engine);

/* Outputs of routers that rest in this cycle: output_words words. */
NOC_INLINE const uint64_t *noc_resting_outputs(const noc_engine *e)
{
    return &e->resting->outputs[e->now % e->derating.rest_cycles * e->output_words];
}

#endif
