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
    bool wrapped;             /* nodes without tiles are placed in their order */
    FILE *out;
} map;

static map map_of(const noc_system *system, uint16_t network, double x, double y, FILE *out)
{
    const noc_graph *g = &system->graph;
    map m = {.system = system,
             .spec = &system->design->networks[g->networks[network].spec],
             .network = network,
             .origin = {x, y},
             .columns = g->columns,
             .rows = g->rows,
             .out = out};
    if (g->rows == 1 && g->columns > 1) {
        m.wrapped = true;
        m.columns = (int)ceil(sqrt(g->columns));
        m.rows = (g->columns + m.columns - 1) / m.columns;
    }
    return m;
}

static noc_svg_point centre(const map *m, int column, int row)
{
    return (noc_svg_point){m->origin.x + (column + 0.5) * pitch, m->origin.y + (row + 0.5) * pitch};
}

static noc_svg_point tile_of(const map *m, uint32_t terminal)
{
    const noc_terminal *t = &m->system->graph.terminals[terminal];
    if (!m->wrapped) return centre(m, t->column, t->row);
    return centre(m, t->column % m->columns, t->column / m->columns);
}

static noc_point memory_at(const map *m, uint32_t memory)
{
    const noc_graph *g = &m->system->graph;
    const noc_terminal *t = &g->terminals[g->memories[memory]];
    return (noc_point){t->column, t->row};
}

/* Draws a line along a row or column, with an arrow on each hop. */
static void draw_run(const map *m, const char *class, noc_point from, noc_point to)
{
    const int dx = (to.column > from.column) - (to.column < from.column);
    const int dy = (to.row > from.row) - (to.row < from.row);
    while (from.column != to.column || from.row != to.row) {
        const noc_svg_point a = centre(m, from.column, from.row);
        from.column += dx;
        from.row += dy;
        const noc_svg_point b = centre(m, from.column, from.row);
        noc_svg_line(m->out, class, a, b);
        noc_svg_arrow(m->out, "arrow", a, b);
    }
}

static void draw_mesh(const map *m)
{
    for (int row = 0; row < m->rows; row++)
        noc_svg_line(m->out, "quiet", centre(m, 0, row), centre(m, m->columns - 1, row));
    for (int column = 0; column < m->columns; column++)
        noc_svg_line(m->out, "quiet", centre(m, column, 0), centre(m, column, m->rows - 1));
}

static void draw_router(const map *m, const char *class, noc_point at)
{
    noc_svg_square(m->out, class, centre(m, at.column, at.row), 0.34 * pitch);
}

static void draw_routers(const map *m)
{
    for (int row = 0; row < m->rows; row++)
        for (int column = 0; column < m->columns; column++)
            draw_router(m, "router", (noc_point){column, row});
}

static noc_svg_point beside(noc_svg_point router)
{
    const double aside = 0.36 * pitch;
    return (noc_svg_point){router.x - aside, router.y + aside};
}

/* Draws the lines to nodes, below the routers. */
static void draw_ports(const map *m)
{
    for (uint32_t t = 0; t < m->system->graph.terminal_count; t++)
        noc_svg_line(m->out, "port", beside(tile_of(m, t)), tile_of(m, t));
}

/* Draws the lines to nodes in the colour of their utilisation; the graph has no other channels of
 * these networks. */
static void draw_hot_ports(const map *m)
{
    const noc_graph *g = &m->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *k = &g->channels[c];
        const bool in = k->kind == NOC_INJECTION;
        if (k->network != m->network || k->kind == NOC_LINK) continue;
        const noc_svg_point tile = tile_of(m, in ? k->from : k->to), node = beside(tile);
        noc_svg_heat_line(m->out, m->heat, c, 1.0, in ? node : tile, in ? tile : node);
    }
}

/* Draws nodes beside their routers, memory nodes with their numbers. */
static void draw_nodes(const map *m)
{
    const noc_graph *g = &m->system->graph;
    for (uint32_t t = 0; t < g->terminal_count; t++) {
        const bool memory = g->terminals[t].kind == NOC_MEMORY;
        const noc_svg_point at = beside(tile_of(m, t));
        noc_svg_square(m->out, memory ? "memory" : "compute", at, 11);
        if (memory)
            fprintf(m->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", at.x + 12,
                    at.y + 4, (unsigned)g->terminals[t].number);
    }
}

