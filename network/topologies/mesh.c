/* Two-dimensional mesh: a router a tile, linked to its neighbours in the four directions. */
#include "network/grid.h"
#include "network/kinds.h"

enum { COLUMNS, ROWS };

/* te13 5.9: injection and ejection links are 0.05 mm long. */
static const double local_link_mm = 0.05;

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
        .channels = 4.0 * columns * rows + 2.0 * columns * rows * spec->memory_ports,
        .longest_path = columns + rows,
    };
}

/* Links in both directions to the neighbour on the right and to the one below. */
static bool add_links(noc_graph *graph, uint16_t network, int column, int row, int latency,
                      double length_mm)
{
    const noc_network *net = &graph->networks[network];
    const uint32_t here = noc_grid_router(graph, network, column, row);
    bool added = true;
    if (column + 1 < net->columns) {
        added &= noc_graph_add_channel(graph, NOC_LINK, network, here, here + 1, latency,
                                       length_mm) != NOC_NONE;
        added &= noc_graph_add_channel(graph, NOC_LINK, network, here + 1, here, latency,
                                       length_mm) != NOC_NONE;
    }
    if (row + 1 < net->rows) {
        const uint32_t below = here + (uint32_t)net->columns;
        added &= noc_graph_add_channel(graph, NOC_LINK, network, here, below, latency, length_mm) !=
                 NOC_NONE;
        added &= noc_graph_add_channel(graph, NOC_LINK, network, below, here, latency, length_mm) !=
                 NOC_NONE;
    }
    return added;
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    grid(spec, &net->columns, &net->rows);
    bool added = true;
    for (uint32_t t = 0; t < graph->terminal_count; t++) {
        const noc_terminal *terminal = &graph->terminals[t];
        const int ports = terminal->kind == NOC_MEMORY ? spec->memory_ports : 1;
        const uint16_t radix = (uint16_t)(4 + ports);
        const noc_crossbar built = {radix, radix, (uint32_t)(radix * radix)};
        const uint32_t router =
            noc_graph_add_router(graph, network, terminal->column, terminal->row, built);
        if (router == NOC_NONE) return NOC_EFAILED;
        for (int p = 0; p < ports; p++) {
            added &= noc_graph_add_channel(graph, NOC_INJECTION, network, t, router, 1,
                                           local_link_mm) != NOC_NONE;
            added &= noc_graph_add_channel(graph, NOC_EJECTION, network, router, t, 1,
                                           local_link_mm) != NOC_NONE;
        }
    }
    for (int row = 0; row < net->rows; row++)
        for (int column = 0; column < net->columns; column++)
            added &= add_links(graph, network, column, row, spec->channel_cycles,
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
