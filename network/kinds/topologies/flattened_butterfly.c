/* Flattened butterfly (Kim, Balfour, Dally, MICRO 2007): concentrated routers, each linked to all
 * others of its row and of its column. A link has a latency of channel_cycles per router pitch of
 * its length. */
#include "network/kinds/grid_keys.h"
#include "network/kinds/ugal.h"

enum { SHORTCUT = NOC_GRID_CONCENTRATION + 1, THRESHOLD };

static const noc_key keys[] = {
    NOC_GRID_KEYS(64, "te13 6.2: 4"),
    NOC_GRID_CONCENTRATION_KEY,
    NOC_GRID_SHORTCUT_KEY(SHORTCUT, 1),
    NOC_UGAL_KEY(THRESHOLD, 2),
};

static noc_size estimate_size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[NOC_GRID_COLUMNS].integer,
                 rows = spec->parameters[NOC_GRID_ROWS].integer;
    return (noc_size){
        .router_count = columns * rows,
        .link_count = columns * rows * (columns + rows),
        .longest_path = 3,
    };
}

/* Links each router of a row or column, `stride` apart, with every other. */
static void join_line(noc_graph *graph, uint16_t network, uint32_t first, uint32_t stride,
                      int count, int latency, double pitch_mm)
{
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count; b++)
            noc_grid_add_link_pair(graph, network, first + (uint32_t)a * stride,
                                   first + (uint32_t)b * stride, (b - a) * latency,
                                   (b - a) * pitch_mm);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const int concentration = spec->parameters[NOC_GRID_CONCENTRATION].integer;
    const noc_tiles tiles = noc_grid_tiles(concentration);
    noc_grid_find_router_tiles(spec, &net->columns, &net->rows);
    net->is_fully_linked = true;
    const double tile_mm = design->chip.tile_mm;
    noc_grid_add_routers(graph, network, concentration, noc_count_memory_ports(spec), tile_mm / 2);
    for (int row = 0; row < net->rows; row++)
        join_line(graph, network, noc_grid_router(graph, network, 0, row), 1, net->columns,
                  spec->channel_cycles, tiles.tile_columns * tile_mm);
    for (int column = 0; column < net->columns; column++)
        join_line(graph, network, noc_grid_router(graph, network, column, 0),
                  (uint32_t)net->columns, net->rows, spec->channel_cycles,
                  tiles.tile_rows * tile_mm);
    noc_grid_set_crossbars(graph, network, net->columns + net->rows - 2);
}

const noc_topology_kind noc_topology_flattened_butterfly = {
    .name = "flattened-butterfly",
    .summary = "concentrated routers, each linked to all of its row and column",
    .source = "te13 6.2; Kim et al. 2007",
    .keys = NOC_KEYS(keys),
    .find_tiles = noc_grid_find_block_tiles,
    .estimate_size = estimate_size,
    .has_shared_tiles = true,
    .build = build,
    .layout = NOC_LAYOUT_GRID | NOC_LAYOUT_BUTTERFLY,
    .starters = NOC_STARTERS(
        NOC_STARTER_ON_TILES("flattened-butterfly", "flit_bytes = 16; virtual_channels = 4;")),
};
