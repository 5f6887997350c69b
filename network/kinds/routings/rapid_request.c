/* RAPID's request plane: packets go along the core's row to the memory node's column, and leave
 * each router of this column by its single port towards the memory node. A router compares columns
 * only (three comparisons instead of six), and no link of a column that leads away from its memory
 * node is used. */
#include "network/kinds/grid.h"
#include "network/kinds/kinds.h"

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint16_t network,
                       uint32_t from, uint32_t to, noc_class class, noc_paths *out)
{
    (void)spec;
    noc_grid_add_xy(graph, from, to, graph->networks[network].vcs[class], 1.0, out);
}

/* Finds two memory nodes in one column. Returns the number of the later one; 0: none. */
static size_t second_in_column(const noc_points *positions, size_t *first)
{
    for (size_t i = 1; i < positions->count; i++)
        for (*first = 0; *first < i; ++*first)
            if (positions->values[*first].column == positions->values[i].column) return i;
    return 0;
}

static noc_status check_places(const noc_design *design, int network, noc_diag *diag)
{
    if (!design->traffic.pattern->has_memory ||
        design->networks[network].carried_traffic != NOC_CARRIES_REQUEST)
        return noc_design_conflict(
            design, diag, network, NOC_PATHS("network.routing", "network.carries"),
            "network.routing = \"rapid-request\" is for requests to memory nodes only (carries = "
            "\"request\", and another network for replies; \"xy\" is for all packets)");
    const noc_points *positions = &design->nodes.memory_positions;
    size_t first;
    const size_t second = second_in_column(positions, &first);
    if (second == 0) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.routing", "nodes.memory_at", "nodes.placement"),
        "network.routing = \"rapid-request\" has a port for one memory node in a column, and "
        "column %d has memory nodes %zu and %zu (one a column, or routing \"xy\")",
        positions->values[second].column, first, second);
}

const noc_routing_kind noc_routing_rapid_request = {
    .name = "rapid-request",
    .summary = "requests: along the row, then by a fixed port to the column's one memory node",
    .source = "rapid18 4.1",
    .served_layouts = NOC_LAYOUT_MESH,
    .vc_sets = 1,
    .find_paths = find_paths,
    .check_places = check_places,
};
