/* hybrid/answers/by_node.h: an answer by pair of nodes: bytes and round trips, by model or sample.
 * Options --by-node of query and sample. */
#ifndef NOC_HYBRID_ANSWERS_BY_NODE_H
#define NOC_HYBRID_ANSWERS_BY_NODE_H

#include "network/graph/system.h"
#include "sampler/sampling/sample.h"

struct noc_calibration;

/* A source and a destination of packets, and the traffic between them. */
typedef struct noc_node_pair {
    uint32_t row, column; /* positions in `sources` and `destinations` */
    double bytes;         /* payload, bytes per cycle, with replies; NAN: no load is offered */
    double data;          /* data, bytes per cycle, as part of `bytes` */
    /* mean latency, cycles, round trip where there are replies; NAN: unbounded, or unknown */
    double latency;
} noc_node_pair;

enum { NOC_SIDE_LEVEL_CHARS = 24 };

/* The nodes of one side, in the order of their numbers. */
typedef struct noc_node_side {
    size_t count;
    uint32_t *numbers; /* node numbers as in traffic.sources and traffic.destinations; owned */
    /* Level of a hierarchy whose groups hold the nodes: "gpc"; "": none. */
    char level[NOC_SIDE_LEVEL_CHARS];
    int *groups; /* group of each node by position; owned */
} noc_node_side;

typedef struct noc_node_pairs {
    noc_node_side sources, destinations;
    noc_node_pair *list; /* pairs by source, then destination; owned */
    size_t count;
    bool replies; /* latencies are those of round trips */
} noc_node_pairs;

/* Refuses traffic that pairs cannot describe: batches, classes, packets to several nodes, more
 * pairs than anyone reads. NOC_EUSAGE. */
noc_status noc_by_node_check(const noc_system *system, noc_diag *diag);

/* Finds bytes and round trips of flows by the model: at a load, for nodes that keep packets in
 * flight, or, without either, latencies of an empty network. list[flow], for a system with all its
 * flows. NOC_EFAILED when out of memory. */
noc_status noc_by_node_model(const noc_system *system, const struct noc_calibration *calibration,
                             double load, noc_sample_flow *list, noc_diag *diag);

/* Joins flows into pairs. The caller clears *pairs. NOC_EFAILED when out of memory. */
noc_status noc_by_node_of(const noc_system *system, const noc_sample_flow *list,
                          noc_node_pairs *pairs, noc_diag *diag);
void noc_node_pairs_clear(noc_node_pairs *pairs);

#endif
