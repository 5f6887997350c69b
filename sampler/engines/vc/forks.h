/* sampler/engines/vc/forks.h: turns of which a packet takes one when it gets there.
 *
 * The paths of a system name single channels. Where several lie side by side (the same two ends)
 * and a rule of the design picks one at run time, the turns that differ in nothing else make a
 * fork: whichever of them a packet's path names, the rule decides. Where a routing permits several
 * hops (network/graph/routes.h) their turns make a fork, too, which is decided later
 * (route_choices.h); a turn of it may be one of several side by side. */
#ifndef NOC_SAMPLER_ENGINES_VC_FORKS_H
#define NOC_SAMPLER_ENGINES_VC_FORKS_H

#include "sampler/engines/vc/state.h"

/* A rule: the turn of a fork that a packet takes, of `turns` in the order of ports. A file of
 * channel_choices/ each. */
typedef uint32_t noc_channel_rule(noc_vc_engine *engine, noc_bundle *bundle, const uint32_t *turns,
                                  uint32_t count);

#define NOC_CHANNEL_CHOICE(id) noc_channel_rule noc_channel_rule_##id;
#define NOC_PATH_CHOICE(id)
#include "network/kinds/channel_choices.def"
#undef NOC_CHANNEL_CHOICE
#undef NOC_PATH_CHOICE

/* Channels side by side: what they have in common. */
struct noc_bundle {
    noc_channel_rule *rule;
    uint32_t next; /* round robin */
};

typedef enum noc_fork_moment {
    NOC_FORK_AT_FRONT,  /* a head comes to the front of its VC: channels side by side */
    NOC_FORK_ROUTED,    /* the route is computed: ways by counts */
    NOC_FORK_ALLOCATED, /* the head gets a VC: ways that are left to the allocator of VCs */
} noc_fork_moment;

struct noc_fork {
    uint32_t first,
        count; /* place in engine->fork_turns, in the order of ports, or of the routing */
    uint32_t bundle;
    noc_fork_moment moment;
};

/* Finds the forks of the engine's turns, and whether there are any of a moment (mode.forks,
 * mode.chooses). Returns false when out of memory. */
bool noc_forks_new(noc_vc_engine *engine, uint64_t seed);
void noc_forks_free(noc_vc_engine *engine);

/* Lets the rule of a fork decide, one that is not left to the allocator. */
uint32_t noc_fork_choose(noc_vc_engine *engine, uint32_t fork);

/* For rules. The emptiest of some turns, by the credits for the VCs that packets may take: the
 * first of equals. */
uint32_t noc_fork_emptiest(const noc_vc_engine *engine, const uint32_t *turns, uint32_t count);

/* Flits at an injection port: those of the packet that is put into it, which are still to come, and
 * those in the buffers behind it. */
unsigned noc_fork_waiting(const noc_vc_engine *engine, uint32_t turn);

/* A number from 0 to count - 1, at random. */
uint32_t noc_fork_draw(noc_vc_engine *engine, uint32_t count);

/* A port for a rule of injection ports (te13 4.3.1): the first, from a random one on, that is empty
 * or whose last packet left its router by the same output as this one will (`same`; else by
 * another); where there is none, the last that was looked at. */
uint32_t noc_fork_by_direction(noc_vc_engine *engine, const uint32_t *turns, uint32_t count,
                               bool same);

/* Flits outstanding at an output, its VCs together: sent less the credits that are back; of
 * networks that do not see their wires those in the buffers behind it. */
uint32_t noc_outstanding_flits(const noc_vc_engine *engine, uint32_t output);

#endif
