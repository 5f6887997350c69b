/* Mesh of dimension-sliced routers (Kessler and Schwarzmeier 1993, the Cray T3D's; named in te13
 * 4.1), whose crossbar is split into one slice per dimension. A packet enters the slice of the
 * first dimension, goes along this dimension, changes to the slice of the second dimension by a
 * link in the tile, goes along this dimension, and leaves for its node.
 *
 * The slices of a dimension form a layer of the grid. Details that te13 leaves open are a reading:
 * a slice has the pipeline and the buffers of a router, the link between two slices has a latency
 * of one cycle, and a packet without a hop along a dimension passes its slice. */
#include <stdio.h>

#include "network/kinds/grid_keys.h"

enum { ORDER = NOC_GRID_ROWS + 1 };

typedef enum order { ROWS_FIRST, COLUMNS_FIRST } order;

NOC_NAMES(order_name, "xy", "yx")

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    {"order", NOC_CHOICE, NOC_PARAMETER(ORDER), 0, 0, ROWS_FIRST, NOC_OPTIONAL, order_name, "",
     "slices in the order of packets: that of rows first (xy), or that of columns", "", NULL,
     NOC_BY_GRAPH | NOC_BY_COST},
};

static noc_size estimate_size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[NOC_GRID_COLUMNS].integer,
                 rows = spec->parameters[NOC_GRID_ROWS].integer;
    return (noc_size){
        .router_count = 2.0 * columns * rows,
        .link_count = 5.0 * columns * rows,
        .longest_path = columns + rows,
    };
}

/* True if the slices of a layer have links along the rows of tiles. */
static bool is_along_rows(const noc_network_spec *spec, int layer)
{
    return (layer == 0) == (spec->parameters[ORDER].integer == ROWS_FIRST);
}

static uint32_t find_slice(const noc_network *net, int layer, int column, int row)
{
    const int rows = noc_grid_layer_rows(net);
    return net->first_router + (uint32_t)((layer * rows + row) * net->columns + column);
}

/* ---- building ------------------------------------------------------------------------------- */

static void add_slices(noc_graph *g, uint16_t network, int layer, noc_memory_ports memory)
{
    const noc_network *net = &g->networks[network];
    const int columns = net->columns, rows = noc_grid_layer_rows(net);
    for (int tile = 0; tile < columns * rows; tile++) {
        const uint32_t t = g->terminal_of_tile[tile];
        const bool is_memory = t != NOC_NONE && g->terminals[t].kind == NOC_MEMORY;
        const noc_memory_ports ports = is_memory ? memory : (noc_memory_ports){1, 1};
        const noc_crossbar built = {(uint16_t)(layer == 0 ? ports.injections : 0),
                                    (uint16_t)(layer == 0 ? 0 : ports.ejections), 0};
        noc_graph_add_router(g, network, tile % columns, tile / columns, built);
    }
}

/* Attaches the nodes of the tiles, and links the first slice of each tile to the second. */
static void join_tiles(noc_graph *g, uint16_t network, noc_memory_ports memory)
{
    const noc_network *net = &g->networks[network];
    const int columns = net->columns, rows = noc_grid_layer_rows(net);
    for (int tile = 0; tile < columns * rows; tile++) {
        const uint32_t first = find_slice(net, 0, tile % columns, tile / columns);
        const uint32_t second = find_slice(net, 1, tile % columns, tile / columns);
        const uint32_t t = g->terminal_of_tile[tile];
        if (t != NOC_NONE)
            noc_graph_attach(g, network, t, first, second, memory, noc_local_link_mm);
        noc_graph_add_channel(g, NOC_LINK, network, first, second, 1, noc_local_link_mm);
    }
}

/* Adds the links of a layer, along the rows of tiles or along the columns. */
static void join_layer(noc_graph *g, uint16_t network, const noc_network_spec *spec, int layer,
                       double tile_mm)
{
    const noc_network *net = &g->networks[network];
    const int columns = net->columns, rows = noc_grid_layer_rows(net);
    const int column_step = is_along_rows(spec, layer), row_step = !column_step;
    for (int row = 0; row + row_step < rows; row++)
        for (int column = 0; column + column_step < columns; column++)
            noc_grid_add_link_pair(g, network, find_slice(net, layer, column, row),
                                   find_slice(net, layer, column + column_step, row + row_step),
                                   spec->channel_cycles, tile_mm);
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    const noc_memory_ports memory = noc_count_memory_ports(spec);
    noc_grid_find_router_tiles(spec, &net->columns, &net->rows);
    const uint32_t tiles = (uint32_t)(net->columns * net->rows);
    net->layers = 2;
    net->rows *= net->layers;
    net->is_dimension_sliced = true;
    for (int layer = 0; layer < 2; layer++) add_slices(graph, network, layer, memory);
    join_tiles(graph, network, memory);
    for (int layer = 0; layer < 2; layer++)
        join_layer(graph, network, spec, layer, design->chip.tile_mm);
    noc_grid_shape_crossbars(graph, net->first_router, tiles, (noc_grid_ports){2, 3});
    noc_grid_shape_crossbars(graph, net->first_router + tiles, tiles, (noc_grid_ports){3, 2});
}

/* ---- paths ---------------------------------------------------------------------------------- */

static uint32_t step_to(const noc_graph *graph, uint32_t router, uint32_t next, uint32_t vcs,
                        noc_paths *out)
{
    noc_paths_add_link(out, noc_graph_link(graph, router, next), vcs);
    return next;
}

static int step_towards(int from, int to)
{
    return from < to ? from + 1 : from - 1;
}

/* Adds the path from the first slice of the tile of `from` to the second slice of the tile of
 * `to`. */
static void find_paths(const noc_network_spec *spec, const noc_graph *graph, uint32_t from,
                       uint32_t to, const noc_flow *flow, noc_paths *out)
{
    const noc_router *destination = &graph->routers[to];
    const noc_network *net = &graph->networks[destination->network];
    const uint32_t vcs = net->vcs[flow->class];
    int column = graph->routers[from].column, row = graph->routers[from].row;
    uint32_t router = find_slice(net, 0, column, row);
    noc_paths_begin_way(out, 1.0);
    for (int layer = 0; layer < 2; layer++) {
        if (layer == 1)
            router = step_to(graph, router, find_slice(net, layer, column, row), vcs, out);
        while (is_along_rows(spec, layer) ? column != destination->column
                                          : row != destination->row) {
            if (is_along_rows(spec, layer))
                column = step_towards(column, destination->column);
            else
                row = step_towards(row, destination->row);
            router = step_to(graph, router, find_slice(net, layer, column, row), vcs, out);
        }
    }
}

static void explain_facts(const noc_design *design, int network, char *text, size_t size)
{
    const bool rows_first = is_along_rows(&design->networks[network], 0);
    snprintf(text, size, "packets pass the %s slice of a tile, then the %s one",
             rows_first ? "row's" : "column's", rows_first ? "column's" : "row's");
}

const noc_topology_kind noc_topology_dimension_sliced = {
    .name = "dimension-sliced",
    .summary = "mesh whose routers have a crossbar for each dimension, in the order of packets",
    .source = "te13 4.1; Kessler and Schwarzmeier 1993",
    .keys = NOC_KEYS(keys),
    .find_tiles = noc_grid_find_router_tiles,
    .estimate_size = estimate_size,
    .build = build,
    .find_paths = find_paths,
    .explain_facts = explain_facts,
    .starters = NOC_STARTERS(
        NOC_STARTER_ON_TILES("dimension-sliced", "flit_bytes = 16; virtual_channels = 4;")),
};
