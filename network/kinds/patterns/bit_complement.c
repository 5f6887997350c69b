/* Bit complement: node i of N sends to node N-1-i. If N is a power of two, all bits of the number
 * are complemented. */
#include "network/kinds/patterns/synthetic.h"

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    shares[graph->terminal_count - 1 - source] = 1.0;
}

const noc_pattern_kind noc_pattern_bit_complement = {
    .name = "bit-complement",
    .summary = "node i of N sends to node N-1-i",
    .source = "Dally and Towles 2004, Table 3.1",
    .keys = NOC_KEYS(noc_hot_keys),
    .has_one_destination = true,
    .check = noc_check_synthetic,
    .fill_shares = fill_shares,
};
