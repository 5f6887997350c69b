/* analytic/bound/bound_traffic.h: traffic of the bound's program: flows in blocks, each of which
 * has plans of its own.
 *
 * A block is one flow; if there are many flows, a block is all flows of a class with a common
 * terminal: fewer rows of the program, but more rounds. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_TRAFFIC_H
#define NOC_ANALYTIC_BOUND_BOUND_TRAFFIC_H

#include "analytic/bound/shortest_paths.h"
#include "network/graph/system.h"

/* Packet types of one class whose lengths have the same proportions on all networks, so that their
 * cheapest paths are equal. */
typedef struct noc_bound_kind {
    noc_class class;
    double *flits; /* [network]: flits of the kind in a mean packet of the class */
} noc_bound_kind;

/* Flows of a class with a common source, or with a common destination. */
typedef struct noc_bound_root {
    uint32_t terminal;
    noc_heading heading;
    noc_class class;
    size_t first, count; /* range of the flows in `flow_order` of the traffic */
} noc_bound_root;

typedef struct noc_bound_traffic {
    noc_bound_kind kinds[NOC_PACKET_LENGTHS_MAX];
    int kind_count;
    noc_bound_root *roots; /* roots, class by class */
    size_t root_count;
    uint32_t *flow_order;  /* numbers of the flows, root by root */
    bool has_single_flows; /* true if each flow is a block; else each root is a block */
    int block_count;
    noc_class *block_classes; /* [block]: class */
} noc_bound_traffic;

/* Finds the traffic of a system; *traffic has to be {0} before. Lists are the arena's. False when
 * out of memory. */
bool noc_bound_traffic_find(const noc_system *system, noc_arena *arena, noc_bound_traffic *traffic);

/* True if a block ends with flow number `flow` of a root, from 0 on. */
bool noc_bound_traffic_ends_block(const noc_bound_traffic *traffic, const noc_bound_root *root,
                                  size_t flow);

/* Returns the flits of a mean packet of the class on a network. */
double noc_bound_traffic_flits(const noc_bound_traffic *traffic, noc_class class, uint16_t network);

#endif
