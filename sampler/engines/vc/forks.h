/* sampler/engines/vc/forks.h: forks: sets of turns among which an arriving packet chooses.
 *
 * The paths of a system name single channels. If parallel channels (with equal ends) are chosen
 * at run time, the turns that differ only in the channel form a fork, and a rule decides at each
 * packet. If a routing permits several hops (network/graph/routes.h), their turns also form a
 * fork, which is decided later (route_choices.h); such a turn may itself belong to a fork of
 * parallel channels. */
#ifndef NOC_SAMPLER_ENGINES_VC_FORKS_H
#define NOC_SAMPLER_ENGINES_VC_FORKS_H

#include "sampler/engines/vc/state.h"

/* Rule of a fork: returns the chosen one of `turns`, which are in port order. Each rule has a
 * file in channel_choices/. */
typedef uint32_t noc_channel_rule(noc_vc_engine *engine, noc_bundle *bundle, const uint32_t *turns,
                                  uint32_t count);

#define NOC_CHANNEL_CHOICE(id) noc_channel_rule noc_channel_rule_##id;
#define NOC_PATH_CHOICE(id)
#include "network/kinds/channel_choices.def"
#undef NOC_CHANNEL_CHOICE
#undef NOC_PATH_CHOICE

/* Rule and state that the forks of parallel channels share, or the forks of routes with one
 * rule. */
struct noc_bundle {
    noc_channel_rule *rule;
    uint32_t next; /* round robin: next turn */
};

/* Time at which a fork is decided. */
typedef enum noc_fork_moment {
    NOC_FORK_AT_FRONT,  /* parallel channels: a head reaches the front of its VC */
    NOC_FORK_ROUTED,    /* routes chosen by flit counts: the route is computed */
    NOC_FORK_ALLOCATED, /* routes chosen by the VC allocator: the head gets a VC */
} noc_fork_moment;

struct noc_fork {
    /* turns of the fork, in the order of ports or of the routing: range in engine->fork_turns */
    uint32_t first, count;
    uint32_t bundle; /* index in engine->bundles */
    noc_fork_moment moment;
};

/* Makes the forks of an engine; sets mode.forks if there are forks, and mode.adaptive if flit
 * counts choose routes. False when out of memory. */
bool noc_forks_new(noc_vc_engine *engine, uint64_t seed);

/* Applies the rule of a fork that is not left to the VC allocator. Returns the chosen turn. */
uint32_t noc_fork_choose(noc_vc_engine *engine, uint32_t fork);

/* Finds the turn with the most credits in its permitted VCs; the first of equal turns. */
uint32_t noc_fork_find_emptiest(const noc_vc_engine *engine, const uint32_t *turns, uint32_t count);

/* Counts the flits at the injection port of a turn: unsent flits of the current packet, and flits
 * sent whose credits have not returned. */
unsigned noc_fork_count_waiting(const noc_vc_engine *engine, uint32_t turn);

/* Draws a number from 0 to count - 1. */
uint32_t noc_fork_draw(noc_vc_engine *engine, uint32_t count);

/* Chooses an injection port by the previous output (te13 4.3.1): the first port, from a random
 * one on, that is empty, or whose last packet left the first router by the same output
 * (`is_same_output`) or by another output; else the last port checked. */
uint32_t noc_fork_choose_by_output(noc_vc_engine *engine, const uint32_t *turns, uint32_t count,
                                   bool is_same_output);

/* Counts the outstanding flits of an output, over all VCs: flits sent less credits returned; in
 * networks that do not see their wires, flits in the buffers downstream. */
uint32_t noc_count_outstanding(const noc_vc_engine *engine, uint32_t output);

#endif
