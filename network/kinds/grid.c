#include "network/kinds/grid.h"

/* Returns the next coordinate on the path. On an edge row or column packets use an express channel
 * unless it leads past the destination. */
static int next_coordinate(const noc_network *net, int from, int to, bool on_edge)
{
    if (net->is_fully_linked) return to;
    const int distance = from < to ? to - from : from - to;
    const int pitches =
        on_edge && net->express_span && distance >= net->express_span ? net->express_span : 1;
    return from < to ? from + pitches : from - pitches;
}

static uint32_t step_to(const noc_graph *graph, uint32_t router, int column, int row, uint32_t vcs,
                        noc_paths *paths)
{
    const uint32_t next = noc_grid_router(graph, graph->routers[router].network, column, row);
    noc_paths_add_link(paths, noc_graph_link(graph, router, next), vcs);
    return next;
}

uint32_t noc_grid_walk_x(const noc_graph *graph, uint32_t router, int column, uint32_t vcs,
                         noc_paths *paths)
{
    while (graph->routers[router].column != column) {
        const noc_router *r = &graph->routers[router];
        const noc_network *net = &graph->networks[r->network];
        const bool on_edge = r->row == 0 || r->row == net->rows - 1;
        router = step_to(graph, router, next_coordinate(net, r->column, column, on_edge), r->row,
                         vcs, paths);
    }
    return router;
}

uint32_t noc_grid_walk_y(const noc_graph *graph, uint32_t router, int row, uint32_t vcs,
                         noc_paths *paths)
{
    while (graph->routers[router].row != row) {
        const noc_router *r = &graph->routers[router];
        const noc_network *net = &graph->networks[r->network];
        const bool on_edge = r->column == 0 || r->column == net->columns - 1;
        router = step_to(graph, router, r->column, next_coordinate(net, r->row, row, on_edge), vcs,
                         paths);
    }
    return router;
}

/* Walks from layer to layer, at one position of the layers. */
static void walk_z(const noc_graph *graph, uint32_t router, int row, uint32_t vcs, noc_paths *paths)
{
    const int rows = noc_grid_layer_rows(&graph->networks[graph->routers[router].network]);
    while (graph->routers[router].row != row) {
        const noc_router *r = &graph->routers[router];
        router =
            step_to(graph, router, r->column, r->row + (row > r->row ? rows : -rows), vcs, paths);
    }
}

/* Returns the row of the destination's position within the layer of the source. */
static int find_target_row(const noc_graph *graph, uint32_t from, uint32_t to)
{
    const int rows = noc_grid_layer_rows(&graph->networks[graph->routers[from].network]);
    const int row = graph->routers[from].row;
    return row - row % rows + graph->routers[to].row % rows;
}

/* Adds a whole path in dimension order to the path under construction. */
static void walk_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                    noc_paths *paths)
{
    uint32_t at = noc_grid_walk_x(graph, from, graph->routers[to].column, vcs, paths);
    at = noc_grid_walk_y(graph, at, find_target_row(graph, from, to), vcs, paths);
    walk_z(graph, at, graph->routers[to].row, vcs, paths);
}

void noc_grid_add_xy(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                     double probability, noc_paths *paths)
{
    noc_paths_begin_way(paths, probability);
    walk_xy(graph, from, to, vcs, paths);
}

void noc_grid_add_yx(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                     double probability, noc_paths *paths)
{
    noc_paths_begin_way(paths, probability);
    uint32_t at = noc_grid_walk_y(graph, from, find_target_row(graph, from, to), vcs, paths);
    at = noc_grid_walk_x(graph, at, graph->routers[to].column, vcs, paths);
    walk_z(graph, at, graph->routers[to].row, vcs, paths);
}

void noc_grid_add_both_orders(const noc_graph *graph, uint32_t from, uint32_t to, uint32_t vcs,
                              noc_paths *paths)
{
    const uint32_t lower = noc_vcs_lower_half(vcs);
    noc_grid_add_xy(graph, from, to, lower, 0.5, paths);
    noc_grid_add_yx(graph, from, to, vcs & ~lower, 0.5, paths);
}

bool noc_grid_cut_path(const noc_graph *graph, uint32_t router, noc_paths *paths)
{
    struct noc_way *way = &paths->ways[paths->way_count - 1];
    for (size_t i = 0; i < way->count; i++) {
        if (graph->channels[paths->steps[way->first + i].channel].to != router) continue;
        paths->step_count -= way->count - (i + 1);
        way->count = i + 1;
        return true;
    }
    return false;
}

