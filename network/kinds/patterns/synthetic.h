/* network/kinds/patterns/synthetic.h: what the patterns without memory nodes share. */
#ifndef NOC_NETWORK_KINDS_PATTERNS_SYNTHETIC_H
#define NOC_NETWORK_KINDS_PATTERNS_SYNTHETIC_H

#include "network/kinds/kinds.h"

/* A node sends to the one that is so much further on in each dimension of the grid, around its
 * end; `distance` in a dimension of so many nodes. */
void noc_share_further_on(const noc_graph *graph, uint32_t source, int (*distance)(int length),
                          double *share);

/* Refuses numbers of nodes that are no power of 2^multiple: patterns take the bits of a node's
 * number. */
noc_status noc_check_bits(const noc_design *design, unsigned multiple, noc_diag *diag);

/* The check of patterns that permute all bits. */
noc_status noc_check_permutation(const noc_design *design, int columns, int rows, noc_diag *diag);

/* Bits of the numbers of a power of 2 of nodes. */
unsigned noc_bits_of(uint32_t nodes);

/* Keys of every pattern that is not of hot nodes alone: a share of the packets for these. */
extern const noc_key noc_hot_keys[2];

/* A pattern's check: as many shares as lengths, which sum to 1; hot nodes that there are. */
noc_status noc_check_synthetic(const noc_design *design, int columns, int rows, noc_diag *diag);

#endif
