/* network/graph/node_numbers.h: the numbers by which users' files name nodes: traces, tables of
 * rates. By their tiles, column + columns * row, where there are tiles; memory nodes on tiles of
 * compute nodes are numbered behind the last tile. `by_kind`: compute nodes first, then memory
 * nodes, wherever they stand. */
#ifndef NOC_NETWORK_GRAPH_NODE_NUMBERS_H
#define NOC_NETWORK_GRAPH_NODE_NUMBERS_H

#include "network/graph/graph.h"

/* The terminal of a number; NOC_NONE: there is none. */
uint32_t noc_node_numbered(const noc_graph *graph, uint32_t number, bool by_kind);

/* The terminal that a list of sources or destinations, of a kind, names by a number: of its tile,
 * or, where there are none, among its kind; numbers beyond these are those of tables of rates.
 * NOC_NONE: there is none. */
uint32_t noc_node_listed(const noc_graph *graph, uint32_t number, noc_terminal_kind kind);

/* The number by which such lists name a terminal. */
uint32_t noc_node_list_number(const noc_graph *graph, uint32_t terminal);

/* The number of a terminal. */
uint32_t noc_node_number(const noc_graph *graph, uint32_t terminal, bool by_kind);

/* Numbers that there may be, those of empty tiles among them: the highest, and 1. */
uint32_t noc_node_numbers_count(const noc_graph *graph, bool by_kind);

enum { NOC_NODE_NUMBERS_CHARS = 300 };

/* Says which nodes have which numbers: "compute nodes are 0, 5-30, 35, memory nodes 1-4, 31-34
 * (tiles: column + 6 x row)". For designs with memory nodes. */
void noc_node_numbers_say(const noc_graph *graph, bool by_kind, char text[NOC_NODE_NUMBERS_CHARS]);

#endif
