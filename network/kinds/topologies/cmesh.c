/* Concentrated mesh: a mesh of routers that each serve several nodes (Balfour and Dally, ICS
 * 2006). */
#include "network/kinds/grid_keys.h"

enum { EXPRESS = NOC_GRID_CONCENTRATION + 1, SHORTCUT };

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    NOC_GRID_CONCENTRATION_KEY,
    {"express", NOC_INTEGER, NOC_PARAMETER(EXPRESS), 0, 1023, 0, 0, NULL, "routers",
     "distance of the routers that express channels along the edge rows and columns join; 0: none",
     "te13 6.2; Balfour and Dally 2006: 2", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_GRID_SHORTCUT_KEY(SHORTCUT, 0),
};

static noc_size estimate_size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[NOC_GRID_COLUMNS].integer,
                 rows = spec->parameters[NOC_GRID_ROWS].integer;
    return (noc_size){
        .router_count = columns * rows,
        .link_count = 4.0 * columns * rows + 4.0 * (columns + rows),
        .longest_path = columns + rows,
    };
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const int express = spec->parameters[EXPRESS].integer;
    const int columns = spec->parameters[NOC_GRID_COLUMNS].integer,
              rows = spec->parameters[NOC_GRID_ROWS].integer;
    const int max_span = (columns > rows ? columns : rows) - 1;
    if (express != 1 && express <= max_span) return NOC_OK;
    return noc_design_conflict(
        design, diag, network, NOC_PATHS("network.express", "network.columns"),
        "network.express = %d: express channels span 2 to %d routers here (0: none)", express,
        max_span);
}

/* Adds the express channels of the edges. All routers have ports for four links. Routers of an edge
 * lack neighbours, and express channels use the free ports (te13's area of radix 8 confirms it).
 * Routers that have express channels in both directions of their row need a fifth port. */
static void join_express(noc_graph *graph, uint16_t network, int latency, double row_mm,
                         double column_mm)
{
    const noc_network *net = &graph->networks[network];
    const int span = net->express_span;
    for (int row = 0; row<net->rows; row += net->rows> 1 ? net->rows - 1 : 1)
        for (int column = 0; column + span < net->columns; column++)
            noc_grid_add_link_pair(graph, network, noc_grid_router(graph, network, column, row),
                                   noc_grid_router(graph, network, column + span, row),
                                   span * latency, span * row_mm);
    for (int column = 0; column<net->columns; column += net->columns> 1 ? net->columns - 1 : 1)
        for (int row = 0; row + span < net->rows; row++)
            noc_grid_add_link_pair(graph, network, noc_grid_router(graph, network, column, row),
                                   noc_grid_router(graph, network, column, row + span),
                                   span * latency, span * column_mm);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const int concentration = spec->parameters[NOC_GRID_CONCENTRATION].integer;
    const noc_tiles tiles = noc_grid_tiles(concentration);
    noc_grid_find_router_tiles(spec, &net->columns, &net->rows);
    net->express_span = spec->parameters[EXPRESS].integer;
    const double tile_mm = design->chip.tile_mm;
    const bool has_fifth_port = net->express_span && (net->columns > 2 * net->express_span ||
                                                      net->rows > 2 * net->express_span);
    const noc_grid_links links = {
        .row_cycles = spec->channel_cycles,
        .column_cycles = spec->channel_cycles,
        .row_mm = tiles.tile_columns * tile_mm,
        .column_mm = tiles.tile_rows * tile_mm,
    };
    noc_grid_add_routers(graph, network, concentration, noc_count_memory_ports(spec), tile_mm / 2);
    noc_grid_add_mesh_links(graph, network, &links);
    if (net->express_span)
        join_express(graph, network, spec->channel_cycles, links.row_mm, links.column_mm);
    noc_grid_set_crossbars(graph, network, has_fifth_port ? 5 : 4);
}

static bool has_exceptions(const noc_network_spec *spec)
{
    return spec->parameters[EXPRESS].integer > 0;
}

const noc_topology_kind noc_topology_cmesh = {
    .name = "cmesh",
    .summary = "concentrated mesh, several nodes a router; express channels along the edges",
    .source = "te13 6.2; Balfour and Dally 2006",
    .keys = NOC_KEYS(keys),
    .find_tiles = noc_grid_find_block_tiles,
    .estimate_size = estimate_size,
    .has_shared_tiles = true,
    .build = build,
    .layout = NOC_LAYOUT_GRID,
    .check = check,
    .has_exceptions = has_exceptions,
    .starters =
        NOC_STARTERS(NOC_STARTER_ON_TILES("cmesh", "flit_bytes = 32; virtual_channels = 4;")),
};
