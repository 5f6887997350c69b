#include "reports/drawings/svg_grid.h"

#include <math.h>
#include <stdlib.h>

#include "network/kinds/grid.h"
#include "reports/words/turn.h"

/* Lengths are in pixels. */
static const double router_pitch = 62, layer_title_height = 18, page_width = 1300;
static const double ring_length_max = 6283; /* limit of a ring's circumference, pixels */

typedef noc_svg_point point;

/* ---- the map -------------------------------------------------------------------------------- */

/* Dimensions of the map. */
typedef struct map {
    int columns, rows, layers; /* router columns, router rows of a layer, layers */
    int row_layers;            /* layers side by side in the picture */
    double pitch;              /* distance of routers, pixels */
    bool has_blocks;           /* a router has a block of several tiles */
    bool is_ring;              /* routers are drawn on a circle */
} map;

/* Column, row and layer of a router, from 0. */
typedef struct grid_position {
    int column, row, layer;
} grid_position;

static grid_position find_position(const noc_graph *graph, uint32_t router)
{
    const noc_network *net = &graph->networks[graph->routers[router].network];
    const int position = (int)(router - net->first_router), rows = noc_grid_layer_rows(net);
    return (grid_position){position % net->columns, position / net->columns % rows,
                           position / net->columns / rows};
}

/* True if a step leads from one end of a line of `count` routers to the other. */
static bool is_wrap_step(int from, int to, int count)
{
    return count > 2 && abs(to - from) == count - 1;
}

static bool is_wrap_link(const noc_graph *graph, const noc_channel *c)
{
    const noc_network *net = &graph->networks[c->network];
    const grid_position a = find_position(graph, c->from), b = find_position(graph, c->to);
    if (c->is_long || net->is_fully_linked) return false;
    return is_wrap_step(a.column, b.column, net->columns) ||
           is_wrap_step(a.row, b.row, noc_grid_layer_rows(net)) ||
           is_wrap_step(a.layer, b.layer, net->layers);
}

static bool has_wrap_links(const noc_system *system, uint16_t network)
{
    const noc_graph *graph = &system->graph;
    if (graph->networks[network].columns == 0) return false;
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].network == network && graph->channels[c].kind == NOC_LINK &&
            is_wrap_link(graph, &graph->channels[c]))
            return true;
    return false;
}

bool noc_svg_grid_has_layers(const noc_system *system, uint16_t network)
{
    const noc_network *net = &system->graph.networks[network];
    return net->layers > 1 && !net->is_dimension_sliced;
}

bool noc_svg_grid_has_slices(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].is_dimension_sliced;
}

static map make_map(const noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    const double tiles = (double)graph->columns / net->columns;
    map m = {.columns = net->columns,
             .rows = noc_grid_layer_rows(net),
             .layers = net->layers > 1 ? net->layers : 1,
             .pitch = router_pitch * (tiles > 1 ? 1.5 : 1.0),
             .has_blocks =
                 graph->columns != net->columns ||
                 graph->rows != (net->is_dimension_sliced ? noc_grid_layer_rows(net) : net->rows)};
    m.is_ring = m.layers == 1 && !m.has_blocks && (m.columns == 1 || m.rows == 1) &&
                has_wrap_links(p->system, p->network);
    if (m.is_ring) m.pitch = fmin(m.pitch, ring_length_max / net->router_count);
    const int fitting_layers = (int)(page_width / ((m.columns + 0.5) * m.pitch));
    m.row_layers = fitting_layers < 1 ? 1 : fitting_layers < m.layers ? fitting_layers : m.layers;
    return m;
}

bool noc_svg_grid_has_wraps(const noc_system *system, uint16_t network)
{
    const noc_svg_panel p = {.system = system, .network = network};
    return has_wrap_links(system, network) && !make_map(&p).is_ring;
}

/* Returns the radius of a ring, pixels. */
static double ring_radius(const map *m)
{
    const double full_turn = 2 * 3.14159265;
    return fmax(m->columns * m->rows * m->pitch / full_turn, 0.8 * m->pitch);
}

