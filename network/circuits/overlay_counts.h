/* network/circuits/overlay_counts.h: components of an overlay, and of each of its circuits. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_COUNTS_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_COUNTS_H

#include <stdint.h>

#include "design/overlay.h"

typedef struct noc_overlay_counts {
    uint64_t routers;      /* hinge routers, without buffers */
    uint64_t links;        /* directed links between routers */
    uint64_t local_links;  /* links from memory nodes, and to cores */
    uint64_t row_links;    /* rapid18's "asynchronous links": one a row, one a column */
    uint64_t repeaters;    /* clockless, one a wire of a link */
    uint64_t latches;      /* latches of a flit, five a router */
    uint64_t used_latches; /* latches of inputs in use */
    uint64_t sources;      /* inputs of a router's crossbar: five bypasses, five latches */
    uint64_t outputs;      /* outputs of a router's crossbar */
    uint64_t table_bits;   /* bits of a router's route table; 0 with comparators in its place */
    uint64_t comparators;  /* comparators of a router, in place of the table */
    uint64_t comparator_bits;
    uint64_t register_bits; /* bits of a router for the lengths of all windows */
    uint64_t counter_bits;  /* bits of a router for its place in the window, and in the epoch */
    /* bits, and flits, of the message that sends all routers their windows */
    uint64_t told_bits, told_flits;
    uint64_t ack_links; /* directed links for acknowledgements */
} noc_overlay_counts;

/* Counts an overlay. `link_bits` are the wires of a link. `acknowledges`: receipts of packets have
 * links of their own. */
noc_overlay_counts noc_overlay_count(const noc_overlay *overlay, int memory_nodes, int link_bits,
                                     bool acknowledges);

/* Directed links between the routers of a mesh. */
uint64_t noc_mesh_links(int columns, int rows);

/* Most ports of a router of a mesh: to its neighbours, two at most along its row and its column,
 * and to its node. */
unsigned noc_mesh_ports(int columns, int rows);

#endif
