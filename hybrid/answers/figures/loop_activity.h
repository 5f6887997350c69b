/* hybrid/answers/figures/loop_activity.h: activity of the network at a closed loop's operating
 * point. For a set of workloads, the mean over the set: power is linear in it. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_LOOP_ACTIVITY_H
#define NOC_HYBRID_ANSWERS_FIGURES_LOOP_ACTIVITY_H

#include "network/graph/system.h"
#include "power_area/access_energy.h"
#include "power_area/cost.h"

typedef struct noc_loop_activity {
    double *channel_flits; /* flits per cycle of each channel of the graph; owned */
    size_t channels;
    /* transactions (a request and its reply) of all cores, per network cycle */
    double transactions;
    double flits; /* flits of the transactions, of both classes, per network cycle */
    /* payload of the transactions, and data of it, bytes per network cycle, all cores */
    double bytes, data;
    /* accesses of memories beside the network, per network cycle, all of them: bytes, and entries
     * searched */
    double accesses[NOC_ACCESSES];
} noc_loop_activity;

/* Shares of hits of a workload's requests. */
typedef struct noc_loop_shares {
    double row_hits; /* row hits, as a share of DRAM accesses */
    double absorbed; /* share of reads absorbed by clusters' tables and caches; NAN: no clusters */
} noc_loop_shares;

/* Begins an activity. NOC_EFAILED when out of memory. The caller clears *activity. */
noc_status noc_loop_activity_begin(const noc_system *system, noc_loop_activity *activity,
                                   noc_diag *diag);
void noc_loop_activity_clear(noc_loop_activity *activity);

/* Adds a workload's share of the set: `transactions` per cycle, and `channel_flits` (NULL: none)
 * for each `rate`. `system` has the workload's share of reads. */
void noc_loop_activity_add(noc_loop_activity *activity, const noc_system *system,
                           const noc_workload_part *part, const noc_loop_shares *shares,
                           double transactions, const double *channel_flits, double rate);

/* The activity as input of power; borrows from `activity`. */
noc_activity noc_loop_activity_of(const noc_loop_activity *activity);

/* True if packets of a loop with this share of reads differ from the system's traffic: by the share
 * of reads, or because all writes are answered there. */
bool noc_loop_is_other_mix(const noc_system *system, double read_fraction);

/* Makes a system with the packets of a loop with this share of reads, which borrows from `system`
 * and `design`: the caller frees it before them. NOC_EFAILED when out of memory. */
noc_status noc_loop_other_mix(const noc_system *system, double read_fraction, noc_design *design,
                              noc_system **own, noc_diag *diag);

#endif
