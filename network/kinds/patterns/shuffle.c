/* Shuffle: a node sends to the node whose number has its bits rotated left by one. */
#include "network/kinds/patterns/synthetic.h"

static uint32_t find_destination(uint32_t node, unsigned bits)
{
    const uint32_t top_bit = node >> (bits - 1) & 1u;
    return (node << 1 | top_bit) & ((1u << bits) - 1u);
}

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    shares[find_destination(source, noc_count_node_bits(graph->terminal_count))] = 1.0;
}

const noc_pattern_kind noc_pattern_shuffle = {
    .name = "shuffle",
    .summary = "bits of the node's number rotated left",
    .source = "Dally and Towles 2004, Table 3.1; BookSim 2.0: shuffle",
    .keys = NOC_KEYS(noc_hot_keys),
    .has_one_destination = true,
    .check = noc_check_permutation,
    .fill_shares = fill_shares,
};
