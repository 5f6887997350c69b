#include "reports/drawings/svg_grid.h"

#include <math.h>
#include <stdlib.h>

#include "network/kinds/grid.h"
#include "reports/words/turn.h"

/* Lengths are in pixels. */
static const double router_pitch = 62, layer_title = 18, page_width = 1300;
static const double wide_pitches = 6283; /* limit of a ring's circumference, pixels */

typedef noc_svg_point point;

/* ---- the map -------------------------------------------------------------------------------- */

/* Dimensions of the map. */
typedef struct map {
    int columns, rows, layers; /* router columns, router rows of a layer, layers */
    int side_by_side;          /* layers side by side in the picture */
    double pitch;              /* distance of routers, pixels */
    bool shared;               /* a router has a block of several tiles */
    bool ring;                 /* routers are drawn on a circle */
} map;

/* Column, row and layer of a router, from 0. */
typedef struct spot {
    int column, row, layer;
} spot;

static spot spot_of(const noc_graph *g, uint32_t router)
{
    const noc_network *net = &g->networks[g->routers[router].network];
    const int place = (int)(router - net->first_router), rows = noc_grid_layer_rows(net);
    return (spot){place % net->columns, place / net->columns % rows, place / net->columns / rows};
}

/* True if a step leads from one end of a line of `count` routers to the other. */
static bool spans(int from, int to, int count)
{
    return count > 2 && abs(to - from) == count - 1;
}

static bool wraps_around(const noc_graph *g, const noc_channel *c)
{
    const noc_network *net = &g->networks[c->network];
    const spot a = spot_of(g, c->from), b = spot_of(g, c->to);
    if (c->is_long || net->fully_linked) return false;
    return spans(a.column, b.column, net->columns) ||
           spans(a.row, b.row, noc_grid_layer_rows(net)) || spans(a.layer, b.layer, net->layers);
}

static bool has_wraps(const noc_system *system, uint16_t network)
{
    const noc_graph *g = &system->graph;
    if (g->networks[network].columns == 0) return false;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].network == network && g->channels[c].kind == NOC_LINK &&
            wraps_around(g, &g->channels[c]))
            return true;
    return false;
}

bool noc_svg_grid_has_layers(const noc_system *system, uint16_t network)
{
    const noc_network *net = &system->graph.networks[network];
    return net->layers > 1 && !net->by_dimension;
}

bool noc_svg_grid_has_slices(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].by_dimension;
}

static map map_of(const noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    const double tiles = (double)g->columns / net->columns;
    map m = {.columns = net->columns,
             .rows = noc_grid_layer_rows(net),
             .layers = net->layers > 1 ? net->layers : 1,
             .pitch = router_pitch * (tiles > 1 ? 1.5 : 1.0),
             .shared = g->columns != net->columns ||
                       g->rows != (net->by_dimension ? noc_grid_layer_rows(net) : net->rows)};
    m.ring = m.layers == 1 && !m.shared && (m.columns == 1 || m.rows == 1) &&
             has_wraps(p->system, p->network);
    if (m.ring) m.pitch = fmin(m.pitch, wide_pitches / net->router_count);
    const int fit = (int)(page_width / ((m.columns + 0.5) * m.pitch));
    m.side_by_side = fit < 1 ? 1 : fit < m.layers ? fit : m.layers;
    return m;
}

bool noc_svg_grid_wraps(const noc_system *system, uint16_t network)
{
    const noc_svg_panel p = {.system = system, .network = network};
    return has_wraps(system, network) && !map_of(&p).ring;
}

/* Returns the radius of a ring, pixels. */
static double radius_of(const map *m)
{
    const double round = 2 * 3.14159265;
    return fmax(m->columns * m->rows * m->pitch / round, 0.8 * m->pitch);
}

static double line_height(const map *m)
{
    return m->rows * m->pitch + (m->layers > 1 ? layer_title : 0);
}

void noc_svg_grid_measure(noc_svg_panel *p)
{
    const map m = map_of(p);
    p->width = m.columns * m.pitch * m.side_by_side + 0.5 * m.pitch * (m.side_by_side - 1);
    p->height = line_height(&m) * ((m.layers + m.side_by_side - 1) / m.side_by_side);
    if (m.ring) p->width = p->height = 2 * (radius_of(&m) + 0.9 * m.pitch);
}

/* Returns the upper left corner of a layer. */
static point corner_of(const noc_svg_panel *p, const map *m, int layer)
{
    return (point){p->origin.x + layer % m->side_by_side * (m->columns + 0.5) * m->pitch,
                   p->origin.y + layer / m->side_by_side * line_height(m) +
                       (m->layers > 1 ? layer_title : 0)};
}

