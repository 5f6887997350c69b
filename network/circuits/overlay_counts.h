/* network/circuits/overlay_counts.h: what an overlay is built of, and what each of its circuits
 * needs. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_COUNTS_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_COUNTS_H

#include <stdint.h>

#include "design/overlay.h"

typedef struct noc_overlay_counts {
    uint64_t routers;      /* hinge routers, without buffers */
    uint64_t links;        /* between routers, directed */
    uint64_t local_links;  /* in from a memory node, out to a core */
    uint64_t row_links;    /* rapid18's "asynchronous links": one a row, one a column */
    uint64_t repeaters;    /* clockless, one a wire of a link */
    uint64_t latches;      /* of a flit, five a router */
    uint64_t used_latches; /* those of inputs that there are */
    uint64_t sources;      /* of a router's crossbar: five bypasses, five latches */
    uint64_t outputs;      /* likewise */
    uint64_t table_bits;   /* of a router's route table; 0 where comparators take its place */
    uint64_t comparators;  /* of a router, instead of the table */
    uint64_t comparator_bits;
    uint64_t register_bits;         /* of a router: the lengths of all windows */
    uint64_t counter_bits;          /* of a router: the place in the window, and in the epoch */
    uint64_t told_bits, told_flits; /* with which windows are told to all */
    uint64_t ack_links;             /* directed */
} noc_overlay_counts;

/* `link_bits` are the wires of a link. `acknowledges`: receipts of packets have links of their
 * own. */
noc_overlay_counts noc_overlay_count(const noc_overlay *overlay, int memory_nodes, int link_bits,
                                     bool acknowledges);

/* Links between the routers of a mesh, directed. */
uint64_t noc_mesh_links(int columns, int rows);

/* Ports of the router of a mesh that has most: to its neighbours, two at most along its row and its
 * column, and to its node. */
unsigned noc_mesh_ports(int columns, int rows);

#endif
