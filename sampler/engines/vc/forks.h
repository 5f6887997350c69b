/* sampler/engines/vc/forks.h: channels side by side, of which a packet takes one when it gets there.
 *
 * The paths of a system name single channels. Where several lie side by side (the same two ends) and a
 * rule of the design picks one at run time, the turns that differ in nothing else make a fork: whichever of
 * them a packet's path names, the rule decides. */
#ifndef NOC_SAMPLER_ENGINES_VC_FORKS_H
#define NOC_SAMPLER_ENGINES_VC_FORKS_H

#include "sampler/engines/vc/state.h"

typedef enum noc_fork_rule {
    NOC_FORK_ROUND_ROBIN, /* in turn, whatever is busy */
    NOC_FORK_SMART,    /* te13 4.3.1: an empty one, else one whose last packet went the same way */
    NOC_FORK_ADAPTIVE, /* of two drawn at random the one with more free buffers */
    NOC_FORK_LEAST_LOADED, /* the one with most free buffers */
    NOC_FORK_FIRST_FREE,   /* the one with fewest packets on it, in turn */
} noc_fork_rule;

/* Channels side by side: what they have in common. */
typedef struct noc_bundle {
    noc_fork_rule rule;
    uint32_t next; /* round robin */
} noc_bundle;

struct noc_fork {
    uint32_t first, count; /* into engine->fork_turns, in the order of ports */
    uint32_t bundle;
};

/* Finds the forks of the engine's turns. Returns false when out of memory. */
bool noc_forks_new(noc_vc_engine *engine, uint64_t seed);
void noc_forks_free(noc_vc_engine *engine);

/* Lets the rule of a fork decide. */
uint32_t noc_fork_choose(noc_vc_engine *engine, uint32_t fork);

#endif
