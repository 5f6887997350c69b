/* analytic/batches/eager_model.h: nodes that send as fast as the network takes it (traffic.batch,
 * traffic.outstanding), by the model: docs/model.md, section 9. */
#ifndef NOC_ANALYTIC_BATCHES_EAGER_MODEL_H
#define NOC_ANALYTIC_BATCHES_EAGER_MODEL_H

#include "analytic/curve/corrected_model.h"

typedef struct noc_eager_point {
    double rate;     /* packets per cycle of an injecting node; of a batch: over its makespan */
    double makespan; /* cycles; NAN: there is no batch */
    noc_model_point packet;      /* latencies, from when the port is free for a packet */
    const noc_full_shares *full; /* network as played; the model's; NULL: not played */
    /* Terms of rate and makespan. */
    double packets;     /* a node's batch; INFINITY: without end */
    double away;        /* packets of a node on the way, at most so many as its batch has */
    double highest;     /* packets per cycle of a node that the network takes */
    double idle, waits; /* cycles of a trip, mean of all nodes: in an empty network, and beyond */
    double waits_for_port; /* cycles, between a trip's end and the next one's start */
} noc_eager_point;

enum { NOC_EAGER_SEEN_LATER = 1 /* cycles after an arrival in which its node sees it */ };

/* NOC_EFAILED when out of memory. The system is one that has such nodes. */
noc_status noc_eager_solve(const noc_system *system, const noc_corrected_model *corrected,
                           noc_eager_point *point);

/* Rate and latencies of a node that keeps packets on the way for ever. */
typedef struct noc_eager_node {
    double rate;  /* packets per cycle; 0: it sends none */
    double waits; /* cycles of a trip beyond those in an empty network, mean */
} noc_eager_node;

/* Solves likewise, and, without a batch, tells nodes apart: list[terminal], zeroed before. */
noc_status noc_eager_nodes(const noc_system *system, const noc_corrected_model *corrected,
                           noc_eager_point *point, noc_eager_node *list);

#endif
