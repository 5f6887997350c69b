/* analytic/loop/closed_state.h: state of the closed-loop model (closed_loop.h): inputs, and
 * intermediate results that do not depend on the rate. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_STATE_H
#define NOC_ANALYTIC_LOOP_CLOSED_STATE_H

#include "analytic/cores/core_side.h"
#include "analytic/loop/closed_loop.h"
#include "base/min_max.h"

typedef struct noc_closed_state {
    const noc_system *system;
    const noc_open_curve *curve;
    const noc_workload *workload;
    const noc_closed_terms *terms;
    noc_memory_model memory;
    double core_count; /* number of compute nodes: cores, or clusters */
    double memory_count;
    /* cores of each compute node; NULL: one core, which sends all its requests */
    const noc_core_side *side;
    double think_cycles; /* network cycles of pipeline work per memory instruction */
    /* network cycles of a memory instruction's pipeline work after its first request */
    double issue_cycles;
    /* network cycles between requests, and between replies, of one instruction */
    double request_spacing, reply_spacing;
    double request_flits;
    /* largest number of outstanding requests of a compute node; only with `side` */
    double request_capacity;
    double idle_cycles; /* idle network cycles of a round trip; only with `side` */
    /* capacity of each resource, requests per network cycle and core */
    double limits[NOC_BINDINGS];
    noc_class_share class_shares[NOC_CLASSES];
    /* throughput with unequal shares of the cores, over that with equal shares */
    double unequal_ratio;
    /* outstanding requests for each memory node while all cores wait */
    double outstanding;
    double burst_requests; /* share of the requests that belong to bursts, about */
    double unplaced_share; /* share of outstanding requests without a place at a memory node */
    double fed_share;      /* rate of a DRAM while all cores wait, over that of a full queue */
    noc_measured_memory measured_memory; /* measured figures of the memory nodes */
    bool is_measured;
    double predicted_ratio; /* predicted capacity of networks and memory nodes, over the model's */
} noc_closed_state;

/* Mean network cycles of a transaction: request, memory node and reply; the round trip; further
 * cycles of the last reply of a memory instruction. */
typedef struct noc_closed_trip {
    double request_cycles, memory_cycles, reply_cycles, total_cycles, last_reply_cycles;
} noc_closed_trip;

#endif
