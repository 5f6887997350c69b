/* Uniform random: all destinations have equal probability, the source included. */
#include "network/kinds/patterns/synthetic.h"

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    (void)source;
    for (uint32_t d = 0; d < graph->terminal_count; d++) shares[d] = 1.0 / graph->terminal_count;
}

const noc_pattern_kind noc_pattern_uniform = {
    .name = "uniform",
    .summary = "every node sends to every node alike, itself included",
    .source = "BookSim 2.0: uniform",
    .keys = NOC_KEYS(noc_hot_keys),
    .check = noc_check_synthetic,
    .fill_shares = fill_shares,
};
