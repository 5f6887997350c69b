#include "reports/drawings/svg_graph.h"

#include <math.h>
#include <stdlib.h>

#include "reports/drawings/wires.h"
#include "reports/words/turn.h"

/* Largest number of routers with numbers, bends and arrows; largest number of links with latencies;
 * directions around a router. */
enum { NUMBERED_ROUTERS_MAX = 1000, LABELLED_LINKS_MAX = 150, DIRECTIONS = 16 };

static const double page_width_max =
    3600; /* limit, pixels; larger if the pitch would fall below pitch_min */
static const double pitch_min = 8;
static const double flit_width = 1.1, link_width_min = 0.5, link_width_max = 7.0; /* pixels */

typedef noc_svg_point point;

bool noc_svg_is_graph(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].is_numbered;
}

/* ---- places --------------------------------------------------------------------------------- */

/* Returns the mean distance from a router to its nearest router, pixels. */
static double find_pitch(uint32_t routers)
{
    static const struct {
        uint32_t routers;
        double pitch;
    } pitches[] = {{40, 84}, {200, 62}, {NUMBERED_ROUTERS_MAX, 36}, {UINT32_MAX, 16}};
    int i = 0;
    while (routers > pitches[i].routers) i++;
    return pitches[i].pitch;
}

static void place_routers(noc_svg_panel *p, const noc_wires *wires, const noc_layout_point *points)
{
    noc_svg_box *boxes = &p->routers[noc_svg_network(p)->first_router];
    double pitch = find_pitch(wires->routers), width = 0.0, height = 0.0;
    for (uint32_t r = 0; r < wires->routers; r++) {
        width = fmax(width, points[r].x);
        height = fmax(height, points[r].y);
    }
    if (width * pitch > page_width_max) pitch = fmax(page_width_max / width, pitch_min);
    for (uint32_t r = 0; r < wires->routers; r++)
        boxes[r] =
            (noc_svg_box){.centre = {pitch * (points[r].x + 0.75), pitch * (points[r].y + 0.75)},
                          .width = 0.34 * pitch,
                          .height = 0.34 * pitch};
    p->width = (width + 1.5) * pitch;
    p->height = (height + 1.5) * pitch;
}

noc_status noc_svg_graph_measure(noc_svg_panel *p, noc_diag *diag)
{
    noc_wires wires;
    noc_layout_point *points = NULL;
    noc_status status = noc_wires_find(p->system, p->network, &wires, diag);
    if (status == NOC_OK)
        status = noc_wires_place_routers(p->system, p->network, &wires, &points, diag);
    if (status == NOC_OK) place_routers(p, &wires, points);
    noc_wires_clear(&wires);
    free(points);
    return status;
}

/* ---- links ---------------------------------------------------------------------------------- */

/* State of one network's picture. */
typedef struct picture {
    const noc_svg_panel *panel;
    const noc_wires *wires;
    const noc_svg_box *boxes; /* boxes of the network's routers */
    double pitch;
    bool has_labels; /* latencies are drawn at links */
} picture;

/* Returns the bend of a link to the side, pixels: a link that passes a router must not seem to end
 * there. */
static double find_bend(const picture *d, const noc_wires_pair *pair)
{
    const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
    const double length = hypot(b.x - a.x, b.y - a.y), clearance = 0.24 * d->pitch;
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    if (d->wires->routers > NUMBERED_ROUTERS_MAX || length <= 0.0) return 0.0;
    for (uint32_t r = 0; r < d->wires->routers; r++) {
        const point c = d->boxes[r].centre;
        const double position = (c.x - a.x) * x + (c.y - a.y) * y;
        const double distance = (c.y - a.y) * x - (c.x - a.x) * y;
        if (r == pair->a || r == pair->b || position < clearance || position > length - clearance)
            continue;
        if (fabs(distance) < clearance) return (distance > -1e-6 ? -0.36 : 0.36) * d->pitch;
    }
    return 0.0;
}

