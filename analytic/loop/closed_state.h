/* analytic/loop/closed_state.h: what the files of the closed loop's model share. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_STATE_H
#define NOC_ANALYTIC_LOOP_CLOSED_STATE_H

#include "analytic/cores/core_side.h"
#include "analytic/loop/closed_loop.h"
#include "base/min_max.h"

/* What a network takes of a class: what it does in open loop, requests per cycle of a core, and
 * shares of it. */
typedef struct noc_class_share {
    double open, filled, unbunched, slices;
    double few;       /* of all that: what few requests, of blocks for one node each, can use */
    double windows;   /* as senders hold so few packets */
    double coalesced; /* replies that networks carry, over packets of one each */
} noc_class_share;

typedef struct noc_closed_state {
    const noc_system *system;
    const noc_open_curve *curve;
    const noc_workload *w;
    const noc_closed_terms *terms;
    noc_memory_model memory;
    double cores; /* compute nodes: cores, or clusters of them */
    double memories;
    const noc_core_side *side; /* of each; NULL: warps of one core, whose requests all are sent */
    double think;              /* network cycles that a core works for one memory instruction */
    /* network cycles for which the pipeline goes on with an instruction after its requests
     * began */
    double issuing;
    double request_spacing, reply_spacing; /* network cycles between those of one instruction */
    double request_flits;
    double room; /* requests that can be under way from a compute node, where there is a side */
    double idle; /* network cycles of a round trip without others, where there is a side */
    double limits[NOC_BINDINGS]; /* requests per network cycle and core */
    noc_class_share class[NOC_CLASSES];
    double shift; /* loads that the network carries over those of open loop, as its cores differ */
    double outstanding;     /* requests that cores have, for each memory node, while all wait */
    double bursts;          /* share of the requests that are of bursts, about */
    double outside;         /* share of what is outstanding that has no place at a memory node */
    double fed;             /* share of the time that a DRAM has work when all cores wait */
    noc_memory_alone alone; /* memory nodes that were measured by themselves */
    bool is_measured;
    double predicted; /* what networks and memory nodes take, over what the model says */
} noc_closed_state;

/* What requests and replies take through the network at a rate, and the round trip; what the last
 * reply of a memory instruction takes beyond that. */
typedef struct noc_closed_trip {
    double request, memory, reply, all, last;
} noc_closed_trip;

#endif
