/* The node at (x, y) sends to the node at (y, x); nodes of the diagonal send to themselves. */
#include "network/patterns/synthetic.h"

static const noc_key keys[] = {NOC_KEY_PACKET_FLITS, NOC_KEY_PACKET_MIX};

static noc_status check(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    if (columns != rows)
        return noc_design_conflict(
            design, diag, 0,
            (const char *const[]){"traffic.pattern", "network.columns", "network.rows", NULL},
            "traffic.pattern = \"transpose\" needs a square grid (here %dx%d)", columns, rows);
    return noc_check_packet_mix(design, columns, rows, diag);
}

static void shares(const noc_design *design, const noc_graph *graph, uint32_t source, double *share)
{
    (void)design;
    const noc_terminal *from = &graph->terminals[source];
    for (uint32_t d = 0; d < graph->terminal_count; d++) {
        const noc_terminal *to = &graph->terminals[d];
        if (to->column == from->row && to->row == from->column) share[d] = 1.0;
    }
}

const noc_pattern_kind noc_pattern_transpose = {
    .name = "transpose",
    .summary = "(x, y) sends to (y, x)",
    .source = "BookSim 2.0: transpose",
    .keys = NOC_KEYS(keys),
    .has_memory = false,
    .one_target = true,
    .check = check,
    .shares = shares,
};