static double find_link_width(const noc_wires_pair *pair)
{
    const double flits = fmax(pair->forward.flits_per_cycle, pair->backward.flits_per_cycle);
    return fmin(fmax(flits * flit_width, link_width_min), link_width_max);
}

/* Draws the latencies of both directions, cycles; one number if they are equal: "2", "2/3". */
static void draw_label(const picture *d, const noc_wires_pair *pair, point position)
{
    char text[24];
    const noc_wires_link *link = pair->forward.lanes ? &pair->forward : &pair->backward;
    if (noc_wires_is_one_way(pair) || pair->forward.cycles == pair->backward.cycles)
        snprintf(text, sizeof text, "%u", link->cycles);
    else
        snprintf(text, sizeof text, "%u/%u", pair->forward.cycles, pair->backward.cycles);
    fprintf(d->panel->out, "<text class=\"cycles\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", position.x,
            position.y + 3, text);
}

/* Finds the busiest channel from one router of the network to another. */
static uint32_t find_busiest_lane(const picture *d, uint32_t source, uint32_t target)
{
    const noc_graph *g = &d->panel->system->graph;
    const uint32_t first = noc_svg_network(d->panel)->first_router;
    uint32_t busiest = NOC_NONE, channel;
    for (uint32_t lane = 0;
         (channel = noc_graph_parallel_link(g, first + source, first + target, lane)) != NOC_NONE;
         lane++)
        if (busiest == NOC_NONE || d->panel->heat->rates->channels[channel].utilization >
                                       d->panel->heat->rates->channels[busiest].utilization)
            busiest = channel;
    return busiest;
}

/* Draws one direction of a link in the colour of its utilisation. */
static void draw_heat_direction(const picture *d, uint32_t source, uint32_t target, double bend)
{
    const point a = d->boxes[source].centre, b = d->boxes[target].centre;
    const uint32_t channel = find_busiest_lane(d, source, target);
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    const double scale = d->pitch > 40 ? 1.0 : d->pitch / 40;
    const point offset = noc_svg_heat_line_offset(d->panel->heat, channel, scale, a, b);
    const point middle = {(a.x + b.x) / 2 - 2 * bend * (b.y - a.y) / length + offset.x,
                          (a.y + b.y) / 2 + 2 * bend * (b.x - a.x) / length + offset.y};
    char path[160];
    snprintf(path, sizeof path, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", a.x + offset.x, a.y + offset.y,
             middle.x, middle.y, b.x + offset.x, b.y + offset.y);
    noc_svg_heat_draw_path(d->panel->out, d->panel->heat, channel, scale, path);
}

static void draw_heat_link(const picture *d, const noc_wires_pair *pair)
{
    const double bend = find_bend(d, pair); /* bend in the direction from a to b */
    if (pair->forward.lanes) draw_heat_direction(d, pair->a, pair->b, bend);
    if (pair->backward.lanes) draw_heat_direction(d, pair->b, pair->a, -bend);
    const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    if (d->has_labels)
        draw_label(d, pair,
                   (point){(a.x + b.x) / 2 - bend * (b.y - a.y) / length,
                           (a.y + b.y) / 2 + bend * (b.x - a.x) / length});
}

static bool is_between_dies(const picture *d, const noc_wires_pair *pair)
{
    const noc_router *routers =
        &d->panel->system->graph.routers[noc_svg_network(d->panel)->first_router];
    return routers[pair->a].die != routers[pair->b].die;
}

