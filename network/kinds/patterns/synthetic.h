/* network/kinds/patterns/synthetic.h: shares, checks and keys shared by the patterns without memory
 * nodes. */
#ifndef NOC_NETWORK_KINDS_PATTERNS_SYNTHETIC_H
#define NOC_NETWORK_KINDS_PATTERNS_SYNTHETIC_H

#include "network/kinds/kinds.h"

/* Gives the whole share to the node at the coordinates of `source` shifted by `find_distance` in
 * each dimension of the grid, around its end. `find_distance` is a function of the number of nodes
 * in the dimension. */
void noc_share_to_shifted(const noc_graph *graph, uint32_t source, int (*find_distance)(int length),
                          double *share);

/* Refuses numbers of nodes that are no power of 2^multiple, for patterns that permute the bits of a
 * node's number. */
noc_status noc_check_bits(const noc_design *design, unsigned multiple, noc_diag *diag);

/* Checks a design for patterns that permute all bits of a node's number. */
noc_status noc_check_permutation(const noc_design *design, int columns, int rows, noc_diag *diag);

/* Returns the bits of node numbers, if the number of nodes is a power of 2. */
unsigned noc_count_node_bits(uint32_t nodes);

/* Keys of patterns other than "hotspot": hot nodes, and their share of the packets. */
extern const noc_key noc_hot_keys[2];

/* Checks a design of these patterns: as many shares as packet lengths, with sum 1; hot nodes that
 * exist. */
noc_status noc_check_synthetic(const noc_design *design, int columns, int rows, noc_diag *diag);

#endif
