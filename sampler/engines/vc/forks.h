/* sampler/engines/vc/forks.h: forks, the turns among which a packet chooses when it arrives.
 *
 * The paths of a system name single channels. If several channels lie side by side (between equal
 * ends) and a rule of the design chooses one at run time, the turns that differ only in the channel
 * make a fork: the rule decides, whichever of them a packet's path names. If a routing permits
 * several hops (network/graph/routes.h), their turns make a fork, too, which is decided later
 * (route_choices.h); a turn of this fork may be in a fork of channels side by side. */
#ifndef NOC_SAMPLER_ENGINES_VC_FORKS_H
#define NOC_SAMPLER_ENGINES_VC_FORKS_H

#include "sampler/engines/vc/state.h"

/* Rule of a fork: the turn that a packet takes, out of `turns` in the order of ports. Each rule has
 * a file in channel_choices/. */
typedef uint32_t noc_channel_rule(noc_vc_engine *engine, noc_bundle *bundle, const uint32_t *turns,
                                  uint32_t count);

#define NOC_CHANNEL_CHOICE(id) noc_channel_rule noc_channel_rule_##id;
#define NOC_PATH_CHOICE(id)
#include "network/kinds/channel_choices.def"
#undef NOC_CHANNEL_CHOICE
#undef NOC_PATH_CHOICE

/* Data that channels side by side share. */
struct noc_bundle {
    noc_channel_rule *rule;
    uint32_t next; /* next turn of a round robin */
};

typedef enum noc_fork_moment {
    NOC_FORK_AT_FRONT,  /* a head comes to the front of its VC: channels side by side */
    NOC_FORK_ROUTED,    /* the route is computed: ways by counts of flits */
    NOC_FORK_ALLOCATED, /* the head gets a VC: ways that are left to the allocator of VCs */
} noc_fork_moment;

struct noc_fork {
    uint32_t first,
        /* turns of the fork in engine->fork_turns, in the order of ports or of the routing: first
         * and number */
        count;
    uint32_t bundle;
    noc_fork_moment moment;
};

/* Finds the forks of the engine's turns, and sets mode.forks and mode.chooses if there are any of
 * their moment. Returns false when out of memory. */
bool noc_forks_new(noc_vc_engine *engine, uint64_t seed);
void noc_forks_free(noc_vc_engine *engine);

/* Lets the rule of a fork decide; the fork is not left to the allocator of VCs. */
uint32_t noc_fork_choose(noc_vc_engine *engine, uint32_t fork);

/* Finds the emptiest of some turns, for a rule: most credits for the VCs that packets may use; the
 * first of equals. */
uint32_t noc_fork_emptiest(const noc_vc_engine *engine, const uint32_t *turns, uint32_t count);

/* Flits at an injection port: flits still to come of the packet that enters it, and flits in the
 * buffers behind it. */
unsigned noc_fork_waiting(const noc_vc_engine *engine, uint32_t turn);

/* Draws a number from 0 to count - 1. */
uint32_t noc_fork_draw(noc_vc_engine *engine, uint32_t count);

/* Chooses a port for a rule of injection ports (te13 4.3.1): the first, from a random one on, that
 * is empty or that sent its last packet by the output of this packet's (`same`; else by another
 * output) at its router; if there is none, the last port looked at. */
uint32_t noc_fork_by_direction(noc_vc_engine *engine, const uint32_t *turns, uint32_t count,
                               bool same);

/* Flits outstanding at an output, over all its VCs: flits sent less credits that are back; in
 * networks that do not see their wires, flits in the buffers behind it. */
uint32_t noc_outstanding_flits(const noc_vc_engine *engine, uint32_t output);

#endif
