/* network/kinds/structure.h: what a network is built of whose inside the graph does not show
 * (network/kinds/hub.h), and what a flit moves on its way through. */
#ifndef NOC_NETWORK_KINDS_STRUCTURE_H
#define NOC_NETWORK_KINDS_STRUCTURE_H

#include "design/design.h"
#include "network/graph/graph.h"

typedef struct noc_structure {
    const char *router;    /* for people: "hinge router" */
    noc_crossbar crossbar; /* of each router; 1 x 1 where flits only pass on */
    uint64_t routers;      /* without buffers, a latch of a flit at each input */
    uint64_t latches;      /* nominal: regular routers */
    uint64_t links;        /* between routers, directed */
    uint64_t local_links;  /* from senders, and to receivers */
    const char *lane;      /* for people: "circuit", "slice", "ring" */
    uint64_t lanes;        /* those that senders have */
} noc_structure;

/* What a flit does on its way from one terminal to another, on average where it may take
 * several. */
typedef struct noc_passage {
    double links;     /* between routers, that it is driven over */
    double crossbars; /* that it passes */
    double latches;   /* that keep it */
    /* that an acknowledgement of its packet is driven over; 0 where there is none */
    double ack_links;
} noc_passage;

/* All zero for networks that the graph shows, and for those that are built of nothing. */
noc_structure noc_structure_of(const noc_design *design, const noc_network *network);

/* Routers of all networks, and channels between them, as they are built: networks that are built of
 * nothing have none. */
uint64_t noc_routers_built(const noc_design *design, const noc_graph *graph);

/* Of a flit of a network that has a structure. */
noc_passage noc_passage_of(const noc_design *design, const noc_network *network,
                           const noc_terminal *from, const noc_terminal *to);

#endif
