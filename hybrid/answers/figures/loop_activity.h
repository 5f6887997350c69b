/* hybrid/answers/figures/loop_activity.h: traffic at a closed loop's operating point, the input of
 * power. For a set of workloads it is the weighted mean, since power is linear in the rates. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_LOOP_ACTIVITY_H
#define NOC_HYBRID_ANSWERS_FIGURES_LOOP_ACTIVITY_H

#include "base/arena.h"
#include "network/graph/system.h"
#include "power_area/access_energy.h"
#include "power_area/cost.h"

typedef struct noc_loop_activity {
    double *channel_flits; /* flits per cycle of each channel of the graph */
    size_t channels;
    /* transactions (a request and its reply) of all cores, per network cycle */
    double transactions;
    /* sum over workloads of transactions per network cycle times the mean flits of a packet */
    double flits;
    /* payload of the transactions, and its data, bytes per network cycle, all cores */
    double bytes, data;
    /* accesses to memories beside the network, by kind, per network cycle, of all memories: bytes,
     * or searched entries */
    double accesses[NOC_ACCESSES];
} noc_loop_activity;

/* Hit shares of a workload's requests. */
typedef struct noc_loop_shares {
    double row_hits; /* row hits over DRAM accesses; NAN: unknown */
    /* share of reads that clusters' tables and caches absorb; NAN: no clusters */
    double absorbed_reads;
} noc_loop_shares;

/* Begins an activity, which lasts as long as the arena. NOC_EFAILED when out of memory. */
noc_status noc_loop_activity_begin(const noc_system *system, noc_arena *arena,
                                   noc_loop_activity *activity, noc_diag *diag);

/* Adds a workload with its weight in the set: `transactions` per cycle, and `rate` times
 * `channel_flits` (NULL: none). `system` has the workload's share of reads. */
void noc_loop_activity_add(noc_loop_activity *activity, const noc_system *system,
                           const noc_workload_part *part, const noc_loop_shares *shares,
                           double transactions, const double *channel_flits, double rate);

/* Converts an activity to the input of power, which borrows from it. */
noc_activity noc_loop_activity_convert(const noc_loop_activity *activity);

/* True if the packets of a loop with this share of reads differ from the system's traffic, by the
 * share itself or because loops answer all writes. */
bool noc_loop_has_other_mix(const noc_system *system, double read_fraction);

/* Makes a system whose traffic has this share of reads. It borrows from `system` and `design`: the
 * caller frees it before them. NOC_EFAILED when out of memory. */
noc_status noc_loop_make_mix(const noc_system *system, double read_fraction, noc_design *design,
                             noc_system **mix, noc_diag *diag);

#endif