/* Returns a point on the ring, `offset` pixels outside the routers' circle. */
static point on_ring(const noc_svg_panel *p, const map *m, int place, double outwards)
{
    const noc_turn to = noc_turn_of((double)place / (m->columns * m->rows) - 0.25);
    const double radius = radius_of(m) + outwards;
    return (point){p->origin.x + p->width / 2 + radius * to.x,
                   p->origin.y + p->height / 2 + radius * to.y};
}

static void place_routers(const noc_svg_panel *p, const map *m)
{
    const noc_network *net = noc_svg_network(p);
    for (uint32_t i = 0; i < net->router_count; i++) {
        const spot s = spot_of(&p->system->graph, net->first_router + i);
        const point corner = corner_of(p, m, s.layer);
        noc_svg_box *b = &p->routers[net->first_router + i];
        b->centre = m->ring ? on_ring(p, m, (int)i, 0.0)
                            : (point){corner.x + (s.column + 0.5) * m->pitch,
                                      corner.y + (s.row + 0.5) * m->pitch};
        b->width = b->height = 0.34 * m->pitch;
    }
}

/* True for a memory node that is a guest on a compute node's tile. */
static bool is_guest(const noc_graph *g, uint32_t terminal)
{
    return g->guest_at && g->terminals[terminal].kind == NOC_MEMORY;
}

/* Returns the position of a node in its router's block: on its own tile, beside the router. */
static point in_block(const noc_svg_panel *p, const noc_terminal *t, const noc_svg_box *router)
{
    const noc_graph *g = &p->system->graph;
    const double x = p->width / g->columns, y = p->height / g->rows;
    point at = {p->origin.x + (t->column + 0.5) * x, p->origin.y + (t->row + 0.5) * y};
    at.x += 0.25 * (at.x > router->centre.x ? x : -x);
    at.y += 0.25 * (at.y > router->centre.y ? y : -y);
    return at;
}

static point node_at(const noc_svg_panel *p, const map *m, uint32_t terminal, uint32_t router)
{
    const noc_svg_box *b = &p->routers[router];
    const bool guest = is_guest(&p->system->graph, terminal);
    const double side = guest ? -1.0 : 1.0;
    if (m->shared) {
        const point at = in_block(p, &p->system->graph.terminals[terminal], b);
        const double aside = guest ? 0.2 * p->width / p->system->graph.columns : 0.0;
        return (point){at.x + (at.x > b->centre.x ? -aside : aside), at.y};
    }
    if (m->ring)
        return on_ring(p, m, (int)(router - noc_svg_network(p)->first_router),
                       side * 0.55 * m->pitch);
    return (point){b->centre.x - side * 0.36 * m->pitch, b->centre.y + 0.36 * m->pitch};
}

/* ---- links ---------------------------------------------------------------------------------- */

/* Size of an SVG path, bytes. */
enum { PATH = 160 };

/* Writes the path of a long link: a flat arc that passes routers and nodes. */
static void arc_path(const map *m, point a, point b, char d[PATH])
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    const double height = fmin(0.12 + 0.06 * length / m->pitch, 0.30) * m->pitch;
    const double up = height / 0.75,
                 on = 0.5 * m->pitch; /* control points across and along the link */
    snprintf(d, PATH, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", a.x, a.y, a.x + on * x + up * y,
             a.y + on * y - up * x, b.x - on * x + up * y, b.y - on * y - up * x, b.x, b.y);
}

static void draw_arc(const noc_svg_panel *p, const map *m, const char *class, point a, point b)
{
    char d[PATH];
    arc_path(m, a, b, d);
    fprintf(p->out, "<path class=\"%s\" d=\"%s\"/>\n", class, d);
}

/* Draws the arrow in the middle of an arc. `is_forward`: the link leads from a to b. */
static void draw_arc_arrow(const noc_svg_panel *p, const map *m, point a, point b, bool forwards)
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double height = fmin(0.12 + 0.06 * length / m->pitch, 0.30) * m->pitch;
    const point up = {height * (b.y - a.y) / length, -height * (b.x - a.x) / length};
    const point from = {a.x + up.x, a.y + up.y}, to = {b.x + up.x, b.y + up.y};
    noc_svg_arrow(p->out, "one-way", forwards ? from : to, forwards ? to : from);
}

/* Returns the index of a link among the links between the same routers. */
static uint32_t number_of(const noc_graph *g, uint32_t channel)
{
    const noc_channel *c = &g->channels[channel];
    uint32_t number = 0;
    while (noc_graph_parallel_link(g, c->from, c->to, number) != channel) number++;
    return number;
}

/* Draws a link to another layer: a short line, up for the next layer and down for the previous one,
 * also for wrap-around links. */
static void draw_stub(const noc_svg_panel *p, const map *m, uint32_t channel)
{
    const noc_graph *g = &p->system->graph;
    const noc_channel *c = &g->channels[channel];
    const spot a = spot_of(g, c->from), b = spot_of(g, c->to);
    const bool wraps = spans(a.layer, b.layer, m->layers), on = (b.layer > a.layer) != wraps;
    const double far = 0.40 * m->pitch;
    const point from = p->routers[c->from].centre;
    const point to = {from.x + far, from.y + (on ? -far : far)};
    noc_svg_draw_channel(p, wraps ? "wrap" : "layer", channel, from, to);
    if (noc_graph_link(g, c->to, c->from) == NOC_NONE) noc_svg_arrow(p->out, "one-way", from, to);
}

