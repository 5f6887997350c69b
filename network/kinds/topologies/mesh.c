/* Mesh: a router per tile, linked with its neighbours in four directions, and in the layers above
 * and below. */
#include "network/kinds/grid_keys.h"

enum { HALF_ROUTERS_SETTING = NOC_GRID_ROWS + 1, LAYERS, SHORTCUT = LAYERS + NOC_LAYER_PARAMETERS };

enum { REGULAR_LINKS = 4 }; /* links of a router with neighbours on all sides of one layer */

typedef enum half_routers { HALF_NONE, HALF_ODD, HALF_EVEN, HALF_ALTERNATE } half_routers;

NOC_NAMES(half_routers_name, "none", "odd", "even", "alternate")

static const noc_key keys[] = {
    NOC_GRID_KEYS(1024, ""),
    {"half_routers", NOC_CHOICE, NOC_PARAMETER(HALF_ROUTERS_SETTING), 0, 0, HALF_NONE, 0,
     half_routers_name, "",
     "routers without turns: where column + row is odd, or even; alternate: odd in the first "
     "slice, "
     "even in the next, and so on",
     "te13 4.1, 4.5", NULL, NOC_BY_GRAPH | NOC_BY_COST},
    NOC_LAYER_KEYS(LAYERS),
    NOC_GRID_SHORTCUT_KEY(SHORTCUT, 0),
};

static void find_tiles(const noc_network_spec *spec, int *columns, int *rows)
{
    noc_grid_find_layer_tiles(spec, LAYERS, columns, rows);
}

static noc_size estimate_size(const noc_network_spec *spec)
{
    return noc_grid_find_layer_size(spec, LAYERS);
}

static noc_status check(const noc_design *design, int network, noc_diag *diag)
{
    const noc_network_spec *spec = &design->networks[network];
    const noc_routing_kind *routing = spec->routing;
    if (spec->parameters[HALF_ROUTERS_SETTING].integer != HALF_NONE &&
        routing->choice != NOC_CHOICE_NONE)
        return noc_design_conflict(
            design, diag, network, NOC_PATHS("network.half_routers", "network.routing"),
            "network.half_routers with network.routing = \"%s\": packets turn at any router, and "
            "half routers do not (\"checkerboard\" knows them)",
            routing->name);
    if (spec->parameters[LAYERS].integer == 1) return NOC_OK;
    if (spec->parameters[HALF_ROUTERS_SETTING].integer != HALF_NONE)
        return noc_design_conflict(
            design, diag, network, NOC_PATHS("network.half_routers", "network.layers"),
            "network.half_routers with network.layers = %d: packets turn from layer to layer",
            spec->parameters[LAYERS].integer);
    if (routing->has_layers) return NOC_OK;
    return noc_design_conflict(design, diag, network,
                               NOC_PATHS("network.routing", "network.layers"),
                               "network.routing = \"%s\" knows one layer, and network.layers = %d "
                               "(\"xy\" and \"yx\" know several)",
                               routing->name, spec->parameters[LAYERS].integer);
}

static bool has_exceptions(const noc_network_spec *spec)
{
    return spec->parameters[HALF_ROUTERS_SETTING].integer != HALF_NONE;
}

static bool is_half(half_routers rule, const noc_router *r, int slice)
{
    const int is_odd = (r->column + r->row) & 1;
    switch (rule) {
    case HALF_ODD:
        return is_odd;
    case HALF_EVEN:
        return !is_odd;
    case HALF_ALTERNATE:
        return is_odd != (slice & 1);
    default:
        return false;
    }
}

/* Returns the number of pairs of a router's link ports that lead straight on. A regular router has
 * two along its row and two along its column. */
static uint32_t count_straight_pairs(const noc_network *net, const noc_router *r)
{
    const bool is_regular = r->link_inputs == REGULAR_LINKS;
    const bool has_row_pairs = r->column > 0 && r->column + 1 < net->columns;
    const bool has_column_pairs = r->row > 0 && r->row + 1 < net->rows;
    return (is_regular || has_row_pairs ? 2u : 0u) + (is_regular || has_column_pairs ? 2u : 0u);
}

/* Returns the crosspoints of a router's crossbar. A full router of five ports is a complete
 * crossbar, as te13 counts it: 25. A half router connects each link straight on (4), each link to
 * the node (4), and the node to each link (4). A second injection port connects to four links, and
 * four links connect to a second ejection port; no crosspoint connects a node to itself (te13
 * Figure 29; its Table VI prints 31 +- 0.6 for a full router with two of both, this count 33).
 * Where two nodes share the tile, the ports of each connect to the other's. */
static uint32_t count_crosspoints(const noc_network *net, const noc_router *r, bool is_shared)
{
    const uint32_t links = r->link_inputs;
    const uint32_t nodes = r->built_crossbar.inputs + r->built_crossbar.outputs - 2 * links;
    const uint32_t node_crosspoints = is_shared ? nodes - 2 : 0;
    return (r->is_half ? count_straight_pairs(net, r) : links * links + 1) + links * nodes +
           node_crosspoints;
}

static void shape_routers(noc_graph *graph, uint16_t network, half_routers rule)
{
    const noc_network *net = &graph->networks[network];
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        noc_router *router = &graph->routers[r];
        router->is_half = is_half(rule, router, net->slice);
        const int tile = router->row * net->columns + router->column;
        const bool is_shared =
            graph->second_terminal_of_tile && graph->second_terminal_of_tile[tile] != NOC_NONE;
        router->built_crossbar.crosspoints = count_crosspoints(net, router, is_shared);
    }
}

static void build(noc_graph *graph, const noc_design *design, uint16_t network)
{
    noc_network *net = &graph->networks[network];
    const noc_network_spec *spec = &design->networks[net->spec_index];
    find_tiles(spec, &net->columns, &net->rows);
    net->layers = spec->parameters[LAYERS].integer;
    const noc_grid_links links = noc_grid_find_layer_links(spec, LAYERS, design->chip.tile_mm);
    noc_grid_add_routers(graph, network, 1, noc_count_memory_ports(spec), noc_local_link_mm);
    noc_grid_add_mesh_links(graph, network, &links);
    noc_grid_set_crossbars(graph, network, net->layers > 1 ? REGULAR_LINKS + 2 : REGULAR_LINKS);
    if (net->layers == 1)
        shape_routers(graph, network, (half_routers)spec->parameters[HALF_ROUTERS_SETTING].integer);
}

const noc_topology_kind noc_topology_mesh = {
    .name = "mesh",
    .summary = "mesh, a router a tile; two dimensions, or three in layers",
    .source = "te13 Figure 4; cdx19 2.2",
    .keys = NOC_KEYS(keys),
    .find_tiles = find_tiles,
    .estimate_size = estimate_size,
    .has_shared_tiles = true,
    .build = build,
    .check = check,
    .has_exceptions = has_exceptions,
    .layout = NOC_LAYOUT_GRID | NOC_LAYOUT_MESH,
    .starters =
        NOC_STARTERS(NOC_STARTER_ON_TILES("mesh", "flit_bytes = 16; virtual_channels = 4;")),
};
