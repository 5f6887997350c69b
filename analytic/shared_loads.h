/* analytic/shared_loads.h: loads whose packets choose among hops (route_shares.h), at other shares
 * of these. */
#ifndef NOC_ANALYTIC_SHARED_LOADS_H
#define NOC_ANALYTIC_SHARED_LOADS_H

#include "analytic/loads.h"

/* Packets that decide; virtual channels that one chooses from, and how many of them are owned. */
typedef struct noc_chosen_from {
    double packets;
    double vcs, owned;
} noc_chosen_from;

/* A hop that packets go on to from another. */
typedef struct noc_onward {
    uint32_t hop;
    uint32_t pair;     /* pair of the two hops' groups; the loads' pair_count: none */
    uint32_t way;      /* noc_route_shares; way_count: it is the only one */
    uint32_t decision; /* not of the only one */
} noc_onward;

typedef struct noc_shared_loads {
    const noc_system *system;
    noc_loads *loads;
    double *begin;   /* packets that sources send over a hop, by hop */
    double *rate;    /* all packets, by hop */
    uint32_t *group; /* group by hop; NOC_NONE: its network has none */
    /* ways on of all hops, those of the last hop first; by hop, how many */
    noc_onward *onward;
    uint32_t *ways_on;
    uint32_t *way_group;     /* group by way (noc_route_shares) */
    noc_group *unit_groups;  /* each group and pair: what it was for its packets */
    noc_chosen_from *chosen; /* packets by decision */
    double *moved;           /* flits moved over the channel's flits, by channel */
    double *vcs, *beside;    /* noc_loads.chosen_vcs, chosen_beside, by pair */
    double *packets;         /* room for packets by pair, and of none */
} noc_shared_loads;

/* Makes them of loads that have just been found. False when out of memory; the caller clears it. */
bool noc_shared_loads_make(const noc_system *system, noc_loads *loads, noc_shared_loads *shared);
void noc_shared_loads_clear(noc_shared_loads *shared);

/* Finds the rates of all groups, pairs and channels at the shares that the loads have now.
 * `owned`: by group, the share of the time for which one of its virtual channels is owned. */
void noc_shared_loads_find(noc_shared_loads *shared, const double *owned);

#endif
