/* network/kinds/interleave.h: memory node of an address, and spread of a stream of addresses with a
 * stride over memory nodes.
 *
 * Addresses are divided into blocks of interleave_bytes. With N memory nodes, N = odd * 2^k: the
 * block modulo the odd factor is the number of a group of 2^k nodes, and the quotient selects the
 * node in the group. */
#ifndef NOC_NETWORK_KINDS_INTERLEAVE_H
#define NOC_NETWORK_KINDS_INTERLEAVE_H

#include <stdint.h>

#include "base/diag.h"
#include "design/design.h"

typedef enum noc_interleave {
    NOC_INTERLEAVE_NONE,   /* requests go to memory nodes at random */
    NOC_INTERLEAVE_MODULO, /* node: the k lowest bits of the quotient */
    NOC_INTERLEAVE_XOR,    /* node: all groups of k bits of the quotient, added without carry */
    /* node: the quotient as a polynomial over GF(2), modulo an irreducible one of degree k (Rau,
     * ISCA 1991) */
    NOC_INTERLEAVE_IPOLY,
} noc_interleave;

/* Memory node of a block. */
uint32_t noc_interleave_node(noc_interleave how, uint64_t block, uint32_t nodes);

/* Makes memory_shares: in proportion to memory_weights, or the shares of the requests of a stream,
 * from address 0 on by stride_bytes, over footprint_bytes, of which the first million requests
 * count. Leaves them empty where neither is given, or weights do not fit. NOC_EFAILED when out of
 * memory. */
noc_status noc_memory_shares_make(noc_traffic_spec *traffic, int nodes, noc_diag *diag);

#endif