void noc_grid_add_via(const noc_graph *graph, uint32_t from, uint32_t via, uint32_t to,
                      uint32_t vcs, bool shortcut, double probability, noc_paths *paths)
{
    const uint32_t lower = noc_vcs_lower_half(vcs);
    noc_paths_begin_way(paths, probability);
    if (shortcut && from == to) return;
    walk_xy(graph, from, via, lower, paths);
    if (paths->arena.is_short || (shortcut && noc_grid_cut_path(graph, to, paths))) return;
    walk_xy(graph, via, to, vcs & ~lower, paths);
}

/* ---- first and last links ------------------------------------------------------------------- */

static bool is_in_layer(const noc_network *net, const noc_router *a, const noc_router *b)
{
    const int rows = noc_grid_layer_rows(net);
    return a->row / rows == b->row / rows;
}

uint32_t noc_grid_first_link(const noc_graph *g, uint32_t from, uint32_t to, bool y_first)
{
    const noc_router *a = &g->routers[from], *b = &g->routers[to];
    const noc_network *net = &g->networks[a->network];
    const int row = find_target_row(g, from, to);
    int column = a->column, row_reached = a->row;
    if (column != b->column && (!y_first || row_reached == row))
        column = next_coordinate(net, column, b->column, false);
    else if (row_reached != row)
        row_reached = next_coordinate(net, row_reached, row, false);
    else
        row_reached += (b->row > row_reached ? 1 : -1) * noc_grid_layer_rows(net);
    return noc_graph_link(g, from, noc_grid_router(g, a->network, column, row_reached));
}

uint32_t noc_grid_last_link(const noc_graph *g, uint32_t from, uint32_t to, bool y_first)
{
    const noc_router *a = &g->routers[from], *b = &g->routers[to];
    const noc_network *net = &g->networks[a->network];
    const bool in_layer = is_in_layer(net, a, b);
    int column = b->column, row = b->row;
    if (!in_layer)
        row += (a->row > row ? 1 : -1) * noc_grid_layer_rows(net);
    else if (row != a->row && (!y_first || column == a->column))
        row = next_coordinate(net, row, a->row, false);
    else
        column = next_coordinate(net, column, a->column, false);
    return noc_graph_link(g, noc_grid_router(g, a->network, column, row), to);
}

noc_tiles noc_grid_tiles(int concentration)
{
    int down = 1;
    for (int d = 2; d * d <= concentration; d++)
        if (concentration % d == 0) down = d;
    return (noc_tiles){concentration / down, down};
}

/* Nodes on a router's tiles, and the sum of their ports in each direction. Tiles without a node
 * count as one port. */
typedef struct local_nodes {
    uint32_t list[2 * NOC_CONCENTRATION_MAX];
    int count;
    noc_memory_ports ports;
} local_nodes;

static void add_local(local_nodes *nodes, const noc_graph *g, uint32_t terminal,
                      noc_memory_ports memory)
{
    const bool is_memory = terminal != NOC_NONE && g->terminals[terminal].kind == NOC_MEMORY;
    nodes->ports.injections += is_memory ? memory.injections : 1;
    nodes->ports.ejections += is_memory ? memory.ejections : 1;
    if (terminal != NOC_NONE) nodes->list[nodes->count++] = terminal;
}

static void find_local_nodes(const noc_graph *g, noc_tiles tiles, int column, int row,
                             noc_memory_ports memory, local_nodes *nodes)
{
    nodes->count = 0;
    nodes->ports = (noc_memory_ports){0, 0};
    for (int y = row * tiles.tile_rows; y < (row + 1) * tiles.tile_rows; y++) {
        for (int x = column * tiles.tile_columns; x < (column + 1) * tiles.tile_columns; x++) {
            const int tile = y * g->columns + x;
            add_local(nodes, g, g->terminal_of_tile[tile], memory);
            if (g->second_terminal_of_tile && g->second_terminal_of_tile[tile] != NOC_NONE)
                add_local(nodes, g, g->second_terminal_of_tile[tile], memory);
        }
    }
}

void noc_grid_add_routers(noc_graph *g, uint16_t network, int concentration,
                          noc_memory_ports memory, double local_mm)
{
    const noc_tiles tiles = noc_grid_tiles(concentration);
    const int columns = g->networks[network].columns, rows = g->networks[network].rows;
    for (int position = 0; position < columns * rows; position++) {
        local_nodes nodes;
        const int column = position % columns, row = position / columns;
        find_local_nodes(g, tiles, column, row, memory, &nodes);
        const noc_crossbar built = {(uint16_t)nodes.ports.injections,
                                    (uint16_t)nodes.ports.ejections, 0};
        const uint32_t router = noc_graph_add_router(g, network, column, row, built);
        for (int i = 0; i < nodes.count; i++)
            noc_graph_attach(g, network, nodes.list[i], router, router, memory, local_mm);
    }
}

