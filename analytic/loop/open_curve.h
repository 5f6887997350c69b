/* analytic/loop/open_curve.h: figures that the model of the closed loop reads from that of the
 * open one. */
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

/* Figures of the memory nodes of a closed loop by themselves, behind a network that is a delay. */
typedef struct noc_memory_alone {
    double rate;     /* requests per network cycle of a core */
    double row_hits; /* share of DRAM accesses; NAN: there are none */
    double banks;    /* banks of a controller with an access in its queue, while there is one */
} noc_memory_alone;

/* Measures parts of a system that are hard to write down, for a model that knows no sampler
 * (hybrid/answers/memory_part.h). */
typedef struct noc_part_windows {
    /* Measures the memory nodes, with so many network cycles to and from them without waits.
     * False: not measured. NULL: nobody can. */
    bool (*memory)(noc_kept *kept, const noc_system *system, const noc_workload *workload,
                   double request, double reply, noc_memory_alone *found);
    noc_kept *kept; /* borrowed: results of earlier measurements */
} noc_part_windows;

/* Answers of the open model for a system, at a few loads up to saturation: solved once for all
 * workloads with the same share of reads. */
typedef struct noc_open_curve {
    const noc_system *system;
    noc_request_paths paths;
    noc_part_windows parts;
    bool queues
        /* true if waiting packets of a class hold up others on networks, in whose buffers they
         * stand */
        [NOC_CLASSES];
    bool waits_at_memory; /* true if replies that wait for a network stand in reply queues */
    double opening; /* mean cycles until a reply's window or token is there; bursts go first */
    /* closed forms of networks whose waits are known at any rate; owned by the model */
    noc_closed_forms forms;
    unsigned derated; /* kinds of resources of which the closed forms have 5 % less */
    double hottest;   /* requests of the busiest memory node, over the mean of all */
    double overflow;  /* load at which the first queue overflows, flits per cycle of a core */
    double busiest;   /* flits per cycle of the busiest channel at `overflow` */
    noc_unfair unequal;
    noc_reply_bursts bursts;
    noc_class busier;                 /* class whose flits saturate the busiest channel */
    uint32_t busiest_of[NOC_CLASSES]; /* busiest channel of each class */
    /* load of the other class's busiest channel, over the load of the busier class's */
    double other_class;
    double load[NOC_OPEN_KNOTS]; /* loads of the knots, flits per cycle of a core */
    /* latencies at the knots, cycles, without waits that have a closed form */
    double request[NOC_OPEN_KNOTS], reply[NOC_OPEN_KNOTS];
    int knots;
    double group_most; /* replies of a packet that forks, at most; 1: none forks */
    /* gain of replies in packets that fork (multicast.h): sizes of 1 to group_most, in equal
     * ratios */
    double forked[NOC_GROUP_KNOTS];
} noc_open_curve;

/* Makes the curve. `model` is the system's, and must outlive the curve. */
void noc_open_curve_of(const noc_system *system, const noc_corrected_model *model,
                       noc_open_curve *curve);

/* Latency of a class at a load (flits per cycle of a core), cycles, interpolated between the
 * knots. INFINITY where there is none. */
double noc_open_curve_latency(const noc_open_curve *curve, noc_class class, double load);

/* Gain of replies in packets of `group` that fork, interpolated between the known sizes; 1 if none
 * forks. */
double noc_open_curve_forked(const noc_open_curve *curve, double group);

/* Mean cycles that packets of each class wait for networks that have a closed form, at a packet
 * rate of each core, in trains of `train`. */
void noc_open_curve_waits(const noc_open_curve *curve, double packet_rate, int train,
                          double waits[NOC_CLASSES]);

#endif
