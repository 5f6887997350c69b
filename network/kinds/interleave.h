/* network/kinds/interleave.h: memory node of an address, and shares of memory nodes in a stream of
 * addresses with a constant stride.
 *
 * Addresses are divided into blocks of interleave_bytes. Let N = odd * 2^k be the number of memory
 * nodes. The block modulo the odd factor is the number of a group of 2^k nodes; the quotient
 * selects the node in the group. */
#ifndef NOC_NETWORK_KINDS_INTERLEAVE_H
#define NOC_NETWORK_KINDS_INTERLEAVE_H

#include <stdint.h>

#include "base/diag.h"
#include "design/design.h"

typedef enum noc_interleave {
    NOC_INTERLEAVE_NONE,   /* requests go to memory nodes at random */
    NOC_INTERLEAVE_MODULO, /* node in the group: the k lowest bits of the quotient */
    /* node in the group: groups of k bits of the quotient, added without carry */
    NOC_INTERLEAVE_XOR,
    /* node in the group: the quotient as a polynomial over GF(2), modulo an irreducible polynomial
     * of degree k (Rau, ISCA 1991) */
    NOC_INTERLEAVE_IPOLY,
} noc_interleave;

/* Returns the memory node of a block of addresses. */
uint32_t noc_interleave_find_node(noc_interleave interleave, uint64_t block, uint32_t nodes);

/* Computes memory_shares, in an arena, from memory_weights, or from a stream's requests: from
 * address 0 by stride_bytes over footprint_bytes, at most the first 2^20. Without both, or with
 * another number of weights than memory nodes, the shares stay empty. NOC_EFAILED when out of
 * memory. */
noc_status noc_memory_shares_compute(noc_arena *arena, noc_traffic_spec *traffic, int nodes,
                                     noc_diag *diag);

#endif