static void draw_link(const picture *d, const noc_wires_pair *pair)
{
    const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
    const double bend = find_bend(d, pair), length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    const point offset = {-bend * (b.y - a.y) / length, bend * (b.x - a.x) / length};
    const point middle = {(a.x + b.x) / 2 + offset.x, (a.y + b.y) / 2 + offset.y};
    fprintf(d->panel->out, "<path class=\"link%s\" style=\"stroke-width:%.1f\" d=\"M%.1f %.1f",
            is_between_dies(d, pair) ? " between" : "", find_link_width(pair), a.x, a.y);
    if (bend != 0.0)
        fprintf(d->panel->out, "Q%.1f %.1f %.1f %.1f\"/>\n", middle.x + offset.x,
                middle.y + offset.y, b.x, b.y);
    else
        fprintf(d->panel->out, "L%.1f %.1f\"/>\n", b.x, b.y);
    if (noc_wires_is_one_way(pair) && d->wires->routers <= NUMBERED_ROUTERS_MAX) {
        const double half_length = pair->forward.lanes ? 0.1 : -0.1;
        const point step = {half_length * (b.x - a.x), half_length * (b.y - a.y)};
        noc_svg_arrow(d->panel->out, "one-way", (point){middle.x - step.x, middle.y - step.y},
                      (point){middle.x + step.x, middle.y + step.y});
    }
    if (d->has_labels) {
        const double shift =
            noc_wires_is_one_way(pair) ? 0.18 : 0.0; /* keeps the label off the arrow */
        draw_label(d, pair,
                   (point){middle.x - shift * (b.x - a.x), middle.y - shift * (b.y - a.y)});
    }
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Surroundings of a router: for each direction the cosine of the angle to the closest object. */
typedef struct surroundings {
    float closest_cosines[DIRECTIONS];
} surroundings;

/* Returns direction i, counted from the lower left, the position of nodes in a mesh. */
static noc_circle_point find_direction(int i)
{
    return noc_find_circle_point(0.375 + (double)i / DIRECTIONS);
}

static void add_object(surroundings *k, double x, double y)
{
    for (int i = 0; i < DIRECTIONS; i++) {
        const noc_circle_point turn = find_direction(i);
        k->closest_cosines[i] = fmaxf(k->closest_cosines[i], (float)(turn.x * x + turn.y * y));
    }
}

/* Finds the direction farthest from all objects, and adds an object there. */
static noc_circle_point choose_free_direction(surroundings *k)
{
    int best_index = 0;
    for (int i = 1; i < DIRECTIONS; i++)
        if (k->closest_cosines[i] < k->closest_cosines[best_index] - 1e-4f) best_index = i;
    const noc_circle_point turn = find_direction(best_index);
    add_object(k, turn.x, turn.y);
    return turn;
}

/* Finds the busiest channel between a router and its nodes of one kind. `kind`: injection or
 * ejection. */
static uint32_t find_busiest_port(const picture *d, uint32_t router, bool is_memory,
                                  noc_channel_kind kind)
{
    const noc_graph *g = &d->panel->system->graph;
    const noc_channel_rates *rates = d->panel->heat->rates;
    const uint32_t router_index = noc_svg_network(d->panel)->first_router + router;
    uint32_t busiest = NOC_NONE;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (channel->kind != kind ||
            (kind == NOC_INJECTION ? channel->to : channel->from) != router_index)
            continue;
        const uint32_t node = kind == NOC_INJECTION ? channel->from : channel->to;
        if ((g->terminals[node].kind == NOC_MEMORY) != is_memory) continue;
        if (busiest == NOC_NONE ||
            rates->channels[c].utilization > rates->channels[busiest].utilization)
            busiest = c;
    }
    return busiest;
}

static void draw_heat_ports(const picture *d, uint32_t router, bool is_memory, point router_centre,
                            point node_centre)
{
    const double scale = d->pitch > 40 ? 1.0 : d->pitch / 40;
    const uint32_t injection = find_busiest_port(d, router, is_memory, NOC_INJECTION);
    const uint32_t ejection = find_busiest_port(d, router, is_memory, NOC_EJECTION);
    if (injection != NOC_NONE)
        noc_svg_heat_draw_line(d->panel->out, d->panel->heat, injection, scale, node_centre,
                               router_centre);
    if (ejection != NOC_NONE)
        noc_svg_heat_draw_line(d->panel->out, d->panel->heat, ejection, scale, router_centre,
                               node_centre);
}

