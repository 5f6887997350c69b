/* analytic/loop/closed_state.h: state of the closed loop's model, shared by its files. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_STATE_H
#define NOC_ANALYTIC_LOOP_CLOSED_STATE_H

#include "analytic/cores/core_side.h"
#include "analytic/loop/closed_loop.h"
#include "base/min_max.h"

/* Throughput of a network for a class. `open`: in open loop, requests per cycle of a core; other
 * fields: shares of it that a closed loop reaches. */
typedef struct noc_class_share {
    double open, filled, unbunched, slices;
    /* share of the throughput that few requests, in blocks for one node each, can use */
    double few;
    double windows;   /* share left where senders hold few packets */
    double coalesced; /* replies that networks carry, over packets of one each */
} noc_class_share;

typedef struct noc_closed_state {
    const noc_system *system;
    const noc_open_curve *curve;
    const noc_workload *w;
    const noc_closed_terms *terms;
    noc_memory_model memory;
    double cores; /* compute nodes: cores, or clusters */
    double memories;
    /* cores of each compute node; NULL: warps of one core, whose requests all are sent */
    const noc_core_side *side;
    double think; /* network cycles that a core works for one memory instruction */
    /* network cycles for which the pipeline goes on with an instruction after its requests
     * began */
    double issuing;
    /* network cycles between requests, or replies, of one instruction */
    double request_spacing, reply_spacing;
    double request_flits;
    double room; /* requests that can be under way from a compute node; only with `side` */
    double idle; /* network cycles of a round trip without waits; only with `side` */
    /* capacity of each resource, requests per network cycle and core */
    double limits[NOC_BINDINGS];
    noc_class_share class[NOC_CLASSES];
    /* load that the network carries over the load of open loop, as its cores differ */
    double shift;
    /* requests that cores have outstanding for each memory node, while all wait */
    double outstanding;
    double bursts;          /* share of the requests that belong to bursts, about */
    double outside;         /* share of the requests outstanding without a place at a memory node */
    double fed;             /* share of the time that a DRAM has work when all cores wait */
    noc_memory_alone alone; /* figures of the memory nodes, measured by themselves */
    bool is_measured;
    double predicted; /* capacity of networks and memory nodes, over the model's */
} noc_closed_state;

/* Mean network cycles of a transaction at a rate. `request`, `memory`, `reply`: its parts; `all`:
 * the round trip; `last`: cycles of the last reply of a memory instruction beyond the round
 * trip. */
typedef struct noc_closed_trip {
    double request, memory, reply, all, last;
} noc_closed_trip;

#endif
