/* Two-dimensional mesh: a router a tile, linked to its neighbours in the four directions. */
#include "network/grid_keys.h"

enum { HALF = NOC_GRID_ROWS + 1 };

typedef enum half_routers { HALF_NONE, HALF_ODD, HALF_EVEN, HALF_ALTERNATE } half_routers;

NOC_NAMES(half_name, "none", "odd", "even", "alternate")

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    {"half_routers", NOC_CHOICE, NOC_PARAMETER(HALF), 0, 0, HALF_NONE, 0, half_name, "",
     "routers without turns: where column + row is odd, or even; alternate: odd in the first "
     "slice, "
     "even in the next, and so on",
     "te13 4.1, 4.5"},
};

static noc_size size(const noc_network_spec *spec)
{
    const double columns = spec->parameters[NOC_GRID_COLUMNS].integer,
                 rows = spec->parameters[NOC_GRID_ROWS].integer;
    return (noc_size){
        .routers = columns * rows,
        .links = 4.0 * columns * rows,
        .longest_path = columns + rows,
    };
}

static bool is_half(half_routers which, const noc_router *r, int slice)
{
    const int odd = (r->column + r->row) & 1;
    switch (which) {
    case HALF_ODD:
        return odd;
    case HALF_EVEN:
        return !odd;
    case HALF_ALTERNATE:
        return odd != (slice & 1);
    default:
        return false;
    }
}

/* What a crossbar connects. A full router of five ports is a whole crossbar, as te13 counts it:
 * 25. A half router passes each link straight on (4), leads it to the node (4) and the node to each
 * link (4). A second port of the node leads to four links, and four lead to it; nothing goes from a
 * node to itself (te13 Figure 29; its Table VI prints 31 +- 0.6 for a full router with two ports,
 * this makes 33). */
static uint32_t crosspoints(bool half, uint32_t ports)
{
    return (half ? 12u : 25u) + 8u * (ports - 1u);
}

static void shape_routers(noc_graph *graph, uint16_t network, half_routers which)
{
    const noc_network *net = &graph->networks[network];
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        noc_router *router = &graph->routers[r];
        router->half = is_half(which, router, net->slice);
        router->built.crosspoints = crosspoints(router->half, router->built.inputs - 4u);
    }
}

static noc_status build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec];
    noc_grid_of_routers(spec, &net->columns, &net->rows);
    const bool added =
        noc_grid_routers(graph, network, 1, 4, spec->memory_ports, noc_local_link_mm) &&
        noc_grid_mesh_links(graph, network, spec->channel_cycles, design->chip.tile_mm,
                            design->chip.tile_mm);
    shape_routers(graph, network, (half_routers)spec->parameters[HALF].integer);
    return added ? NOC_OK : NOC_EFAILED;
}

const noc_topology_kind noc_topology_mesh = {
    .name = "mesh",
    .summary = "two-dimensional mesh, a router a tile",
    .source = "te13 Figure 4; cdx19 2.2",
    .keys = NOC_KEYS(keys),
    .grid = noc_grid_of_routers,
    .size = size,
    .build = build,
    .layout = NOC_LAYOUT_GRID | NOC_LAYOUT_MESH,
};