/* ---- overlays ------------------------------------------------------------------------------- */

/* Chooses the memory node for the drawn circuit. */
static uint32_t shown_memory(const map *m)
{
    return m->system->graph.memory_count / 2;
}

/* Chooses the tile in which the drawn circuit turns: in the row of the memory node, in a distant
 * column. */
static noc_point turn_of(const map *m, noc_point memory)
{
    const int column = memory.column < m->columns / 2 ? m->columns - 2 : 1;
    return (noc_point){column < 0 ? 0 : column >= m->columns ? 0 : column, memory.row};
}

static int far_end(int at, int length)
{
    return at < length / 2 ? length - 1 : 0;
}

/* Draws the partner's circuit dashed: first its column, as far as the owner's ports allow. */
static void draw_partner(const map *m, uint32_t owner_number, noc_point owner)
{
    const uint32_t number =
        (uint32_t)noc_overlay_partner((int)owner_number, (int)m->system->graph.memory_count);
    const noc_point own = memory_at(m, number);
    const bool reserved = m->spec->overlay.multiplex == NOC_MULTIPLEX_RESERVED;
    const int first = reserved ? owner.row < own.row ? owner.row : own.row : 0;
    const int last = reserved ? owner.row < own.row ? own.row : owner.row : m->rows - 1;
    draw_run(m, "first partner", own, (noc_point){own.column, first});
    draw_run(m, "first partner", own, (noc_point){own.column, last});
    const int row = own.row == first ? (first + 1 < last ? first + 1 : first)
                                     : (last - 1 > first ? last - 1 : last);
    if (row == owner.row) return;
    draw_run(m, "second partner", (noc_point){own.column, row},
             (noc_point){far_end(own.column, m->columns), row});
}

static void draw_overlay(const map *m)
{
    const uint32_t number = shown_memory(m);
    const noc_point memory = memory_at(m, number), turn = turn_of(m, memory);
    draw_mesh(m);
    if (m->spec->overlay.multiplex != NOC_MULTIPLEX_OFF) draw_partner(m, number, memory);
    draw_run(m, "first", memory, (noc_point){0, memory.row});
    draw_run(m, "first", memory, (noc_point){m->columns - 1, memory.row});
    draw_run(m, "second", turn, (noc_point){turn.column, far_end(turn.row, m->rows)});
    draw_routers(m);
    for (int column = 0; column < m->columns; column++)
        draw_router(m, column == turn.column ? "turns" : "keeps", (noc_point){column, memory.row});
}

/* ---- slices --------------------------------------------------------------------------------- */

/* Draws the tree of one memory node: its row, then all columns. */
static void draw_slice(const map *m)
{
    const noc_point memory = memory_at(m, shown_memory(m));
    draw_mesh(m);
    for (int column = 0; column < m->columns; column++) {
        const noc_point turn = {column, memory.row};
        draw_run(m, "second", turn, (noc_point){column, 0});
        draw_run(m, "second", turn, (noc_point){column, m->rows - 1});
    }
    draw_run(m, "first", memory, (noc_point){0, memory.row});
    draw_run(m, "first", memory, (noc_point){m->columns - 1, memory.row});
    draw_routers(m);
}

