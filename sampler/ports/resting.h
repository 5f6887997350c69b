/* sampler/ports/resting.h: rest cycles of derated resources: the members of a kind rest in turn
 * (network/graph/resources.h). */
#ifndef NOC_SAMPLER_PORTS_RESTING_H
#define NOC_SAMPLER_PORTS_RESTING_H

#include "network/graph/resources.h"

/* True if a member of a kind of resource rests in a cycle, given the derated kinds. */
static inline bool noc_is_resting(const noc_derating *d, noc_resource kind, uint64_t cycle,
                                  uint32_t member)
{
    return noc_resource_is_in(d->kinds, kind) && (cycle + member) % d->rest_cycles == 0;
}

/* Rests of a member: its clock ticks in all cycles but the rest cycles. */
typedef struct noc_rest {
    unsigned cycles; /* period of the rests, cycles; 0: the member never rests */
    unsigned first;  /* first cycle in which the member rests */
} noc_rest;

/* Finds the rests of a member of a kind. */
static inline noc_rest noc_rest_find(const noc_derating *d, noc_resource kind, uint32_t member)
{
    if (!noc_resource_is_in(d->kinds, kind)) return (noc_rest){0, 0};
    return (noc_rest){d->rest_cycles, (d->rest_cycles - member % d->rest_cycles) % d->rest_cycles};
}

/* Counts the ticks before a cycle; also the number, from 0, of the tick in the cycle, or of the
 * next tick if the member rests. */
static inline uint64_t noc_ticks_before(noc_rest rest, uint64_t cycle)
{
    if (rest.cycles == 0) return cycle;
    return cycle - (cycle + rest.cycles - 1 - rest.first) / rest.cycles;
}

/* Finds the cycle of a tick, given its number. */
static inline uint64_t noc_cycle_of_tick(noc_rest rest, uint64_t tick)
{
    if (rest.cycles == 0) return tick;
    return tick + (tick + rest.cycles - 1 - rest.first) / (rest.cycles - 1);
}

#endif
