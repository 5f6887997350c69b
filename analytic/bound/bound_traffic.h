/* analytic/bound/bound_traffic.h: traffic of the bound's program: flows in blocks, each of which
 * is carried by plans of its own.
 *
 * A block is a flow; where there are many flows, a block is all flows of a class that share a
 * terminal: fewer rows of the program, but more rounds. */
#ifndef NOC_ANALYTIC_BOUND_BOUND_TRAFFIC_H
#define NOC_ANALYTIC_BOUND_BOUND_TRAFFIC_H

#include "analytic/bound/shortest_paths.h"
#include "network/graph/system.h"

/* Packets that are equal but for their number: of one class, with lengths in one proportion on all
 * its networks. */
typedef struct noc_bound_kind {
    noc_class class;
    double *flits; /* [network]: flits of this kind in a mean packet of the class */
} noc_bound_kind;

/* Flows of a class that share a source (or a destination). */
typedef struct noc_bound_root {
    uint32_t terminal;
    noc_heading heading;
    noc_class class;
    size_t first, count; /* range of the flows in `order` of the traffic */
} noc_bound_root;

typedef struct noc_bound_traffic {
    noc_bound_kind kinds[NOC_PACKET_LENGTHS_MAX];
    int kind_count;
    noc_bound_root *roots;
    size_t root_count;
    uint32_t *order; /* flows, root by root */
    bool alone;      /* true: each flow is a block; else each root */
    int blocks;
    noc_class *class_of; /* [block]: class */
} noc_bound_traffic;

/* Reads the traffic of a design into an empty *traffic. False when out of memory; the caller
 * clears *traffic either way. */
bool noc_bound_traffic_of(const noc_system *system, noc_bound_traffic *traffic);
void noc_bound_traffic_clear(noc_bound_traffic *traffic);

/* True if a block ends with this flow of a root, counted from 0. */
bool noc_bound_traffic_ends_block(const noc_bound_traffic *traffic, const noc_bound_root *root,
                                  size_t flow);

/* Flits on a network of a mean packet of the class. */
double noc_bound_traffic_flits(const noc_bound_traffic *traffic, noc_class class, uint16_t network);

#endif
