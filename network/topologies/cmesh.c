/* Concentrated mesh: a mesh of routers that each serve several nodes (Balfour and Dally, ICS 2006). */
#include "network/grid.h"
#include "network/kinds.h"

enum { COLUMNS, ROWS, CONCENTRATION };

static const noc_key keys[] = {
    {"columns", NOC_INTEGER, NOC_PARAMETER(COLUMNS), 1, 1024, 0, 1, NULL, "routers",
     "routers in a row", ""},
    {"rows", NOC_INTEGER, NOC_PARAMETER(ROWS), 1, 1024, 0, 1, NULL, "routers",
     "routers in a column", ""},
    {"concentration", NOC_INTEGER, NOC_PARAMETER(CONCENTRATION), 1, NOC_CONCENTRATION_MAX, 4, 0,
     NULL, "nodes", "nodes of a router, on a block of tiles as square as can be", "te13 6.2: 4"},
};

static void grid(const noc_network_spec *spec, int *columns, int *rows)
{
    const noc_tiles tiles = noc_grid_tiles(spec->parameters[CONCENTRATION].integer);
    *columns = spec->parameters[COLUMNS].integer * tiles.across;
    *rows = spec->parameters[ROWS].integer * tiles.down;
}

static noc_size size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[COLUMNS].integer, rows = spec->parameters[ROWS].integer;
    const double nodes = columns * rows * spec->parameters[CONCENTRATION].integer;
    return (noc_size){
        .routers = columns * rows,
        .channels = 4.0 * columns * rows + 2.0 * nodes * spec->memory_ports,
        .longest_path = columns + rows,
    };
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    const int concentration = spec->parameters[CONCENTRATION].integer;
    const noc_tiles tiles = noc_grid_tiles(concentration);
    net->columns = spec->parameters[COLUMNS].integer;
    net->rows = spec->parameters[ROWS].integer;
    const double tile = design->chip.tile_mm;
    const bool added =
        noc_grid_routers(graph, network, concentration, 4, spec->memory_ports, tile / 2) &&
        noc_grid_mesh_links(graph, network, spec->channel_cycles, tiles.across * tile,
                            tiles.down * tile);
    return added ? NOC_OK : NOC_EFAILED;
}

const noc_topology_kind noc_topology_cmesh = {
    .name = "cmesh",
    .summary = "concentrated mesh, several nodes a router",
    .source = "te13 6.2; Balfour and Dally 2006",
    .keys = NOC_KEYS(keys),
    .grid = grid,
    .size = size,
    .build = build,
};