/* Draws the ring from its memory node to all cores in their order. */
static void draw_ring(const map *m)
{
    const noc_graph *g = &m->system->graph;
    noc_svg_point at = tile_of(m, g->memories[shown_memory(m)]);
    for (uint32_t core = 0; core < g->compute_count; core++) {
        const noc_svg_point next = tile_of(m, g->computes[core]);
        noc_svg_line(m->out, "first", at, next);
        noc_svg_arrow(m->out, "arrow", at, next);
        at = next;
    }
    for (uint32_t core = 0; core < g->compute_count; core++)
        noc_svg_square(m->out, "keeps", tile_of(m, g->computes[core]), 0.26 * pitch);
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
static int shown_column(const map *m)
{
    const noc_points *at = &m->system->design->nodes.memory_at;
    for (int i = 0; i < m->columns; i++) {
        const int column = (m->columns / 2 + i) % m->columns;
        if (noc_slices_column_cores(&m->spec->conflict_free, at->values, (int)at->count, column))
            return column;
    }
    return 0;
}

/* Draws the path of the token: down past the cores, and back. */
static void draw_token(const map *m, int column)
{
    const noc_svg_point top = centre(m, column, 0), bottom = centre(m, column, m->rows - 1);
    const double near = 0.26 * pitch, far = 0.4 * pitch;
    const noc_svg_point loop[] = {{top.x + near, top.y - near},
                                  {bottom.x + near, bottom.y + near},
                                  {bottom.x + far, bottom.y + near},
                                  {top.x + far, top.y - near}};
    for (int i = 0; i < 4; i++) noc_svg_line(m->out, "token", loop[i], loop[(i + 1) % 4]);
    noc_svg_arrow(m->out, "arrow", loop[0], loop[1]);
    noc_svg_arrow(m->out, "arrow", loop[2], loop[3]);
}

static void draw_token_slice(const map *m)
{
    const noc_graph *g = &m->system->graph;
    const int column = shown_column(m);
    draw_mesh(m);
    for (uint32_t i = 0; i < g->memory_count; i++) {
        const noc_point memory = memory_at(m, i);
        draw_run(m, "second", (noc_point){column, memory.row}, memory);
    }
    draw_run(m, "first", (noc_point){column, 0}, (noc_point){column, m->rows - 1});
    draw_routers(m);
    for (uint32_t i = 0; i < g->memory_count; i++) {
        const noc_svg_point at = tile_of(m, g->memories[i]);
        noc_svg_square(m->out, "buffer", (noc_svg_point){at.x - 0.2 * pitch, at.y + 0.2 * pitch},
                       7);
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
    bool of_columns; /* true: draws flits of a column's cores; false: of a memory node */
} picture;

static const picture pictures[] = {
    {"overlay", draw_overlay, overlay_marks, false},
    {"slices", draw_slices, slice_marks, false},
    {"ring-slices", draw_slices, ring_marks, false},
    {"token-slices", draw_token_slice, token_marks, true},
};

static const picture *picture_of(const noc_system *system, uint16_t network)
{
    const char *topology = noc_system_spec(system, network)->topology->name;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        if (strcmp(pictures[i].topology, topology) == 0) return &pictures[i];
    return NULL;
}

bool noc_svg_has_structure(const noc_system *system, uint16_t network)
{
    return picture_of(system, network) != NULL;
}

const noc_svg_mark *noc_svg_structure_marks(const noc_system *system, uint16_t network)
{
    return picture_of(system, network)->marks;
}

void noc_svg_structure_size(const noc_system *system, uint16_t network, double *width,
                            double *height)
{
    const map m = map_of(system, network, 0, 0, NULL);
    *width = m.columns * pitch;
    *height = m.rows * pitch;
}

void noc_svg_structure_draw(const noc_system *system, uint16_t network, const noc_svg_heat *heat,
                            double x, double y, FILE *out)
{
    map m = map_of(system, network, x, y, out);
    m.heat = heat;
    draw_ports(&m);
    picture_of(system, network)->draw(&m);
    if (heat) draw_hot_ports(&m);
    draw_nodes(&m);
}

void noc_svg_structure_words(const noc_system *system, uint16_t network, char *text, size_t size)
{
    const map m = map_of(system, network, 0, 0, NULL);
    const noc_structure s = noc_structure_of(system->design, &system->graph.networks[network]);
    int used = snprintf(text, size, "%" PRIu64 " %ss, %s of ", s.routers, s.router, s.lane);
    if (used < 0 || (size_t)used >= size) return;
    if (picture_of(system, network)->of_columns)
        snprintf(text + used, size - (size_t)used, "column %d", shown_column(&m));
    else
        snprintf(text + used, size - (size_t)used, "memory %u%s", (unsigned)shown_memory(&m),
                 m.spec->overlay.multiplex ? ", partner dashed" : "");
}
