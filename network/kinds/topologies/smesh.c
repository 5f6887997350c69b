/* S-mesh: a mesh without the links that requests from compute nodes to the memory nodes at one
 * edge, and their replies, never use. Requests go along the row, then along the column; replies in
 * the other order. Column links therefore lead towards the memory nodes' edge in a request network,
 * and away from it in a reply network; routers are 4x4. Each network carries one class. */
#include "network/kinds/grid_keys.h"

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, "cdx19 Table 1: 10"),
};

/* Mean input ports of a router: cdx19 Table 2 counts 3000 buffers of 4 VCs at 200 routers, 3.75
 * inputs per router. The text does not state which these are: 4x4 routers have four, and fewer at
 * the edge. */
static const double nominal_inputs = 3.75;

static noc_size estimate_size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[NOC_GRID_COLUMNS].integer,
                 rows = spec->parameters[NOC_GRID_ROWS].integer;
    return (noc_size){.router_count = columns * rows,
                      .link_count = 3.0 * columns * rows,
                      .longest_path = columns + rows};
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    if (spec->carried_traffic != NOC_CARRIES_BOTH && design->nodes.memory > 0) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.carries", "nodes.memory", "network.topology"),
        "topology \"smesh\" carries requests to memory nodes or their replies (two networks with "
        "carries "
        "= \"request\" and \"reply\")");
}

/* First and last row of the nodes of a kind. */
typedef struct row_span {
    int first, last;
} row_span;

static void widen_span(row_span *s, int row)
{
    if (row < s->first) s->first = row;
    if (row > s->last) s->last = row;
}

static bool has_point(const noc_points *points, int column, int row)
{
    for (size_t i = 0; i < points->count; i++)
        if (points->values[i].column == column && points->values[i].row == row) return true;
    return false;
}

/* Finds whether no memory node is above, or below, a compute node. Column links then lead down, or
 * up, only. */
static void find_edges(const noc_design *design, const noc_network_spec *spec, bool *is_at_bottom,
                       bool *is_at_top)
{
    int columns, rows;
    noc_grid_find_router_tiles(spec, &columns, &rows);
    row_span computes = {rows, -1}, memories = {rows, -1};
    for (size_t i = 0; i < design->nodes.memory_positions.count; i++)
        widen_span(&memories, design->nodes.memory_positions.values[i].row);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            if (!has_point(&design->nodes.memory_positions, column, row) &&
                !has_point(&design->nodes.empty_positions, column, row))
                widen_span(&computes, row);
    *is_at_bottom = memories.first >= computes.last;
    *is_at_top = memories.last <= computes.first;
}

static noc_status check_places(const noc_design *design, int network, noc_diag *diag)
{
    bool is_at_bottom, is_at_top;
    find_edges(design, &design->networks[network], &is_at_bottom, &is_at_top);
    if (is_at_bottom || is_at_top) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("nodes.placement", "nodes.memory_at", "network.topology"),
        "topology \"smesh\" needs the memory nodes in the rows of one edge, with no compute node "
        "in the "
        "rows behind (nodes.placement = \"bottom-rows\")");
}

/* Adds the links of all columns, in the single direction that packets use. */
static void join_columns(noc_graph *g, uint16_t network, bool is_down, int latency,
                         double length_mm)
{
    const noc_network *net = &g->networks[network];
    for (int row = 0; row + 1 < net->rows; row++) {
        for (int column = 0; column < net->columns; column++) {
            const uint32_t upper = noc_grid_router(g, network, column, row);
            const uint32_t lower = noc_grid_router(g, network, column, row + 1);
            noc_graph_add_channel(g, NOC_LINK, network, is_down ? upper : lower,
                                  is_down ? lower : upper, latency, length_mm);
        }
    }
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const double tile_mm = design->chip.tile_mm;
    bool is_at_bottom, is_at_top;
    noc_grid_find_router_tiles(spec, &net->columns, &net->rows);
    find_edges(design, spec, &is_at_bottom, &is_at_top);
    noc_grid_add_routers(graph, network, 1, noc_count_memory_ports(spec), noc_local_link_mm);
    join_columns(graph, network, is_at_bottom == net->carries[NOC_REQUEST], spec->channel_cycles,
                 tile_mm);
    for (int row = 0; row < net->rows; row++) {
        for (int column = 0; column + 1 < net->columns; column++) {
            const uint32_t router = noc_grid_router(graph, network, column, row);
            noc_grid_add_link_pair(graph, network, router, router + 1, spec->channel_cycles,
                                   tile_mm);
        }
    }
    noc_grid_set_crossbars(graph, network, 3);
    net->nominal_inputs = nominal_inputs * net->router_count;
}

static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    (void)spec;
    const uint32_t vcs = graph->networks[graph->routers[from].network].vcs[flow->class];
    if (flow->class == NOC_REQUEST)
        noc_grid_add_xy(graph, from, to, vcs, 1.0, out);
    else
        noc_grid_add_yx(graph, from, to, vcs, 1.0, out);
}

const noc_topology_kind noc_topology_smesh = {
    .name = "smesh",
    .summary = "mesh without the links that GPU traffic never uses; requests XY, replies YX",
    .source = "cdx19 2.1, Table 2",
    .keys = NOC_KEYS(keys),
    .find_tiles = noc_grid_find_router_tiles,
    .estimate_size = estimate_size,
    .build = build,
    .check = check,
    .check_places = check_places,
    .find_paths = find_paths,
    .starters = NOC_STARTERS({
        .name = "smesh",
        .compute = NOC_STARTER_COMPUTE,
        .memory = NOC_STARTER_MEMORY,
        .request = {"smesh", NOC_STARTER_REQUESTS, NULL},
        .reply = {"smesh", NOC_STARTER_REPLIES, NULL},
        .placements = {"bottom-rows"},
        .clock_mhz = NOC_STARTER_MHZ,
    }),
};
