/* hybrid/answers/figures/loop_activity.h: how busy the network is where a closed loop settles. Of a
 * set of workloads it is the mean over them: power is linear in it. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_LOOP_ACTIVITY_H
#define NOC_HYBRID_ANSWERS_FIGURES_LOOP_ACTIVITY_H

#include "network/graph/system.h"
#include "power_area/access_energy.h"
#include "power_area/cost.h"

typedef struct noc_loop_activity {
    double *channel_flits; /* flits per cycle of each channel of the graph; owned */
    size_t channels;
    double transactions; /* request and reply, per network cycle, of all cores */
    double flits;        /* of their packets, one of each class: times transactions */
    double bytes, data;  /* payload of both, and data of it, per network cycle, of all cores */
    /* of memories beside the network, per network cycle of all: bytes, and entries searched */
    double accesses[NOC_ACCESSES];
} noc_loop_activity;

/* What a workload's requests meet where they go. */
typedef struct noc_loop_shares {
    double row_hits; /* of DRAM accesses */
    double absorbed; /* of reads, by clusters' tables and caches; NAN: they have none */
} noc_loop_shares;

/* NOC_EFAILED when out of memory. The caller clears it. */
noc_status noc_loop_activity_begin(const noc_system *system, noc_loop_activity *activity,
                                   noc_diag *diag);
void noc_loop_activity_clear(noc_loop_activity *activity);

/* Adds a workload's share of the set: `transactions` per cycle, and `channel_flits` (NULL: none)
 * for each `rate`. `system` is one with the workload's share of reads. */
void noc_loop_activity_add(noc_loop_activity *activity, const noc_system *system,
                           const noc_workload_part *part, const noc_loop_shares *shares,
                           double transactions, const double *channel_flits, double rate);

/* Borrows from it. */
noc_activity noc_loop_activity_of(const noc_loop_activity *activity);

/* True if packets of a loop with that share of reads are not those of the system's traffic: that
 * has another share, or all writes answered. */
bool noc_loop_is_other_mix(const noc_system *system, double read_fraction);

/* A system with the packets of such a loop, which borrows from `system`: the caller frees it, and
 * keeps `design` as long. NOC_EFAILED when out of memory. */
noc_status noc_loop_other_mix(const noc_system *system, double read_fraction, noc_design *design,
                              noc_system **own, noc_diag *diag);

#endif