/* Draws one direction of a link in the colour of its utilisation, beside the other direction. */
static void draw_hot_link(const noc_svg_panel *p, const map *m, uint32_t channel, bool arched)
{
    const noc_channel *c = &p->system->graph.channels[channel];
    const point a = p->routers[c->from].centre, b = p->routers[c->to].centre;
    const point aside = noc_svg_heat_aside(p->heat, channel, 1.0, a, b);
    const point from = {a.x + aside.x, a.y + aside.y}, to = {b.x + aside.x, b.y + aside.y};
    const bool forwards = c->from < c->to;
    char d[PATH];
    if (!arched) {
        noc_svg_heat_line(p->out, p->heat, channel, 1.0, a, b);
        return;
    }
    arc_path(m, forwards ? from : to, forwards ? to : from, d);
    noc_svg_heat_path(p->out, p->heat, channel, 1.0, d);
}

/* Draws a link; both directions at once if the link has both. */
static void draw_link(const noc_svg_panel *p, const map *m, uint32_t channel)
{
    const noc_graph *g = &p->system->graph;
    const noc_channel *c = &g->channels[channel];
    const bool back = noc_graph_link(g, c->to, c->from) != NOC_NONE;
    const bool forwards = c->from < c->to;
    const uint32_t number = number_of(g, channel);
    if (spot_of(g, c->from).layer != spot_of(g, c->to).layer) {
        draw_stub(p, m, channel);
        return;
    }
    const point a = p->routers[c->from].centre, b = p->routers[c->to].centre;
    const bool wraps = !m->ring && (wraps_around(g, c) || number > 0);
    if (p->heat) {
        draw_hot_link(p, m, channel, wraps || c->is_long);
        return;
    }
    if (back && !forwards) return;
    if (!c->is_long && !wraps) {
        noc_svg_line(p->out, "link", a, b);
        if (!back) noc_svg_arrow(p->out, "one-way", a, b);
        return;
    }
    if (!wraps) {
        draw_arc(p, m, "long", a, b);
        return;
    }
    draw_arc(p, m, "wrap", forwards ? a : b, forwards ? b : a);
    if (!back) draw_arc_arrow(p, m, forwards ? a : b, forwards ? b : a, forwards);
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Returns the shift of a node's link to the side, pixels, for a node with several ports at its
 * router. */
static double port_shift(const noc_graph *g, uint32_t channel)
{
    const double gap = 3.5;
    const noc_channel *c = &g->channels[channel];
    const bool injects = c->kind == NOC_INJECTION;
    const noc_terminal *t = &g->terminals[injects ? c->from : c->to];
    const uint32_t *list =
        injects ? &g->injections[t->first_injection] : &g->ejections[t->first_ejection];
    int ports = 0, place = 0;
    for (uint32_t i = 0; i < (injects ? t->injections : t->ejections); i++) {
        if (list[i] == channel) place = ports;
        ports += g->channels[list[i]].network == c->network;
    }
    return gap * (place - (ports - 1) / 2.0);
}

/* Draws the node of a terminal link, and the link. */
static void draw_terminal_link(const noc_svg_panel *p, const map *m, uint32_t channel)
{
    const noc_graph *g = &p->system->graph;
    const noc_channel *c = &g->channels[channel];
    const bool injects = c->kind == NOC_INJECTION;
    const uint32_t node = injects ? c->from : c->to, router = injects ? c->to : c->from;
    const point at = node_at(p, m, node, router), port = p->routers[router].centre;
    const double shift = port_shift(g, channel);
    const point outer = {at.x + shift, at.y + shift}, inner = {port.x + shift, port.y + shift};
    noc_svg_draw_channel(p, noc_svg_port_class(c), channel, injects ? outer : inner,
                         injects ? inner : outer);
    noc_svg_draw_node(p, node, at, 10);
}

void noc_svg_grid_draw(const noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    const map m = map_of(p);
    const bool by_dimension = noc_svg_network(p)->by_dimension;
    place_routers(p, &m);
    for (int layer = 0; m.layers > 1 && layer < m.layers; layer++) {
        const point corner = corner_of(p, &m, layer);
        fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\">%s %d</text>\n", corner.x, corner.y,
                by_dimension ? "slice" : "layer", layer + by_dimension);
    }
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].network == p->network && g->channels[c].kind == NOC_LINK)
            draw_link(p, &m, c);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].network == p->network && g->channels[c].kind != NOC_LINK)
            draw_terminal_link(p, &m, c);
    noc_svg_draw_routers(p);
}
