/* network/kinds/structure.h: components of networks that the graph shows as one router
 * (network/kinds/hub.h), and components that a flit passes on its path. */
#ifndef NOC_NETWORK_KINDS_STRUCTURE_H
#define NOC_NETWORK_KINDS_STRUCTURE_H

#include "design/design.h"
#include "network/graph/graph.h"

typedef struct noc_structure {
    const char *router_name;   /* displayed name of a router: "hinge router" */
    noc_crossbar crossbar;     /* crossbar of each router; 1 x 1 without a choice of outputs */
    uint64_t router_count;     /* routers without buffers, with a latch of a flit at each input */
    uint64_t latch_count;      /* latches of all routers, each counted as a regular router */
    uint64_t link_count;       /* directed links between routers */
    uint64_t local_link_count; /* links from senders and to receivers */
    const char *lane_name;     /* displayed name of a lane: "circuit", "slice", "ring" */
    uint64_t lane_count;       /* number of lanes of all senders */
} noc_structure;

/* Components that a flit passes from one terminal to another, mean over its paths. */
typedef struct noc_passage {
    double links;     /* links between routers that a flit crosses */
    double crossbars; /* crossbars that a flit passes */
    double latches;   /* latches that hold a flit */
    /* links that an acknowledgement of the packet crosses; 0: none */
    double ack_links;
} noc_passage;

/* Returns the structure of a network; zeros if the graph shows its routers, or if it has none. */
noc_structure noc_structure_find(const noc_design *design, const noc_network *network);

/* Returns the number of routers of all networks as built, those of structures included; ideal
 * networks have none. */
uint64_t noc_count_built_routers(const noc_design *design, const noc_graph *graph);

/* Returns the passage of a flit from one terminal to another. The network must have a structure. */
noc_passage noc_passage_find(const noc_design *design, const noc_network *network,
                             const noc_terminal *from, const noc_terminal *to);

#endif
