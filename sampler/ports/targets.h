/* sampler/ports/targets.h: where a packet to several terminals still goes: the flows to those that
 * have not got it yet. */
#ifndef NOC_SAMPLER_PORTS_TARGETS_H
#define NOC_SAMPLER_PORTS_TARGETS_H

#include <stdbool.h>

#include "sampler/ports/packets.h"

struct noc_trace_schedule;

typedef struct noc_target_group {
    uint32_t first, count; /* flows: groups->flows[first] and on */
} noc_target_group;

/* All 0: no packet goes to several terminals. */
typedef struct noc_target_groups {
    noc_target_group *all; /* by packet->group */
    uint32_t *flows;
} noc_target_groups;

/* Those of a trace: planned packet i goes to group i + 1 if it has several destinations, else to
 * none. False when out of memory; noc_target_groups_clear frees what there is either way. */
bool noc_target_groups_make(noc_target_groups *groups, const struct noc_trace_schedule *schedule);
void noc_target_groups_clear(noc_target_groups *groups);

/* The flows of a packet, one or more; they may be put into another order. */
typedef struct noc_targets {
    uint32_t *flows, count;
} noc_targets;

static inline noc_targets noc_targets_of(const noc_target_groups *groups, noc_packet *packet)
{
    if (packet->group == 0) return (noc_targets){&packet->flow, 1};
    const noc_target_group *group = &groups->all[packet->group];
    return (noc_targets){&groups->flows[group->first], group->count};
}

/* Only the first so many have not got it. */
static inline void noc_targets_cut(const noc_target_groups *groups, const noc_packet *packet,
                                   uint32_t count)
{
    if (packet->group != 0) groups->all[packet->group].count = count;
}

#endif
