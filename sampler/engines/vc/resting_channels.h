/* sampler/engines/vc/resting_channels.h: channels of a derated kind rest in turn: each cycle of the
 * period in which every one of them rests once has a set. */
#ifndef NOC_SAMPLER_ENGINES_VC_RESTING_CHANNELS_H
#define NOC_SAMPLER_ENGINES_VC_RESTING_CHANNELS_H

#include "sampler/engines/vc/state.h"

struct noc_resting_channels {
    uint64_t *outputs; /* outputs of routers that rest: [cycle * output_words + word] */
    uint64_t *doors;   /* doors of injection channels that rest: [cycle * door_words + word] */
    uint64_t *awake;   /* doors with a packet that do not rest in this cycle */
};

/* Makes the sets of an engine with derated channels, when all else of the engine is there. False
 * when out of memory. */
bool noc_resting_channels_new(noc_vc_engine *engine);
void noc_resting_channels_free(noc_resting_channels *resting); /* NULL: nothing */

/* Doors with a packet that do not rest in this cycle: door_words words. */
const uint64_t *noc_resting_wake_doors(noc_vc_engine *engine);

/* Outputs of routers that rest in this cycle: output_words words. */
NOC_INLINE const uint64_t *noc_resting_outputs(const noc_vc_engine *e)
{
    return &e->resting->outputs[e->now % e->derating.rest_cycles * e->output_words];
}

#endif