static double layer_row_height(const map *m)
{
    return m->rows * m->pitch + (m->layers > 1 ? layer_title_height : 0);
}

void noc_svg_grid_measure(noc_svg_panel *p)
{
    const map m = make_map(p);
    p->width = m.columns * m.pitch * m.row_layers + 0.5 * m.pitch * (m.row_layers - 1);
    p->height = layer_row_height(&m) * ((m.layers + m.row_layers - 1) / m.row_layers);
    if (m.is_ring) p->width = p->height = 2 * (ring_radius(&m) + 0.9 * m.pitch);
}

/* Returns the upper left corner of a layer. */
static point layer_corner(const noc_svg_panel *p, const map *m, int layer)
{
    return (point){p->origin.x + layer % m->row_layers * (m->columns + 0.5) * m->pitch,
                   p->origin.y + layer / m->row_layers * layer_row_height(m) +
                       (m->layers > 1 ? layer_title_height : 0)};
}

/* Returns a point on the ring, `offset` pixels outside the routers' circle. */
static point ring_point(const noc_svg_panel *p, const map *m, int position, double offset)
{
    const noc_circle_point direction =
        noc_find_circle_point((double)position / (m->columns * m->rows) - 0.25);
    const double radius = ring_radius(m) + offset;
    return (point){p->origin.x + p->width / 2 + radius * direction.x,
                   p->origin.y + p->height / 2 + radius * direction.y};
}

static void place_routers(const noc_svg_panel *p, const map *m)
{
    const noc_network *net = noc_svg_network(p);
    for (uint32_t i = 0; i < net->router_count; i++) {
        const grid_position s = find_position(&p->system->graph, net->first_router + i);
        const point corner = layer_corner(p, m, s.layer);
        noc_svg_box *b = &p->routers[net->first_router + i];
        b->centre = m->is_ring ? ring_point(p, m, (int)i, 0.0)
                               : (point){corner.x + (s.column + 0.5) * m->pitch,
                                         corner.y + (s.row + 0.5) * m->pitch};
        b->width = b->height = 0.34 * m->pitch;
    }
}

/* True for a memory node that is a guest on a compute node's tile. */
static bool is_guest(const noc_graph *graph, uint32_t terminal)
{
    return graph->second_terminal_of_tile && graph->terminals[terminal].kind == NOC_MEMORY;
}

/* Returns the position of a node in its router's block: on its own tile, beside the router. */
static point block_point(const noc_svg_panel *p, const noc_terminal *terminal,
                         const noc_svg_box *router)
{
    const noc_graph *graph = &p->system->graph;
    const double x = p->width / graph->columns, y = p->height / graph->rows;
    point centre = {p->origin.x + (terminal->column + 0.5) * x,
                    p->origin.y + (terminal->row + 0.5) * y};
    centre.x += 0.25 * (centre.x > router->centre.x ? x : -x);
    centre.y += 0.25 * (centre.y > router->centre.y ? y : -y);
    return centre;
}

static point node_point(const noc_svg_panel *p, const map *m, uint32_t terminal, uint32_t router)
{
    const noc_svg_box *b = &p->routers[router];
    const bool is_guest_node = is_guest(&p->system->graph, terminal);
    const double direction = is_guest_node ? -1.0 : 1.0;
    if (m->has_blocks) {
        const point centre = block_point(p, &p->system->graph.terminals[terminal], b);
        const double offset = is_guest_node ? 0.2 * p->width / p->system->graph.columns : 0.0;
        return (point){centre.x + (centre.x > b->centre.x ? -offset : offset), centre.y};
    }
    if (m->is_ring)
        return ring_point(p, m, (int)(router - noc_svg_network(p)->first_router),
                          direction * 0.55 * m->pitch);
    return (point){b->centre.x - direction * 0.36 * m->pitch, b->centre.y + 0.36 * m->pitch};
}

