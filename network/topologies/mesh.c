/* Two-dimensional mesh: a router a tile, linked to its neighbours in the four directions. */
#include "network/grid.h"
#include "network/kinds.h"

enum { COLUMNS, ROWS };

static const noc_key keys[] = {
    {"columns", NOC_INTEGER, NOC_PARAMETER(COLUMNS), 1, 1024, 0, 1, NULL, "routers",
     "routers in a row", ""},
    {"rows", NOC_INTEGER, NOC_PARAMETER(ROWS), 1, 1024, 0, 1, NULL, "routers",
     "routers in a column", ""},
};

static void grid(const noc_network_spec *spec, int *columns, int *rows)
{
    *columns = spec->parameters[COLUMNS].integer;
    *rows = spec->parameters[ROWS].integer;
}

static noc_size size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[COLUMNS].integer, rows = spec->parameters[ROWS].integer;
    return (noc_size){
        .routers = columns * rows,
        .links = 4.0 * columns * rows,
        .longest_path = columns + rows,
    };
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    grid(spec, &net->columns, &net->rows);
    const bool added =
        noc_grid_routers(graph, network, 1, 4, spec->memory_ports, noc_local_link_mm) &&
        noc_grid_mesh_links(graph, network, spec->channel_cycles, design->chip.tile_mm,
                            design->chip.tile_mm);
    return added ? NOC_OK : NOC_EFAILED;
}

const noc_topology_kind noc_topology_mesh = {
    .name = "mesh",
    .summary = "two-dimensional mesh, a router a tile",
    .source = "te13 Figure 4; cdx19 2.2",
    .keys = NOC_KEYS(keys),
    .grid = grid,
    .size = size,
    .build = build,
};