static void draw_nodes(const picture *d, uint32_t router, bool is_memory, surroundings *k)
{
    const noc_wires_nodes *nodes = &d->wires->nodes[router];
    const uint32_t count = is_memory ? nodes->memories : nodes->computes;
    const double distance = 0.5 * d->pitch, side = d->pitch > 40 ? 13 : 0.2 * d->pitch;
    if (count == 0) return;
    const noc_circle_point direction = choose_free_direction(k);
    const point router_centre = d->boxes[router].centre;
    const point node_centre = {router_centre.x + distance * direction.x,
                               router_centre.y + distance * direction.y};
    if (d->panel->heat)
        draw_heat_ports(d, router, is_memory, router_centre, node_centre);
    else
        noc_svg_line(d->panel->out, "port", router_centre, node_centre);
    noc_svg_square(d->panel->out, is_memory ? "memory" : "compute", node_centre, side);
    if (count == 1 || d->wires->routers > NUMBERED_ROUTERS_MAX) return;
    fprintf(d->panel->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
            is_memory ? "count light" : "count", node_centre.x, node_centre.y + 3, count);
}

/* Draws all nodes in free directions around their routers. */
static noc_status draw_all_nodes(const picture *d, noc_diag *diag)
{
    surroundings *list = malloc((d->wires->routers + 1) * sizeof *list);
    if (!list) return noc_fail_memory(diag);
    for (uint32_t r = 0; r < d->wires->routers; r++)
        for (int i = 0; i < DIRECTIONS; i++) list[r].closest_cosines[i] = -1.0f;
    for (size_t i = 0; i < d->wires->count; i++) {
        const noc_wires_pair *pair = &d->wires->pairs[i];
        const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
        const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
        add_object(&list[pair->a], (b.x - a.x) / length, (b.y - a.y) / length);
        add_object(&list[pair->b], (a.x - b.x) / length, (a.y - b.y) / length);
    }
    for (uint32_t r = 0; r < d->wires->routers; r++) {
        draw_nodes(d, r, false, &list[r]);
        draw_nodes(d, r, true, &list[r]);
    }
    free(list);
    return NOC_OK;
}

static void draw_router_numbers(const picture *d)
{
    const char *class = d->pitch > 40 ? "name" : "name small";
    for (uint32_t r = 0; r < d->wires->routers && d->wires->routers <= NUMBERED_ROUTERS_MAX; r++)
        fprintf(d->panel->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", class,
                d->boxes[r].centre.x, d->boxes[r].centre.y + (d->pitch > 40 ? 3.5 : 2.5), r);
}

static bool has_labels(const noc_wires *wires)
{
    return wires->count <= LABELLED_LINKS_MAX && noc_wires_latencies_differ(wires);
}

noc_status noc_svg_graph_draw(const noc_svg_panel *p, noc_diag *diag)
{
    noc_wires wires;
    const uint32_t first = noc_svg_network(p)->first_router;
    noc_status status = noc_wires_find(p->system, p->network, &wires, diag);
    if (status == NOC_OK) {
        for (uint32_t r = 0; r < wires.routers; r++) {
            p->routers[first + r].centre.x += p->origin.x;
            p->routers[first + r].centre.y += p->origin.y;
        }
        const picture d = {.panel = p,
                           .wires = &wires,
                           .boxes = &p->routers[first],
                           .pitch = p->routers[first].width / 0.34,
                           .has_labels = has_labels(&wires)};
        for (size_t i = 0; i < wires.count; i++)
            (p->heat ? draw_heat_link : draw_link)(&d, &wires.pairs[i]);
        status = draw_all_nodes(&d, diag);
        noc_svg_draw_routers(p);
        draw_router_numbers(&d);
    }
    noc_wires_clear(&wires);
    return status;
}

noc_status noc_svg_graph_words(const noc_system *system, uint16_t network, char *text, size_t size,
                               noc_diag *diag)
{
    noc_wires wires;
    const noc_status status = noc_wires_find(system, network, &wires, diag);
    if (status == NOC_OK)
        snprintf(text, size, "%u routers, %zu links%s", wires.routers, wires.count,
                 has_labels(&wires)                     ? " with their cycles"
                 : wires.routers > NUMBERED_ROUTERS_MAX ? " (too many for numbers)"
                                                        : "");
    noc_wires_clear(&wires);
    return status;
}
