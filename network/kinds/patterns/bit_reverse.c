/* Bit reversal: a node sends to the node whose number has its bits in reverse order. */
#include "network/kinds/patterns/synthetic.h"

static uint32_t find_destination(uint32_t node, unsigned bits)
{
    uint32_t reversed = 0;
    for (unsigned b = 0; b < bits; b++) reversed |= (node >> b & 1u) << (bits - 1 - b);
    return reversed;
}

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    shares[find_destination(source, noc_count_node_bits(graph->terminal_count))] = 1.0;
}

const noc_pattern_kind noc_pattern_bit_reverse = {
    .name = "bit-reverse",
    .summary = "bits of the node's number in reverse order",
    .source = "Dally and Towles 2004, Table 3.1; BookSim 2.0: bitrev",
    .keys = NOC_KEYS(noc_hot_keys),
    .has_one_destination = true,
    .check = noc_check_permutation,
    .fill_shares = fill_shares,
};
