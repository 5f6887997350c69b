/* analytic/loop/open_curve.h: results of the open-loop model that the closed-loop model uses:
 * latency over load, limits, and figures of the network's shape. */
#ifndef NOC_ANALYTIC_LOOP_OPEN_CURVE_H
#define NOC_ANALYTIC_LOOP_OPEN_CURVE_H

#include <stdbool.h>

#include "analytic/closed_forms.h"
#include "analytic/curve/corrected_model.h"
#include "analytic/curve/model.h"
#include "analytic/memory/memory_model.h"
#include "analytic/reply_bursts.h"
#include "analytic/unfair_shares.h"
#include "design/kept.h"
#include "design/workload/workload.h"

enum { NOC_OPEN_KNOTS = 4, NOC_GROUP_KNOTS = 9 };

/* Figures of the memory nodes of a closed loop, measured with a pure delay as the network. */
typedef struct noc_measured_memory {
    double rate;          /* requests per network cycle of a core */
    double row_hit_share; /* row hits, as a share of DRAM accesses; NAN: no accesses */
    double busy_banks;    /* mean banks with an access in the queue, while the queue is not empty */
} noc_measured_memory;

/* Measurement of parts of a system that have no closed form. A callback, as the model does not
 * depend on the sampler (hybrid/answers/memory_part.h). */
typedef struct noc_part_measurement {
    /* Measures the memory nodes. `request`, `reply`: idle network cycles from cores to memory
     * nodes, and back. False: not measured. NULL: no measurement. */
    bool (*measure_memory)(noc_value_cache *kept, const noc_system *system,
                           const noc_workload *workload, double request, double reply,
                           noc_measured_memory *found);
    noc_value_cache *kept_results; /* borrowed: results of earlier measurements */
} noc_part_measurement;

/* Results of the open-loop model for a system, at a few loads up to saturation; equal for all
 * workloads with equal shares of reads. */
typedef struct noc_open_curve {
    const noc_system *system;
    noc_request_paths request_paths;
    noc_part_measurement parts;
    /* [class]: true if waiting packets stand in buffers of networks, where they block others */
    bool has_queues[NOC_CLASSES];
    bool has_waits_at_memory; /* true if replies wait for a network in reply queues */
    /* mean cycles until a reply's window or token; 0 unless bursts have priority */
    double opening_cycles;
    /* closed forms of networks that have one; borrowed from the model */
    noc_closed_forms closed_forms;
    unsigned derated_kinds;    /* kinds of resources with 5 % less capacity in the closed forms */
    double hottest_node_ratio; /* requests of the busiest memory node, over the mean of all */
    double overflow_load; /* load at which the first queue overflows, flits per cycle of a core */
    double busiest_use;   /* utilisation of the busiest channel at that load */
    noc_unfair_shares unfair_shares;
    noc_reply_bursts bursts;
    noc_class busier_class; /* class with most flits on the channel that saturates first */
    uint32_t busiest_channel[NOC_CLASSES]; /* [class]: busiest channel */
    /* load of the other class's busiest channel, over the load of the busier class's */
    double other_class_ratio;
    double load[NOC_OPEN_KNOTS]; /* loads of the knots, flits per cycle of a core */
    /* latencies at the knots, cycles, without the waits in networks with a closed form */
    double request_latency[NOC_OPEN_KNOTS], reply_latency[NOC_OPEN_KNOTS];
    int knot_count;
    double largest_group; /* largest number of replies in a forked packet; 1: no forked packets */
    /* gain of forked replies (multicast.h), for group sizes from 1 to the largest, in equal
     * ratios */
    double forked_gain[NOC_GROUP_KNOTS];
} noc_open_curve;

/* Makes the curve. `model`: the system's model, which must outlive the curve. */
void noc_open_curve_find(const noc_system *system, const noc_corrected_model *model,
                         noc_open_curve *curve);

/* Latency of a class at a load (flits per cycle of a core), cycles, interpolated between the knots.
 * INFINITY at loads that the network does not carry. */
double noc_open_curve_latency(const noc_open_curve *curve, noc_class class, double load);

/* Gain of forked packets of `group_size` replies, interpolated between the known sizes; 1 without
 * forked packets. */
double noc_open_curve_gain(const noc_open_curve *curve, double group_size);

/* Finds the mean cycles that packets of each class wait for networks with a closed form.
 * `packet_rate`: packets per cycle of each core; `train`: packets in a row. */
void noc_open_curve_find_waits(const noc_open_curve *curve, double packet_rate, int train,
                               double waits[NOC_CLASSES]);

#endif
