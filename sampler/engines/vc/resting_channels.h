/* sampler/engines/vc/resting_channels.h: derated channels, which rest in turn: each cycle of the
 * rest period has a set of resting channels. */
#ifndef NOC_SAMPLER_ENGINES_VC_RESTING_CHANNELS_H
#define NOC_SAMPLER_ENGINES_VC_RESTING_CHANNELS_H

#include "sampler/engines/vc/state.h"

struct noc_resting_channels {
    uint64_t *outputs; /* [cycle * output_words + word]: set of resting router outputs */
    uint64_t *doors;   /* [cycle * door_words + word]: set of doors of resting injection channels */
    uint64_t *awake_doors; /* set of doors with a packet that do not rest in this cycle */
};

/* Makes the sets of an engine with derated channels, after all other parts of the engine. False
 * when out of memory. */
bool noc_resting_channels_new(noc_vc_engine *engine);

/* Finds the doors with a packet that do not rest in this cycle: door_words words. */
const uint64_t *noc_resting_find_awake(noc_vc_engine *engine);

/* Router outputs that rest in this cycle: output_words words. */
NOC_INLINE const uint64_t *noc_resting_outputs(const noc_vc_engine *e)
{
    return &e->resting_channels->outputs[e->now % e->derating.rest_cycles * e->output_words];
}

#endif
