#include "reports/drawings/svg_structure.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "design/slices.h"
#include "network/circuits/overlay_windows.h"
#include "network/kinds/kinds.h"
#include "network/kinds/structure.h"
#include "reports/writers/svg_elements.h"

static const double pitch = 62; /* distance of tiles, pixels */

const char noc_svg_structure_style[] =
    "  .first { stroke: #0077bb; stroke-width: 3.2; fill: none; }\n"
    "  .second { stroke: #cc3311; stroke-width: 3.2; fill: none; }\n"
    "  .partner { stroke-width: 2; stroke-dasharray: 5 3; }\n"
    "  .token { stroke: #009988; stroke-width: 1.4; stroke-dasharray: 2 2; fill: none; }\n"
    "  .arrow { fill: #222; }\n"
    "  .keeps { fill: #cfe6f7; stroke: #0077bb; stroke-width: 1.6; }\n"
    "  .turns { fill: #f7d3cb; stroke: #cc3311; stroke-width: 2; }\n"
    "  .quiet { stroke: #b5bdc6; stroke-width: 1; fill: none; }\n"
    "  .buffer { fill: #fff; stroke: #7a3400; stroke-width: 1.2; }\n";

/* ---- a map of tiles ------------------------------------------------------------------------- */

/* Map of tiles. */
typedef struct map {
    const noc_system *system;
    const noc_network_spec *spec;
    uint16_t network;
    noc_svg_point origin;
    int columns, rows;
    const noc_svg_heat *heat; /* utilisation of the lines to nodes; NULL: not shown */
    bool has_node_order;      /* nodes without tiles are placed in their order */
    FILE *out;
} map;

static map make_map(const noc_system *system, uint16_t network, double x, double y, FILE *out)
{
    const noc_graph *graph = &system->graph;
    map m = {.system = system,
             .spec = &system->design->networks[graph->networks[network].spec_index],
             .network = network,
             .origin = {x, y},
             .columns = graph->columns,
             .rows = graph->rows,
             .out = out};
    if (graph->rows == 1 && graph->columns > 1) {
        m.has_node_order = true;
        m.columns = (int)ceil(sqrt(graph->columns));
        m.rows = (graph->columns + m.columns - 1) / m.columns;
    }
    return m;
}

static noc_svg_point tile_centre(const map *m, int column, int row)
{
    return (noc_svg_point){m->origin.x + (column + 0.5) * pitch, m->origin.y + (row + 0.5) * pitch};
}

static noc_svg_point terminal_tile(const map *m, uint32_t terminal)
{
    const noc_terminal *node = &m->system->graph.terminals[terminal];
    if (!m->has_node_order) return tile_centre(m, node->column, node->row);
    return tile_centre(m, node->column % m->columns, node->column / m->columns);
}

static noc_point memory_tile(const map *m, uint32_t memory)
{
    const noc_graph *graph = &m->system->graph;
    const noc_terminal *terminal = &graph->terminals[graph->memory_terminals[memory]];
    return (noc_point){terminal->column, terminal->row};
}

/* Draws a line along a row or column, with an arrow on each hop. */
static void draw_hops(const map *m, const char *class, noc_point from, noc_point to)
{
    const int dx = (to.column > from.column) - (to.column < from.column);
    const int dy = (to.row > from.row) - (to.row < from.row);
    while (from.column != to.column || from.row != to.row) {
        const noc_svg_point a = tile_centre(m, from.column, from.row);
        from.column += dx;
        from.row += dy;
        const noc_svg_point b = tile_centre(m, from.column, from.row);
        noc_svg_line(m->out, class, a, b);
        noc_svg_arrow(m->out, "arrow", a, b);
    }
}

static void draw_mesh(const map *m)
{
    for (int row = 0; row < m->rows; row++)
        noc_svg_line(m->out, "quiet", tile_centre(m, 0, row), tile_centre(m, m->columns - 1, row));
    for (int column = 0; column < m->columns; column++)
        noc_svg_line(m->out, "quiet", tile_centre(m, column, 0),
                     tile_centre(m, column, m->rows - 1));
}

