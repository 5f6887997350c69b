/* analytic/loop/open_curve.h: what the model of the closed loop takes from that of the open one. */
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

/* The memory nodes of a closed loop by themselves, behind a network that is a delay. */
typedef struct noc_memory_alone {
    double rate;     /* requests per network cycle of a core */
    double row_hits; /* share of DRAM accesses; NAN: there are none */
    double banks;    /* banks of a controller with an access in its queue, while there is one */
} noc_memory_alone;

/* Measures parts of a system that are hard to write down, for a model that knows no sampler
 * (hybrid/answers/memory_part.h). */
typedef struct noc_part_windows {
    /* The memory nodes, with so many network cycles to and from them without others. False: not
     * measured. NULL: nobody can. */
    bool (*memory)(noc_kept *kept, const noc_system *system, const noc_workload *workload,
                   double request, double reply, noc_memory_alone *found);
    noc_kept *kept; /* borrowed: what was measured before */
} noc_part_windows;

/* What the open model says of a system, at a few loads up to where it saturates: solved once for
 * all workloads that have the same share of reads. */
typedef struct noc_open_curve {
    const noc_system *system;
    noc_request_paths paths;
    noc_part_windows parts;
    bool queues
        /* true if packets of a class that wait hold up others on networks: in buffers of these */
        [NOC_CLASSES];
    bool waits_at_memory;   /* replies that wait for a network are in reply queues */
    double opening;         /* cycles until a reply's window or token is there; bursts go first */
    noc_closed_forms forms; /* of networks whose waits are known at any rate; the model has them */
    unsigned derated;       /* kinds of resources of which these have 5 % less */
    double hottest;         /* requests of the busiest memory node, over the mean of all */
    double overflow;        /* flits per cycle of a core */
    double busiest;         /* flits per cycle of the busiest channel then */
    noc_unfair unequal;
    noc_reply_bursts bursts;
    noc_class busier;                 /* class that saturates it */
    uint32_t busiest_of[NOC_CLASSES]; /* channel, of those that carry most flits of a class */
    double other_class; /* load of the busiest channel of the other one, over that of this one's */
    double load[NOC_OPEN_KNOTS]; /* likewise */
    double request[NOC_OPEN_KNOTS],
        reply[NOC_OPEN_KNOTS]; /* latencies, cycles, without waits that have a closed form */
    int knots;
    double group_most; /* replies of a packet that forks, at most; 1: none does */
    /* gain of replies in packets that fork (multicast.h): sizes of 1 to group_most, equal ratios */
    double forked[NOC_GROUP_KNOTS];
} noc_open_curve;

/* `model` is that of the system, and must outlive the curve. */
void noc_open_curve_of(const noc_system *system, const noc_corrected_model *model,
                       noc_open_curve *curve);

/* Latency in cycles of a class at a load (flits per cycle of a core), from those at the knots.
 * INFINITY where there is none. */
double noc_open_curve_latency(const noc_open_curve *curve, noc_class class, double load);

/* Gain of replies in packets of so many that fork, between those of the sizes that are known; 1 if
 * none forks. */
double noc_open_curve_forked(const noc_open_curve *curve, double group);

/* Mean cycles that packets of each class wait for networks that have a closed form, at a packet
 * rate of each core, in trains of so many. */
void noc_open_curve_waits(const noc_open_curve *curve, double packet_rate, int train,
                          double waits[NOC_CLASSES]);

#endif
