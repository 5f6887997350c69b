/* network/kinds/patterns/synthetic.h: shares, checks and keys shared by the patterns without memory
 * nodes. */
#ifndef NOC_NETWORK_KINDS_PATTERNS_SYNTHETIC_H
#define NOC_NETWORK_KINDS_PATTERNS_SYNTHETIC_H

#include "network/kinds/kinds.h"

/* Sets the share of one destination to 1: the node at the coordinates of `source`, plus
 * find_distance(nodes of the dimension) in each dimension of the grid, around the end. */
void noc_share_to_shifted(const noc_graph *graph, uint32_t source, int (*find_distance)(int length),
                          double *shares);

/* Refuses designs whose number of nodes is no power of 2^multiple, for patterns that permute the
 * bits of a node's number. */
noc_status noc_check_bits(const noc_design *design, unsigned multiple, noc_diag *diag);

/* Checks a design (noc_pattern_kind.check) for patterns that permute all bits of a node's
 * number. */
noc_status noc_check_permutation(const noc_design *design, int columns, int rows, noc_diag *diag);

/* Returns the number of bits of a node's number, where `nodes` is a power of 2. */
unsigned noc_count_node_bits(uint32_t nodes);

/* Keys of patterns other than "hotspot": hot nodes, and their share of the packets. */
extern const noc_key noc_hot_keys[2];

/* Checks a design of a pattern without memory nodes: as many shares as packet lengths, with sum 1;
 * hot nodes that exist. */
noc_status noc_check_synthetic(const noc_design *design, int columns, int rows, noc_diag *diag);

#endif