/* ---- crossbars ------------------------------------------------------------------------------ */

static void count_links(noc_graph *g, uint32_t first, uint32_t count)
{
    const uint16_t network = g->routers[first].network;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->network != network || channel->kind != NOC_LINK) continue;
        if (channel->from - first < count) g->routers[channel->from].link_outputs++;
        if (channel->to - first < count) g->routers[channel->to].link_inputs++;
    }
}

static bool has_links(const noc_router *router, noc_grid_ports links)
{
    return router->link_inputs == links.inputs && router->link_outputs == links.outputs;
}

/* Adds ports for a router's links to its crossbar. */
static void add_links_to_crossbar(noc_router *router)
{
    router->built_crossbar.inputs = (uint16_t)(router->built_crossbar.inputs + router->link_inputs);
    router->built_crossbar.outputs =
        (uint16_t)(router->built_crossbar.outputs + router->link_outputs);
    router->built_crossbar.crosspoints =
        (uint32_t)router->built_crossbar.inputs * router->built_crossbar.outputs;
}

void noc_grid_shape_crossbars(noc_graph *g, uint32_t first, uint32_t count, noc_grid_ports links)
{
    if (g->arena.is_short) return; /* routers may be missing */
    noc_network *net = &g->networks[g->routers[first].network];
    noc_router *end = &g->routers[first + count];
    bool has_regular = false;
    count_links(g, first, count);
    for (const noc_router *r = &g->routers[first]; r < end; r++) has_regular |= has_links(r, links);
    for (noc_router *r = &g->routers[first]; r < end; r++) {
        r->connected_inputs = (uint16_t)(r->built_crossbar.inputs + r->link_inputs);
        net->nominal_inputs += has_regular ? links.inputs : r->link_inputs;
        net->has_edge |= has_regular && !has_links(r, links);
        if (has_regular && !net->vc.has_trimmed_routers) {
            r->link_inputs = (uint16_t)links.inputs;
            r->link_outputs = (uint16_t)links.outputs;
        }
        add_links_to_crossbar(r);
    }
}

void noc_grid_set_crossbars(noc_graph *g, uint16_t network, int links)
{
    const noc_network *net = &g->networks[network];
    noc_grid_shape_crossbars(g, net->first_router, net->router_count,
                             (noc_grid_ports){links, links});
}

/* ---- links ---------------------------------------------------------------------------------- */

void noc_grid_add_link_pair(noc_graph *g, uint16_t network, uint32_t a, uint32_t b, int latency,
                            double length_mm)
{
    const uint32_t forward_channel =
        noc_graph_add_channel(g, NOC_LINK, network, a, b, latency, length_mm);
    const uint32_t backward_channel =
        noc_graph_add_channel(g, NOC_LINK, network, b, a, latency, length_mm);
    if (g->arena.is_short) return; /* routers may be missing */
    const int column_distance = g->routers[a].column - g->routers[b].column;
    const int row_distance = g->routers[a].row - g->routers[b].row;
    g->channels[forward_channel].is_long = g->channels[backward_channel].is_long =
        column_distance * column_distance + row_distance * row_distance > 1;
}

/* Links a router with the next router in its row, in its column, and in the next layer. */
static void join_following(noc_graph *g, uint16_t network, int column, int row,
                           const noc_grid_links *l)
{
    const noc_network *net = &g->networks[network];
    const int columns = net->columns, layer_rows = noc_grid_layer_rows(net);
    const uint32_t router = noc_grid_router(g, network, column, row);
    const uint32_t column_neighbour = router + (uint32_t)columns,
                   layer_neighbour = router + (uint32_t)(columns * layer_rows);
    if (column + 1 < columns)
        noc_grid_add_link_pair(g, network, router, router + 1, l->row_cycles, l->row_mm);
    if (row % layer_rows + 1 < layer_rows)
        noc_grid_add_link_pair(g, network, router, column_neighbour, l->column_cycles,
                               l->column_mm);
    if (row + layer_rows < net->rows)
        noc_grid_add_link_pair(g, network, router, layer_neighbour, l->layer_cycles, l->layer_mm);
}

void noc_grid_add_mesh_links(noc_graph *g, uint16_t network, const noc_grid_links *links)
{
    const int columns = g->networks[network].columns, rows = g->networks[network].rows;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            join_following(g, network, column, row, links);
}