static void draw_router(const map *m, const char *class, noc_point tile)
{
    noc_svg_square(m->out, class, tile_centre(m, tile.column, tile.row), 0.34 * pitch);
}

static void draw_routers(const map *m)
{
    for (int row = 0; row < m->rows; row++)
        for (int column = 0; column < m->columns; column++)
            draw_router(m, "router", (noc_point){column, row});
}

static noc_svg_point node_point(noc_svg_point router)
{
    const double offset = 0.36 * pitch;
    return (noc_svg_point){router.x - offset, router.y + offset};
}

/* Draws the lines to nodes, below the routers. */
static void draw_ports(const map *m)
{
    for (uint32_t t = 0; t < m->system->graph.terminal_count; t++)
        noc_svg_line(m->out, "port", node_point(terminal_tile(m, t)), terminal_tile(m, t));
}

/* Draws the lines to nodes in the colour of their utilisation; the graph has no other channels of
 * these networks. */
static void draw_heat_ports(const map *m)
{
    const noc_graph *graph = &m->system->graph;
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        const noc_channel *channel = &graph->channels[c];
        const bool is_injection = channel->kind == NOC_INJECTION;
        if (channel->network != m->network || channel->kind == NOC_LINK) continue;
        const noc_svg_point tile = terminal_tile(m, is_injection ? channel->from : channel->to),
                            node = node_point(tile);
        noc_svg_heat_draw_line(m->out, m->heat, c, 1.0, is_injection ? node : tile,
                               is_injection ? tile : node);
    }
}

/* Draws nodes beside their routers, memory nodes with their numbers. */
static void draw_nodes(const map *m)
{
    const noc_graph *graph = &m->system->graph;
    for (uint32_t t = 0; t < graph->terminal_count; t++) {
        const bool is_memory = graph->terminals[t].kind == NOC_MEMORY;
        const noc_svg_point centre = node_point(terminal_tile(m, t));
        noc_svg_square(m->out, is_memory ? "memory" : "compute", centre, 11);
        if (is_memory)
            fprintf(m->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", centre.x + 12,
                    centre.y + 4, (unsigned)graph->terminals[t].number);
    }
}

/* ---- overlays ------------------------------------------------------------------------------- */

/* Chooses the memory node for the drawn circuit. */
static uint32_t choose_memory(const map *m)
{
    return m->system->graph.memory_count / 2;
}

/* Chooses the tile in which the drawn circuit turns: in the row of the memory node, in the column
 * beside the farther edge. */
static noc_point choose_turn(const map *m, noc_point memory)
{
    const int column = memory.column < m->columns / 2 ? m->columns - 2 : 1;
    return (noc_point){column < 0 ? 0 : column >= m->columns ? 0 : column, memory.row};
}

static int far_index(int index, int length)
{
    return index < length / 2 ? length - 1 : 0;
}

/* Draws the circuit of the partner, the memory node that shares the window with its owner, as
 * dashed lines: first along the partner's column, then along one row. With
 * NOC_MULTIPLEX_RESERVED the column ends at the owner's row. */
static void draw_partner(const map *m, uint32_t owner_number, noc_point owner)
{
    const uint32_t number =
        (uint32_t)noc_overlay_partner((int)owner_number, (int)m->system->graph.memory_count);
    const noc_point partner = memory_tile(m, number);
    const bool is_reserved = m->spec->overlay.multiplexing == NOC_MULTIPLEX_RESERVED;
    const int first = is_reserved ? owner.row < partner.row ? owner.row : partner.row : 0;
    const int last = is_reserved ? owner.row < partner.row ? partner.row : owner.row : m->rows - 1;
    draw_hops(m, "first partner", partner, (noc_point){partner.column, first});
    draw_hops(m, "first partner", partner, (noc_point){partner.column, last});
    const int row = partner.row == first ? (first + 1 < last ? first + 1 : first)
                                         : (last - 1 > first ? last - 1 : last);
    if (row == owner.row) return;
    draw_hops(m, "second partner", (noc_point){partner.column, row},
              (noc_point){far_index(partner.column, m->columns), row});
}