/* ---- links ---------------------------------------------------------------------------------- */

/* Size of an SVG path, bytes. */
enum { PATH_CHARS = 160 };

/* Writes the path of a long link: a flat arc that passes routers and nodes. */
static void arc_path(const map *m, point a, point b, char path[PATH_CHARS])
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    const double height = fmin(0.12 + 0.06 * length / m->pitch, 0.30) * m->pitch;
    const double control_height = height / 0.75,
                 control_distance = 0.5 * m->pitch; /* control points across and along the link */
    snprintf(path, PATH_CHARS, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", a.x, a.y,
             a.x + control_distance * x + control_height * y,
             a.y + control_distance * y - control_height * x,
             b.x - control_distance * x + control_height * y,
             b.y - control_distance * y - control_height * x, b.x, b.y);
}

static void draw_arc(const noc_svg_panel *p, const map *m, const char *class, point a, point b)
{
    char path[PATH_CHARS];
    arc_path(m, a, b, path);
    fprintf(p->out, "<path class=\"%s\" d=\"%s\"/>\n", class, path);
}

/* Draws the arrow in the middle of an arc. `is_forward`: the link leads from a to b. */
static void draw_arc_arrow(const noc_svg_panel *p, const map *m, point a, point b, bool is_forward)
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double height = fmin(0.12 + 0.06 * length / m->pitch, 0.30) * m->pitch;
    const point up = {height * (b.y - a.y) / length, -height * (b.x - a.x) / length};
    const point from = {a.x + up.x, a.y + up.y}, to = {b.x + up.x, b.y + up.y};
    noc_svg_arrow(p->out, "one-way", is_forward ? from : to, is_forward ? to : from);
}

/* Returns the index of a link among the links between the same routers. */
static uint32_t link_index(const noc_graph *graph, uint32_t channel)
{
    const noc_channel *c = &graph->channels[channel];
    uint32_t index = 0;
    while (noc_graph_parallel_link(graph, c->from, c->to, index) != channel) index++;
    return index;
}

/* Draws a link to another layer: a short line, up for the next layer and down for the previous one,
 * also for wrap-around links. */
static void draw_layer_link(const noc_svg_panel *p, const map *m, uint32_t channel)
{
    const noc_graph *graph = &p->system->graph;
    const noc_channel *c = &graph->channels[channel];
    const grid_position a = find_position(graph, c->from), b = find_position(graph, c->to);
    const bool is_wrap = is_wrap_step(a.layer, b.layer, m->layers),
               is_next_layer = (b.layer > a.layer) != is_wrap;
    const double length = 0.40 * m->pitch;
    const point from = p->routers[c->from].centre;
    const point to = {from.x + length, from.y + (is_next_layer ? -length : length)};
    noc_svg_draw_channel(p, is_wrap ? "wrap" : "layer", channel, from, to);
    if (noc_graph_link(graph, c->to, c->from) == NOC_NONE)
        noc_svg_arrow(p->out, "one-way", from, to);
}

/* Draws one direction of a link in the colour of its utilisation, beside the other direction. */
static void draw_heat_link(const noc_svg_panel *p, const map *m, uint32_t channel, bool is_arc)
{
    const noc_channel *c = &p->system->graph.channels[channel];
    const point a = p->routers[c->from].centre, b = p->routers[c->to].centre;
    const point offset = noc_svg_heat_line_offset(p->heat, channel, 1.0, a, b);
    const point from = {a.x + offset.x, a.y + offset.y}, to = {b.x + offset.x, b.y + offset.y};
    const bool is_forward = c->from < c->to;
    char path[PATH_CHARS];
    if (!is_arc) {
        noc_svg_heat_draw_line(p->out, p->heat, channel, 1.0, a, b);
        return;
    }
    arc_path(m, is_forward ? from : to, is_forward ? to : from, path);
    noc_svg_heat_draw_path(p->out, p->heat, channel, 1.0, path);
}

