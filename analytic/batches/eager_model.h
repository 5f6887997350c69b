/* analytic/batches/eager_model.h: model of eager nodes, which send as fast as the network accepts
 * (traffic.batch, traffic.outstanding): rate, latencies, makespan, and rate and waits by node.
 * docs/model.md, section 9. */
#ifndef NOC_ANALYTIC_BATCHES_EAGER_MODEL_H
#define NOC_ANALYTIC_BATCHES_EAGER_MODEL_H

#include "analytic/curve/corrected_model.h"

typedef struct noc_eager_point {
    double rate;     /* packets per cycle of an injecting node; with batches: over the makespan */
    double makespan; /* cycles until all batches end; NAN: no batch */
    /* latencies in cycles, from the cycle in which the port is free for a packet */
    noc_model_point latencies;
    /* accepted shares, if the network was simulated; owned by the model. NULL: not simulated */
    const noc_full_shares *simulated_shares;
    /* Terms of rate and makespan. */
    double batch_packets;            /* packets of a node's batch; INFINITY: no batch */
    double outstanding;              /* outstanding packets of a node, at most its batch */
    double highest_rate;             /* packets per cycle of a node that the network accepts */
    double idle_cycles, wait_cycles; /* mean cycles of all trips: in an idle network, and waits */
    double port_wait_cycles;         /* mean cycles between a trip's end and the next one's start */
} noc_eager_point;

enum { NOC_EAGER_NOTICE_CYCLES = 1 /* cycles from an arrival until its node notices it */ };

/* Finds rate, latencies and makespan of a system with eager nodes. NOC_EFAILED when out of
 * memory. */
noc_status noc_eager_solve(const noc_system *system, const noc_corrected_model *model,
                           noc_eager_point *point);

/* Rate and waits of one eager node. */
typedef struct noc_eager_node {
    double rate;        /* packets per cycle; 0: the node sends none */
    double wait_cycles; /* mean cycles of a trip above those in an idle network */
} noc_eager_node;

/* Solves as noc_eager_solve does. For systems without batches, also fills in nodes[terminal], which
 * the caller has zeroed. `nodes` NULL: not filled in. */
noc_status noc_eager_solve_nodes(const noc_system *system, const noc_corrected_model *model,
                                 noc_eager_point *point, noc_eager_node *nodes);

#endif