static void draw_overlay(const map *m)
{
    const uint32_t number = choose_memory(m);
    const noc_point memory = memory_tile(m, number), turn = choose_turn(m, memory);
    draw_mesh(m);
    if (m->spec->overlay.multiplexing != NOC_MULTIPLEX_OFF) draw_partner(m, number, memory);
    draw_hops(m, "first", memory, (noc_point){0, memory.row});
    draw_hops(m, "first", memory, (noc_point){m->columns - 1, memory.row});
    draw_hops(m, "second", turn, (noc_point){turn.column, far_index(turn.row, m->rows)});
    draw_routers(m);
    for (int column = 0; column < m->columns; column++)
        draw_router(m, column == turn.column ? "turns" : "keeps", (noc_point){column, memory.row});
}

/* ---- slices --------------------------------------------------------------------------------- */

/* Draws the tree of one memory node: its row, then all columns. */
static void draw_slice(const map *m)
{
    const noc_point memory = memory_tile(m, choose_memory(m));
    draw_mesh(m);
    for (int column = 0; column < m->columns; column++) {
        const noc_point turn = {column, memory.row};
        draw_hops(m, "second", turn, (noc_point){column, 0});
        draw_hops(m, "second", turn, (noc_point){column, m->rows - 1});
    }
    draw_hops(m, "first", memory, (noc_point){0, memory.row});
    draw_hops(m, "first", memory, (noc_point){m->columns - 1, memory.row});
    draw_routers(m);
}

/* Draws the ring from its memory node to all cores in their order. */
static void draw_ring(const map *m)
{
    const noc_graph *graph = &m->system->graph;
    noc_svg_point position = terminal_tile(m, graph->memory_terminals[choose_memory(m)]);
    for (uint32_t core = 0; core < graph->compute_count; core++) {
        const noc_svg_point next = terminal_tile(m, graph->compute_terminals[core]);
        noc_svg_line(m->out, "first", position, next);
        noc_svg_arrow(m->out, "arrow", position, next);
        position = next;
    }
    for (uint32_t core = 0; core < graph->compute_count; core++)
        noc_svg_square(m->out, "keeps", terminal_tile(m, graph->compute_terminals[core]),
                       0.26 * pitch);
}

static void draw_slices(const map *m)
{
    if (m->spec->conflict_free.columns > 0)
        draw_slice(m);
    else
        draw_ring(m);
}

/* ---- token slices --------------------------------------------------------------------------- */

/* Chooses a column with cores, in the middle if possible. */
static int choose_column(const map *m)
{
    const noc_points *tiles = &m->system->design->nodes.memory_positions;
    for (int i = 0; i < m->columns; i++) {
        const int column = (m->columns / 2 + i) % m->columns;
        if (noc_slices_count_cores(&m->spec->conflict_free, tiles->values, (int)tiles->count,
                                   column))
            return column;
    }
    return 0;
}

/* Draws the path of the token: down past the cores, and back. */
static void draw_token(const map *m, int column)
{
    const noc_svg_point top = tile_centre(m, column, 0),
                        bottom = tile_centre(m, column, m->rows - 1);
    const double near_offset = 0.26 * pitch, far_offset = 0.4 * pitch;
    const noc_svg_point loop[] = {{top.x + near_offset, top.y - near_offset},
                                  {bottom.x + near_offset, bottom.y + near_offset},
                                  {bottom.x + far_offset, bottom.y + near_offset},
                                  {top.x + far_offset, top.y - near_offset}};
    for (int i = 0; i < 4; i++) noc_svg_line(m->out, "token", loop[i], loop[(i + 1) % 4]);
    noc_svg_arrow(m->out, "arrow", loop[0], loop[1]);
    noc_svg_arrow(m->out, "arrow", loop[2], loop[3]);
}