/* Draws a link; both directions at once if the link has both. */
static void draw_link(const noc_svg_panel *p, const map *m, uint32_t channel)
{
    const noc_graph *graph = &p->system->graph;
    const noc_channel *c = &graph->channels[channel];
    const bool has_reverse = noc_graph_link(graph, c->to, c->from) != NOC_NONE;
    const bool is_forward = c->from < c->to;
    const uint32_t index = link_index(graph, channel);
    if (find_position(graph, c->from).layer != find_position(graph, c->to).layer) {
        draw_layer_link(p, m, channel);
        return;
    }
    const point a = p->routers[c->from].centre, b = p->routers[c->to].centre;
    const bool is_wrap = !m->is_ring && (is_wrap_link(graph, c) || index > 0);
    if (p->heat) {
        draw_heat_link(p, m, channel, is_wrap || c->is_long);
        return;
    }
    if (has_reverse && !is_forward) return;
    if (!c->is_long && !is_wrap) {
        noc_svg_line(p->out, "link", a, b);
        if (!has_reverse) noc_svg_arrow(p->out, "one-way", a, b);
        return;
    }
    if (!is_wrap) {
        draw_arc(p, m, "long", a, b);
        return;
    }
    draw_arc(p, m, "wrap", is_forward ? a : b, is_forward ? b : a);
    if (!has_reverse) draw_arc_arrow(p, m, is_forward ? a : b, is_forward ? b : a, is_forward);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Returns the shift of a node's link to the side, pixels, for a node with several ports at its
 * router. */
static double port_shift(const noc_graph *graph, uint32_t channel)
{
    const double port_gap = 3.5;
    const noc_channel *c = &graph->channels[channel];
    const bool is_injection = c->kind == NOC_INJECTION;
    const noc_terminal *terminal = &graph->terminals[is_injection ? c->from : c->to];
    const uint32_t *list = is_injection ? &graph->injections[terminal->first_injection]
                                        : &graph->ejections[terminal->first_ejection];
    int ports = 0, position = 0;
    for (uint32_t i = 0; i < (is_injection ? terminal->injections : terminal->ejections); i++) {
        if (list[i] == channel) position = ports;
        ports += graph->channels[list[i]].network == c->network;
    }
    return port_gap * (position - (ports - 1) / 2.0);
}

/* Draws the node of a terminal link, and the link. */
static void draw_terminal_link(const noc_svg_panel *p, const map *m, uint32_t channel)
{
    const noc_graph *graph = &p->system->graph;
    const noc_channel *c = &graph->channels[channel];
    const bool is_injection = c->kind == NOC_INJECTION;
    const uint32_t node = is_injection ? c->from : c->to, router = is_injection ? c->to : c->from;
    const point node_centre = node_point(p, m, node, router),
                router_centre = p->routers[router].centre;
    const double shift = port_shift(graph, channel);
    const point node_end = {node_centre.x + shift, node_centre.y + shift},
                router_end = {router_centre.x + shift, router_centre.y + shift};
    noc_svg_draw_channel(p, noc_svg_port_class(c), channel, is_injection ? node_end : router_end,
                         is_injection ? router_end : node_end);
    noc_svg_draw_node(p, node, node_centre, 10);
}

void noc_svg_grid_draw(const noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    const map m = make_map(p);
    const bool is_sliced = noc_svg_network(p)->is_dimension_sliced;
    place_routers(p, &m);
    for (int layer = 0; m.layers > 1 && layer < m.layers; layer++) {
        const point corner = layer_corner(p, &m, layer);
        fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\">%s %d</text>\n", corner.x, corner.y,
                is_sliced ? "slice" : "layer", layer + is_sliced);
    }
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].network == p->network && graph->channels[c].kind == NOC_LINK)
            draw_link(p, &m, c);
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].network == p->network && graph->channels[c].kind != NOC_LINK)
            draw_terminal_link(p, &m, c);
    noc_svg_draw_routers(p);
}
