/* network/graph/node_numbers.h: numbers of nodes in users' files: traces, tables of rates, lists of
 * sources and destinations.
 *
 * Where a design has tiles, a node has the number of its tile, column + columns * row; memory
 * nodes that share tiles with compute nodes are numbered after the last tile. `by_kind`: compute
 * nodes first, then memory nodes, with or without tiles. */
#ifndef NOC_NETWORK_GRAPH_NODE_NUMBERS_H
#define NOC_NETWORK_GRAPH_NODE_NUMBERS_H

#include "network/graph/graph.h"

/* Terminal of a node number; NOC_NONE: none. */
uint32_t noc_node_of_number(const noc_graph *graph, uint32_t number, bool by_kind);

/* Terminal of a number in a list of sources (NOC_COMPUTE) or destinations (NOC_MEMORY). Where a
 * design has tiles, the number is the node number; without tiles, a number among the nodes of
 * the kind, or, above these, a node number. NOC_NONE: none. */
uint32_t noc_node_of_list_number(const noc_graph *graph, uint32_t number, noc_terminal_kind kind);

/* Number of a terminal in a list of sources or destinations. */
uint32_t noc_node_list_number(const noc_graph *graph, uint32_t terminal);

/* Node number of a terminal. */
uint32_t noc_node_number(const noc_graph *graph, uint32_t terminal, bool by_kind);

/* Number of node numbers, with numbers of empty tiles: the highest number plus 1. */
uint32_t noc_node_numbers_count(const noc_graph *graph, bool by_kind);

enum { NOC_NODE_NUMBERS_CHARS = 300 };

/* Describes the node numbers of a design with memory nodes: "compute nodes are 0, 5-30, 35,
 * memory nodes 1-4, 31-34 (tiles: column + 6 x row)". */
void noc_node_numbers_describe(const noc_graph *graph, bool by_kind,
                               char text[NOC_NODE_NUMBERS_CHARS]);

#endif
