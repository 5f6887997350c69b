/* Neighbour: a node sends to the next node in each dimension, around the end. */
#include "network/kinds/patterns/synthetic.h"

static int find_distance(int length)
{
    (void)length;
    return 1;
}

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    noc_share_to_shifted(graph, source, find_distance, shares);
}

const noc_pattern_kind noc_pattern_neighbor = {
    .name = "neighbor",
    .summary = "a node sends one further on in every dimension",
    .source = "Dally and Towles 2004, Table 3.1; BookSim 2.0: neighbor",
    .keys = NOC_KEYS(noc_hot_keys),
    .has_one_destination = true,
    .check = noc_check_synthetic,
    .fill_shares = fill_shares,
};
