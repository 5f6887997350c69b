/* Tornado: a node sends ceil(k/2) - 1 nodes further, almost half-way round, in each dimension of k
 * nodes: the worst case of minimal routing on a torus. */
#include "network/kinds/patterns/synthetic.h"

static int find_distance(int length)
{
    return (length + 1) / 2 - 1;
}

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    noc_share_to_shifted(graph, source, find_distance, shares);
}

const noc_pattern_kind noc_pattern_tornado = {
    .name = "tornado",
    .summary = "a node sends ceil(k/2) - 1 further on in every dimension of k nodes",
    .source = "Dally and Towles 2004, Table 3.1; BookSim 2.0: tornado",
    .keys = NOC_KEYS(noc_hot_keys),
    .has_one_destination = true,
    .check = noc_check_synthetic,
    .fill_shares = fill_shares,
};
