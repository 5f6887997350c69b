/* Transpose: the node at (x, y) of a square grid sends to the node at (y, x); nodes of the diagonal
 * send to themselves. On other grids the halves of a node number's bits are exchanged, which is
 * equivalent on square grids with a power of 2 columns. */
#include "network/kinds/patterns/synthetic.h"

static noc_status check(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    if (columns != rows && noc_check_bits(design, 2, diag) != NOC_OK) return NOC_EINPUT;
    return noc_check_synthetic(design, columns, rows, diag);
}

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    (void)design;
    const noc_terminal *from = &graph->terminals[source];
    if (graph->columns != graph->rows) {
        const unsigned half_bits = noc_count_node_bits(graph->terminal_count) / 2;
        shares[(source & ((1u << half_bits) - 1u)) << half_bits | source >> half_bits] = 1.0;
        return;
    }
    for (uint32_t d = 0; d < graph->terminal_count; d++) {
        const noc_terminal *to = &graph->terminals[d];
        if (to->column == from->row && to->row == from->column) shares[d] = 1.0;
    }
}

const noc_pattern_kind noc_pattern_transpose = {
    .name = "transpose",
    .summary = "(x, y) sends to (y, x)",
    .source = "BookSim 2.0: transpose",
    .keys = NOC_KEYS(noc_hot_keys),
    .has_one_destination = true,
    .check = check,
    .fill_shares = fill_shares,
};
