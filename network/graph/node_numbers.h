/* network/graph/node_numbers.h: numbers that name nodes in users' files: traces, tables of rates.
 * Where a design has tiles, the number is that of the tile, column + columns * row; memory nodes on
 * tiles of compute nodes are numbered behind the last tile. `by_kind`: compute nodes first, then
 * memory nodes, wherever they stand. */
#ifndef NOC_NETWORK_GRAPH_NODE_NUMBERS_H
#define NOC_NETWORK_GRAPH_NODE_NUMBERS_H

#include "network/graph/graph.h"

/* Terminal of a number; NOC_NONE: none. */
uint32_t noc_node_numbered(const noc_graph *graph, uint32_t number, bool by_kind);

/* Terminal that a list of sources or destinations, of a kind, names by a number: of a tile, or,
 * without tiles, among its kind; higher numbers are those of tables of rates. NOC_NONE: none. */
uint32_t noc_node_listed(const noc_graph *graph, uint32_t number, noc_terminal_kind kind);

/* Number of a terminal in a list of sources or destinations. */
uint32_t noc_node_list_number(const noc_graph *graph, uint32_t terminal);

/* Number of a terminal. */
uint32_t noc_node_number(const noc_graph *graph, uint32_t terminal, bool by_kind);

/* Count of possible numbers, those of empty tiles among them: the highest number, plus 1. */
uint32_t noc_node_numbers_count(const noc_graph *graph, bool by_kind);

enum { NOC_NODE_NUMBERS_CHARS = 300 };

/* Writes which nodes have which numbers: "compute nodes are 0, 5-30, 35, memory nodes 1-4, 31-34
 * (tiles: column + 6 x row)". Designs with memory nodes only. */
void noc_node_numbers_say(const noc_graph *graph, bool by_kind, char text[NOC_NODE_NUMBERS_CHARS]);

#endif
