/* analytic/shared_loads.h: loads of packets that choose their hops, computed again for given shares
 * of the hops (route_shares.h). */
#ifndef NOC_ANALYTIC_SHARED_LOADS_H
#define NOC_ANALYTIC_SHARED_LOADS_H

#include "analytic/loads.h"

/* Figures of a decision: packets per cycle at unit rate; number of virtual channels among which a
 * packet chooses, and mean number of these that are owned. */
typedef struct noc_decision_vcs {
    double packets;
    double vcs, owned_vcs;
} noc_decision_vcs;

/* Next hop of packets after a hop. */
typedef struct noc_onward_hop {
    uint32_t hop;
    uint32_t pair;     /* pair of the two hops' groups; loads->pair_count: none */
    uint32_t option;   /* option in noc_route_shares; its option_count: the only next hop */
    uint32_t decision; /* decision; its decision_count for the only next hop */
} noc_onward_hop;

typedef struct noc_shared_loads {
    const noc_system *system;
    noc_loads *loads;
    double *injected_packets; /* [hop]: packets per cycle that begin with the hop */
    double *hop_packets;      /* [hop]: packets per cycle */
    uint32_t *hop_group;      /* [hop]: group; NOC_NONE: the hop's network has none */
    /* next hops of all hops, of the last hop first; [hop]: number of next hops */
    noc_onward_hop *onward_hops;
    uint32_t *onward_counts;
    uint32_t *option_group;              /* [option] (noc_route_shares): group */
    noc_group *groups_per_packet;        /* [group]: flits, squares and busy cycles per packet */
    noc_decision_vcs *decision_vcs;      /* [decision]: packets and virtual channels */
    double *carried_ratio;               /* [channel]: carried_flits over channel_flits */
    double *pair_vcs, *pair_owner_ratio; /* [pair]: noc_loads.choice_vcs, choice_owner_ratio */
    double *pair_packets;                /* [pair], and one more for no pair: packets per cycle */
} noc_shared_loads;

/* Makes the shared loads, of the arena, from new loads, which must outlive them. False when out of
 * memory. */
bool noc_shared_loads_make(const noc_system *system, noc_loads *loads, noc_arena *arena,
                           noc_shared_loads *shared);

/* Changes the rates of all groups, pairs and channels in the loads to the present shares of the
 * hops. owned_share[group]: share of the time for which one of the group's virtual channels is
 * owned. */
void noc_shared_loads_find(noc_shared_loads *shared, const double *owned_share);

#endif
