/* analytic/shared_loads.h: loads with packets that choose among hops (route_shares.h), at other
 * shares of the hops. */
#ifndef NOC_ANALYTIC_SHARED_LOADS_H
#define NOC_ANALYTIC_SHARED_LOADS_H

#include "analytic/loads.h"

/* Packets that decide; virtual channels that a packet chooses from, and the number owned. */
typedef struct noc_chosen_from {
    double packets;
    double vcs, owned;
} noc_chosen_from;

/* A hop that packets go on to from another. */
typedef struct noc_onward {
    uint32_t hop;
    uint32_t pair;     /* pair of the two hops' groups; the loads' pair_count: none */
    uint32_t way;      /* place in noc_route_shares; way_count: the only way on */
    uint32_t decision; /* decision; undefined for the only way on */
} noc_onward;

typedef struct noc_shared_loads {
    const noc_system *system;
    noc_loads *loads;
    double *begin;   /* [hop]: packets that sources send over it */
    double *rate;    /* [hop]: all packets */
    uint32_t *group; /* [hop]: group; NOC_NONE: its network has none */
    /* ways on of all hops, those of the last hop first; [hop]: number of its ways on */
    noc_onward *onward;
    uint32_t *ways_on;
    uint32_t *way_group;     /* [way] (noc_route_shares): group */
    noc_group *unit_groups;  /* [group]: flits, squares and use of its packets, each per packet */
    noc_chosen_from *chosen; /* [decision]: packets */
    double *moved;           /* [channel]: flits moved over the channel's flits */
    double *vcs, *beside;    /* [pair]: noc_loads.chosen_vcs, chosen_beside */
    double *packets;         /* [pair], and one more for no pair: room for packets */
} noc_shared_loads;

/* Makes them from loads that have just been found. False when out of memory; the caller clears
 * them. */
bool noc_shared_loads_make(const noc_system *system, noc_loads *loads, noc_shared_loads *shared);
void noc_shared_loads_clear(noc_shared_loads *shared);

/* Finds the rates of all groups, pairs and channels at the loads' present shares. `owned`:
 * [group]: share of the time for which one of its virtual channels is owned. */
void noc_shared_loads_find(noc_shared_loads *shared, const double *owned);

#endif
