/* hybrid/answers/by_node.h: what each pair of nodes gets of an answer: bytes and round trips, by
 * either method. Options --by-node of query and sample. */
#ifndef NOC_HYBRID_ANSWERS_BY_NODE_H
#define NOC_HYBRID_ANSWERS_BY_NODE_H

#include "network/graph/system.h"
#include "sampler/sampling/sample.h"

struct noc_calibration;

/* A source and a destination of its packets. */
typedef struct noc_node_pair {
    uint32_t row, column; /* places in `sources` and `destinations` */
    double bytes;         /* payload per cycle, replies included; NAN: nothing is offered */
    double data;          /* bytes of data among these */
    double latency;       /* cycles, with replies of round trips; NAN: without end, or unknown */
} noc_node_pair;

enum { NOC_SIDE_LEVEL_CHARS = 24 };

/* The nodes of one side, in the order of their numbers. */
typedef struct noc_node_side {
    size_t count;
    uint32_t *numbers; /* numbers as traffic.sources and traffic.destinations have them; owned */
    /* Groups of a hierarchy that they stand in, on a level of some: "gpc"; "": there are none. */
    char level[NOC_SIDE_LEVEL_CHARS];
    int *groups; /* groups by place; owned */
} noc_node_side;

typedef struct noc_node_pairs {
    noc_node_side sources, destinations;
    noc_node_pair *list; /* pairs by source, then destination; owned */
    size_t count;
    bool replies; /* latencies are of round trips */
} noc_node_pairs;

/* Refuses traffic that is not told by pairs: batches, classes, packets to several nodes, more pairs
 * than anyone reads. NOC_EUSAGE. */
noc_status noc_by_node_check(const noc_system *system, noc_diag *diag);

/* Bytes and round trips of flows by the model: at a load, of nodes that keep packets on the way,
 * or, without either, latencies of an empty network. list[flow], of a system whose flows are all
 * there. NOC_EFAILED when out of memory. */
noc_status noc_by_node_model(const noc_system *system, const struct noc_calibration *calibration,
                             double load, noc_sample_flow *list, noc_diag *diag);

/* Joins flows into pairs. The caller clears them. NOC_EFAILED when out of memory. */
noc_status noc_by_node_of(const noc_system *system, const noc_sample_flow *list,
                          noc_node_pairs *pairs, noc_diag *diag);
void noc_node_pairs_clear(noc_node_pairs *pairs);

#endif
