/* hybrid/answers/by_node.h: payload and latency of each pair of a source and a destination, by the
 * model or a sample (option --by-node of query and sample). */
#ifndef NOC_HYBRID_ANSWERS_BY_NODE_H
#define NOC_HYBRID_ANSWERS_BY_NODE_H

#include "base/arena.h"
#include "network/graph/system.h"
#include "sampler/sampling/sample.h"

struct noc_calibration;

/* A source and a destination of packets, and the traffic between them. */
typedef struct noc_node_pair {
    uint32_t row, column; /* positions in `sources.numbers` and `destinations.numbers` */
    double payload_rate;  /* payload, bytes per cycle, replies included; NAN: no load is offered */
    double data_rate;     /* data within `payload_rate`, bytes per cycle; NAN: no load is offered */
    /* mean latency, cycles; round trip where there are replies; NAN: unbounded, or unknown */
    double latency;
} noc_node_pair;

enum { NOC_SIDE_LEVEL_CHARS = 24 };

/* Sources or destinations of packets, in the order of their numbers. */
typedef struct noc_node_side {
    size_t count;
    uint32_t *numbers; /* numbers as in traffic.sources and traffic.destinations */
    /* Level of the hierarchy that groups the nodes, such as "gpc"; "": none. */
    char level[NOC_SIDE_LEVEL_CHARS];
    int *groups; /* group of each node, by position */
} noc_node_side;

/* Pairs of a source and a destination that exchange packets. */
typedef struct noc_node_pairs {
    noc_node_side sources, destinations;
    noc_node_pair *list; /* pairs by source, then destination */
    size_t count;
    bool has_replies; /* packets have replies, and latencies are round trips */
} noc_node_pairs;

/* Refuses traffic that pairs cannot describe: batches, classes, multicast, and more than 200,000
 * pairs. NOC_EUSAGE. */
noc_status noc_node_pairs_check(const noc_system *system, noc_diag *diag);

/* Finds packets per cycle and latency of each flow by the model. `load`: flits per cycle of an
 * injecting node. NAN: nodes that send as fast as the network accepts keep their packets in flight;
 * in other designs packets are alone, and rates are NAN. `list`: output, [flow], for the flows of
 * created packets; latencies include replies. NOC_EFAILED when out of memory. */
noc_status noc_node_flows_solve(const noc_system *system, const struct noc_calibration *calibration,
                                double load, noc_sample_flow *list, noc_diag *diag);

/* Makes the pairs of nodes from the flows in `list`, which last as long as the arena. NOC_EFAILED
 * when out of memory. */
noc_status noc_node_pairs_join(const noc_system *system, const noc_sample_flow *list,
                               noc_arena *arena, noc_node_pairs *pairs, noc_diag *diag);

#endif
