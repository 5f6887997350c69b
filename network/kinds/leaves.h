/* network/kinds/leaves.h: assignment of nodes to the outer routers of topologies without tiles.
 * Nodes use the ports of the outer routers in order; compute nodes use the ports that memory nodes
 * leave free. */
#ifndef NOC_NETWORK_KINDS_LEAVES_H
#define NOC_NETWORK_KINDS_LEAVES_H

#include "design/unread.h"
#include "network/graph/graph.h"

/* Condition: the design has no memory nodes. noc_leaves_name returns the words of memory_leaves;
 * NULL past the end. */
extern const noc_unread_condition noc_leaves_no_memory;
const char *noc_leaves_name(size_t i);

/* Key row of memory_leaves, the rule for ports of memory nodes: "spread" or "last". */
/* clang-format off */
#define NOC_LEAVES_KEY(parameter)                                                                 \
    {"memory_leaves", NOC_CHOICE, NOC_PARAMETER(parameter), 0, 1, 0, 0, noc_leaves_name, "",        \
     "where memory nodes are: spread evenly over the outer routers, or after the compute nodes", "", \
     NOC_UNREAD(&noc_leaves_no_memory), NOC_BY_GRAPH | NOC_BY_WIRES}
/* clang-format on */

/* Outer routers with `port_count` nodes each; `memory_leaves`: value of the key. */
typedef struct noc_leaves {
    const noc_graph *graph;
    uint16_t network;
    int port_count, memory_leaves;
    noc_memory_ports memory_ports;
} noc_leaves;

/* Returns the number of a terminal's outer router among the outer routers, from 0. */
int noc_leaf_of_terminal(const noc_leaves *leaves, uint32_t terminal);

/* Returns the inputs and outputs for nodes of each outer router: a port per node, plus the largest
 * number of further ports of the memory nodes at one router. All outer routers are built alike. */
noc_crossbar noc_leaf_count_ports(const noc_leaves *leaves);

#endif
