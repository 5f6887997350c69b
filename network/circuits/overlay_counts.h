/* network/circuits/overlay_counts.h: counts of an overlay's components, in the whole overlay and
 * in one router. */
#ifndef NOC_NETWORK_CIRCUITS_OVERLAY_COUNTS_H
#define NOC_NETWORK_CIRCUITS_OVERLAY_COUNTS_H

#include <stdint.h>

#include "design/overlay.h"

typedef struct noc_overlay_counts {
    uint64_t routers;      /* hinge routers, without buffers */
    uint64_t links;        /* directed links between routers */
    uint64_t local_links;  /* links from memory nodes, and to cores */
    uint64_t row_links;    /* "asynchronous links" of rapid18: one for each row and column */
    uint64_t repeaters;    /* clockless repeaters, one for each wire of each link */
    uint64_t latches;      /* latches of a flit, up to five in a router */
    uint64_t used_latches; /* latches at inputs that are used */
    uint64_t
        crossbar_inputs; /* inputs of a router's crossbar: up to five bypasses and five latches */
    uint64_t crossbar_outputs; /* outputs of a router's crossbar */
    uint64_t table_bits; /* bits of a router's route table; 0 where comparators replace the table */
    uint64_t comparators; /* comparators of a router that replace the table */
    uint64_t comparator_bits;
    uint64_t register_bits; /* bits of a router's registers for the lengths of all windows */
    /* bits of a router's counters of cycles in the window and in the epoch */
    uint64_t counter_bits;
    /* length of the message that sends all routers the windows, bits and flits */
    uint64_t window_message_bits, window_message_flits;
    uint64_t ack_links; /* directed links for acknowledgements */
} noc_overlay_counts;

/* Counts the components of an overlay. `link_bits`: wires of a link. `acknowledges`:
 * acknowledgements have separate links. */
noc_overlay_counts noc_overlay_count(const noc_overlay *overlay, int memory_nodes, int link_bits,
                                     bool acknowledges);

/* Directed links between the routers of a mesh. */
uint64_t noc_mesh_links(int columns, int rows);

/* Largest number of ports of a mesh router: to neighbours, at most two in its row and two in its
 * column, and to its node. */
unsigned noc_mesh_ports(int columns, int rows);

#endif
