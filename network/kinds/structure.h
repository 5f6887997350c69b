/* network/kinds/structure.h: components of a network whose inside the graph does not show
 * (network/kinds/hub.h), and components that a flit passes on its way. */
#ifndef NOC_NETWORK_KINDS_STRUCTURE_H
#define NOC_NETWORK_KINDS_STRUCTURE_H

#include "design/design.h"
#include "network/graph/graph.h"

typedef struct noc_structure {
    const char *router;    /* name for people: "hinge router" */
    noc_crossbar crossbar; /* crossbar of each router; 1 x 1 where flits only pass on */
    uint64_t routers;      /* routers without buffers, with a latch of a flit at each input */
    uint64_t latches;      /* latches of all routers, counted as regular ones */
    uint64_t links;        /* directed links between routers */
    uint64_t local_links;  /* links from senders, and to receivers */
    const char *lane;      /* name for people: "circuit", "slice", "ring" */
    uint64_t lanes;        /* lanes of all senders */
} noc_structure;

/* Components that a flit passes on its way from one terminal to another, mean over its ways. */
typedef struct noc_passage {
    double links;     /* links between routers that a flit is driven over */
    double crossbars; /* crossbars that a flit passes */
    double latches;   /* latches that hold a flit */
    /* links that an acknowledgement of the packet is driven over; 0: none */
    double ack_links;
} noc_passage;

/* Structure of a network; all zero if the graph shows its routers, or if it has none. */
noc_structure noc_structure_of(const noc_design *design, const noc_network *network);

/* Routers of all networks, and channels between them, as built; ideal networks have none. */
uint64_t noc_routers_built(const noc_design *design, const noc_graph *graph);

/* Passage of a flit in a network that has a structure. */
noc_passage noc_passage_of(const noc_design *design, const noc_network *network,
                           const noc_terminal *from, const noc_terminal *to);

#endif
