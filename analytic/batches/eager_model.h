/* analytic/batches/eager_model.h: nodes that send as fast as the network accepts (traffic.batch,
 * traffic.outstanding), by the model: docs/model.md, section 9. */
#ifndef NOC_ANALYTIC_BATCHES_EAGER_MODEL_H
#define NOC_ANALYTIC_BATCHES_EAGER_MODEL_H

#include "analytic/curve/corrected_model.h"

typedef struct noc_eager_point {
    double rate;     /* packets per cycle of an injecting node; with batches: over the makespan */
    double makespan; /* cycles until all batches are done; NAN: no batch */
    /* latencies in cycles, from the cycle in which the port is free for a packet */
    noc_model_point packet;
    /* shares of the played network; owned by the model; NULL: not played */
    const noc_full_shares *full;
    /* Terms of rate and makespan. */
    double packets;     /* packets of a node's batch; INFINITY: without end */
    double away;        /* packets of a node on the way, at most as many as its batch */
    double highest;     /* packets per cycle of a node that the network accepts */
    double idle, waits; /* mean cycles of a trip, of all nodes: in an empty network, and beyond */
    double waits_for_port; /* mean cycles between a trip's end and the next one's start */
} noc_eager_point;

enum { NOC_EAGER_SEEN_LATER = 1 /* cycles after an arrival in which its node sees it */ };

/* Finds rate and latencies of a system with such nodes. NOC_EFAILED when out of memory. */
noc_status noc_eager_solve(const noc_system *system, const noc_corrected_model *corrected,
                           noc_eager_point *point);

/* Rate and latencies of a node that always keeps packets on the way. */
typedef struct noc_eager_node {
    double rate;  /* packets per cycle; 0: the node sends none */
    double waits; /* cycles of a trip beyond those in an empty network, mean */
} noc_eager_node;

/* Finds the same as noc_eager_solve, and, without a batch, each node's figures: list[terminal],
 * zeroed before. */
noc_status noc_eager_nodes(const noc_system *system, const noc_corrected_model *corrected,
                           noc_eager_point *point, noc_eager_node *list);

#endif