static void draw_token_slice(const map *m)
{
    const noc_graph *graph = &m->system->graph;
    const int column = choose_column(m);
    draw_mesh(m);
    for (uint32_t i = 0; i < graph->memory_count; i++) {
        const noc_point memory = memory_tile(m, i);
        draw_hops(m, "second", (noc_point){column, memory.row}, memory);
    }
    draw_hops(m, "first", (noc_point){column, 0}, (noc_point){column, m->rows - 1});
    draw_routers(m);
    for (uint32_t i = 0; i < graph->memory_count; i++) {
        const noc_svg_point centre = terminal_tile(m, graph->memory_terminals[i]);
        noc_svg_square(m->out, "buffer",
                       (noc_svg_point){centre.x - 0.2 * pitch, centre.y + 0.2 * pitch}, 7);
    }
    draw_token(m, column);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

static const noc_svg_mark overlay_marks[] = {
    {"first", "X: a row"},
    {"second", "Y: a column"},
    {"keeps", "keeps the flit"},
    {"turns", "turns it"},
    {NULL, NULL},
};
static const noc_svg_mark slice_marks[] = {
    {"first", "its row"},
    {"second", "columns"},
    {NULL, NULL},
};
static const noc_svg_mark ring_marks[] = {
    {"first", "its ring"},
    {"keeps", "stop"},
    {NULL, NULL},
};
static const noc_svg_mark token_marks[] = {
    {"first", "column"},           {"second", "rows"}, {"token", "token"},
    {"buffer", "ejection buffer"}, {NULL, NULL},
};

/* Picture of a topology. */
typedef struct picture {
    const char *topology;
    void (*draw)(const map *m);
    const noc_svg_mark *marks;
    bool has_column_flits; /* true: draws flits of a column's cores; false: of a memory node */
} picture;

static const picture pictures[] = {
    {"overlay", draw_overlay, overlay_marks, false},
    {"slices", draw_slices, slice_marks, false},
    {"ring-slices", draw_slices, ring_marks, false},
    {"token-slices", draw_token_slice, token_marks, true},
};

static const picture *find_picture(const noc_system *system, uint16_t network)
{
    const char *topology = noc_system_spec(system, network)->topology->name;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        if (strcmp(pictures[i].topology, topology) == 0) return &pictures[i];
    return NULL;
}

bool noc_svg_has_structure(const noc_system *system, uint16_t network)
{
    return find_picture(system, network) != NULL;
}

const noc_svg_mark *noc_svg_structure_marks(const noc_system *system, uint16_t network)
{
    return find_picture(system, network)->marks;
}

void noc_svg_structure_size(const noc_system *system, uint16_t network, double *width,
                            double *height)
{
    const map m = make_map(system, network, 0, 0, NULL);
    *width = m.columns * pitch;
    *height = m.rows * pitch;
}

void noc_svg_structure_draw(const noc_system *system, uint16_t network, const noc_svg_heat *heat,
                            double x, double y, FILE *out)
{
    map m = make_map(system, network, x, y, out);
    m.heat = heat;
    draw_ports(&m);
    find_picture(system, network)->draw(&m);
    if (heat) draw_heat_ports(&m);
    draw_nodes(&m);
}

void noc_svg_structure_words(const noc_system *system, uint16_t network, char *text, size_t size)
{
    const map m = make_map(system, network, 0, 0, NULL);
    const noc_structure s = noc_structure_find(system->design, &system->graph.networks[network]);
    int length =
        snprintf(text, size, "%" PRIu64 " %ss, %s of ", s.router_count, s.router_name, s.lane_name);
    if (length < 0 || (size_t)length >= size) return;
    if (find_picture(system, network)->has_column_flits)
        snprintf(text + length, size - (size_t)length, "column %d", choose_column(&m));
    else
        snprintf(text + length, size - (size_t)length, "memory %u%s", (unsigned)choose_memory(&m),
                 m.spec->overlay.multiplexing ? ", partner dashed" : "");
}
