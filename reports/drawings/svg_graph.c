#include "reports/drawings/svg_graph.h"

#include <math.h>
#include <stdlib.h>

#include "reports/drawings/wires.h"
#include "reports/words/turn.h"

/* Largest number of routers with numbers, bends and arrows; largest number of links with latencies;
 * directions around a router. */
enum { NAMED_MOST = 1000, LABELLED_MOST = 150, DIRECTIONS = 16 };

static const double page_width =
    3600; /* limit, pixels; larger if the pitch would fall below pitch_min */
static const double pitch_least = 8;
static const double link_width = 1.1, width_least = 0.5, width_most = 7.0; /* pixels */

typedef noc_svg_point point;

bool noc_svg_is_graph(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].is_numbered;
}

/* ---- places --------------------------------------------------------------------------------- */

/* Returns the mean distance from a router to its nearest router, pixels. */
static double pitch_of(uint32_t routers)
{
    static const struct {
        uint32_t routers;
        double pitch;
    } pitches[] = {{40, 84}, {200, 62}, {NAMED_MOST, 36}, {UINT32_MAX, 16}};
    int i = 0;
    while (routers > pitches[i].routers) i++;
    return pitches[i].pitch;
}

static void place_routers(noc_svg_panel *p, const noc_wires *w, const noc_layout_point *at)
{
    noc_svg_box *boxes = &p->routers[noc_svg_network(p)->first_router];
    double pitch = pitch_of(w->routers), width = 0.0, height = 0.0;
    for (uint32_t r = 0; r < w->routers; r++) {
        width = fmax(width, at[r].x);
        height = fmax(height, at[r].y);
    }
    if (width * pitch > page_width) pitch = fmax(page_width / width, pitch_least);
    for (uint32_t r = 0; r < w->routers; r++)
        boxes[r] = (noc_svg_box){.centre = {pitch * (at[r].x + 0.75), pitch * (at[r].y + 0.75)},
                                 .width = 0.34 * pitch,
                                 .height = 0.34 * pitch};
    p->width = (width + 1.5) * pitch;
    p->height = (height + 1.5) * pitch;
}

noc_status noc_svg_graph_measure(noc_svg_panel *p, noc_diag *diag)
{
    noc_wires w;
    noc_layout_point *at = NULL;
    noc_status status = noc_wires_of(p->system, p->network, &w, diag);
    if (status == NOC_OK) status = noc_wires_places(p->system, p->network, &w, &at, diag);
    if (status == NOC_OK) place_routers(p, &w, at);
    noc_wires_clear(&w);
    free(at);
    return status;
}

/* ---- links ---------------------------------------------------------------------------------- */

/* State of one network's picture. */
typedef struct picture {
    const noc_svg_panel *p;
    const noc_wires *w;
    const noc_svg_box *boxes; /* boxes of the network's routers */
    double pitch;
    bool labelled; /* latencies are drawn at links */
} picture;

/* Returns the bend of a link to the side, pixels: a link that passes a router must not seem to end
 * there. */
static double bend_of(const picture *d, const noc_wires_pair *pair)
{
    const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
    const double length = hypot(b.x - a.x, b.y - a.y), near = 0.24 * d->pitch;
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    if (d->w->routers > NAMED_MOST || length <= 0.0) return 0.0;
    for (uint32_t r = 0; r < d->w->routers; r++) {
        const point c = d->boxes[r].centre;
        const double along = (c.x - a.x) * x + (c.y - a.y) * y;
        const double aside = (c.y - a.y) * x - (c.x - a.x) * y;
        if (r == pair->a || r == pair->b || along < near || along > length - near) continue;
        if (fabs(aside) < near) return (aside > -1e-6 ? -0.36 : 0.36) * d->pitch;
    }
    return 0.0;
}

static double width_of(const noc_wires_pair *pair)
{
    const double flits = fmax(pair->there.flits_per_cycle, pair->back.flits_per_cycle);
    return fmin(fmax(flits * link_width, width_least), width_most);
}

/* Draws the latencies of both directions, cycles; one number if they are equal: "2", "2/3". */
static void label(const picture *d, const noc_wires_pair *pair, point at)
{
    char text[24];
    const noc_wires_way *one = pair->there.lanes ? &pair->there : &pair->back;
    if (noc_wires_one_way(pair) || pair->there.cycles == pair->back.cycles)
        snprintf(text, sizeof text, "%u", one->cycles);
    else
        snprintf(text, sizeof text, "%u/%u", pair->there.cycles, pair->back.cycles);
    fprintf(d->p->out, "<text class=\"cycles\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", at.x, at.y + 3,
            text);
}

/* Finds the busiest channel from one router of the network to another. */
static uint32_t busiest_lane(const picture *d, uint32_t from, uint32_t to)
{
    const noc_graph *g = &d->p->system->graph;
    const uint32_t first = noc_svg_network(d->p)->first_router;
    uint32_t best = NOC_NONE, channel;
    for (uint32_t lane = 0;
         (channel = noc_graph_parallel_link(g, first + from, first + to, lane)) != NOC_NONE; lane++)
        if (best == NOC_NONE ||
            d->p->heat->rates->channels[channel].used > d->p->heat->rates->channels[best].used)
            best = channel;
    return best;
}

/* Draws one direction of a link in the colour of its utilisation. */
static void draw_hot_way(const picture *d, uint32_t from, uint32_t to, double bend)
{
    const point a = d->boxes[from].centre, b = d->boxes[to].centre;
    const uint32_t channel = busiest_lane(d, from, to);
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    const double scale = d->pitch > 40 ? 1.0 : d->pitch / 40;
    const point aside = noc_svg_heat_aside(d->p->heat, channel, scale, a, b);
    const point middle = {(a.x + b.x) / 2 - 2 * bend * (b.y - a.y) / length + aside.x,
                          (a.y + b.y) / 2 + 2 * bend * (b.x - a.x) / length + aside.y};
    char path[160];
    snprintf(path, sizeof path, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", a.x + aside.x, a.y + aside.y,
             middle.x, middle.y, b.x + aside.x, b.y + aside.y);
    noc_svg_heat_path(d->p->out, d->p->heat, channel, scale, path);
}

static void draw_hot_link(const picture *d, const noc_wires_pair *pair)
{
    const double bend = bend_of(d, pair); /* bend in the direction from a to b */
    if (pair->there.lanes) draw_hot_way(d, pair->a, pair->b, bend);
    if (pair->back.lanes) draw_hot_way(d, pair->b, pair->a, -bend);
    const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
    const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    if (d->labelled)
        label(d, pair,
              (point){(a.x + b.x) / 2 - bend * (b.y - a.y) / length,
                      (a.y + b.y) / 2 + bend * (b.x - a.x) / length});
}

static bool joins_dies(const picture *d, const noc_wires_pair *pair)
{
    const noc_router *routers = &d->p->system->graph.routers[noc_svg_network(d->p)->first_router];
    return routers[pair->a].die != routers[pair->b].die;
}

static void draw_link(const picture *d, const noc_wires_pair *pair)
{
    const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
    const double bend = bend_of(d, pair), length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
    const point aside = {-bend * (b.y - a.y) / length, bend * (b.x - a.x) / length};
    const point middle = {(a.x + b.x) / 2 + aside.x, (a.y + b.y) / 2 + aside.y};
    fprintf(d->p->out, "<path class=\"link%s\" style=\"stroke-width:%.1f\" d=\"M%.1f %.1f",
            joins_dies(d, pair) ? " between" : "", width_of(pair), a.x, a.y);
    if (bend != 0.0)
        fprintf(d->p->out, "Q%.1f %.1f %.1f %.1f\"/>\n", middle.x + aside.x, middle.y + aside.y,
                b.x, b.y);
    else
        fprintf(d->p->out, "L%.1f %.1f\"/>\n", b.x, b.y);
    if (noc_wires_one_way(pair) && d->w->routers <= NAMED_MOST) {
        const double by = pair->there.lanes ? 0.1 : -0.1;
        const point step = {by * (b.x - a.x), by * (b.y - a.y)};
        noc_svg_arrow(d->p->out, "one-way", (point){middle.x - step.x, middle.y - step.y},
                      (point){middle.x + step.x, middle.y + step.y});
    }
    if (d->labelled) {
        const double on = noc_wires_one_way(pair) ? 0.18 : 0.0; /* keeps the label off the arrow */
        label(d, pair, (point){middle.x - on * (b.x - a.x), middle.y - on * (b.y - a.y)});
    }
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Surroundings of a router: for each direction the cosine of the angle to the closest object. */
typedef struct around {
    float closest[DIRECTIONS];
} around;

/* Returns direction i, counted from the lower left, the position of nodes in a mesh. */
static noc_turn direction(int i)
{
    return noc_turn_of(0.375 + (double)i / DIRECTIONS);
}

static void note(around *k, double x, double y)
{
    for (int i = 0; i < DIRECTIONS; i++) {
        const noc_turn to = direction(i);
        k->closest[i] = fmaxf(k->closest[i], (float)(to.x * x + to.y * y));
    }
}

/* Finds the direction farthest from all objects, and adds an object there. */
static noc_turn take_direction(around *k)
{
    int best = 0;
    for (int i = 1; i < DIRECTIONS; i++)
        if (k->closest[i] < k->closest[best] - 1e-4f) best = i;
    const noc_turn to = direction(best);
    note(k, to.x, to.y);
    return to;
}

/* Finds the busiest channel between a router and its nodes of one kind. `kind`: injection or
 * ejection. */
static uint32_t busiest_port(const picture *d, uint32_t router, bool memory, noc_channel_kind kind)
{
    const noc_graph *g = &d->p->system->graph;
    const noc_channel_rates *rates = d->p->heat->rates;
    const uint32_t at = noc_svg_network(d->p)->first_router + router;
    uint32_t best = NOC_NONE;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *k = &g->channels[c];
        if (k->kind != kind || (kind == NOC_INJECTION ? k->to : k->from) != at) continue;
        const uint32_t node = kind == NOC_INJECTION ? k->from : k->to;
        if ((g->terminals[node].kind == NOC_MEMORY) != memory) continue;
        if (best == NOC_NONE || rates->channels[c].used > rates->channels[best].used) best = c;
    }
    return best;
}

static void draw_hot_ports(const picture *d, uint32_t router, bool memory, point from, point at)
{
    const double scale = d->pitch > 40 ? 1.0 : d->pitch / 40;
    const uint32_t in = busiest_port(d, router, memory, NOC_INJECTION);
    const uint32_t out = busiest_port(d, router, memory, NOC_EJECTION);
    if (in != NOC_NONE) noc_svg_heat_line(d->p->out, d->p->heat, in, scale, at, from);
    if (out != NOC_NONE) noc_svg_heat_line(d->p->out, d->p->heat, out, scale, from, at);
}

static void draw_nodes(const picture *d, uint32_t router, bool memory, around *k)
{
    const noc_wires_nodes *n = &d->w->nodes[router];
    const uint32_t count = memory ? n->memories : n->computes;
    const double far = 0.5 * d->pitch, side = d->pitch > 40 ? 13 : 0.2 * d->pitch;
    if (count == 0) return;
    const noc_turn to = take_direction(k);
    const point from = d->boxes[router].centre;
    const point at = {from.x + far * to.x, from.y + far * to.y};
    if (d->p->heat)
        draw_hot_ports(d, router, memory, from, at);
    else
        noc_svg_line(d->p->out, "port", from, at);
    noc_svg_square(d->p->out, memory ? "memory" : "compute", at, side);
    if (count == 1 || d->w->routers > NAMED_MOST) return;
    fprintf(d->p->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
            memory ? "count light" : "count", at.x, at.y + 3, count);
}

/* Draws all nodes in free directions around their routers. */
static noc_status draw_all_nodes(const picture *d, noc_diag *diag)
{
    around *all = malloc((d->w->routers + 1) * sizeof *all);
    if (!all) return noc_fail_memory(diag);
    for (uint32_t r = 0; r < d->w->routers; r++)
        for (int i = 0; i < DIRECTIONS; i++) all[r].closest[i] = -1.0f;
    for (size_t i = 0; i < d->w->count; i++) {
        const noc_wires_pair *pair = &d->w->pairs[i];
        const point a = d->boxes[pair->a].centre, b = d->boxes[pair->b].centre;
        const double length = fmax(hypot(b.x - a.x, b.y - a.y), 1e-9);
        note(&all[pair->a], (b.x - a.x) / length, (b.y - a.y) / length);
        note(&all[pair->b], (a.x - b.x) / length, (a.y - b.y) / length);
    }
    for (uint32_t r = 0; r < d->w->routers; r++) {
        draw_nodes(d, r, false, &all[r]);
        draw_nodes(d, r, true, &all[r]);
    }
    free(all);
    return NOC_OK;
}

static void name_routers(const picture *d)
{
    const char *class = d->pitch > 40 ? "name" : "name small";
    for (uint32_t r = 0; r < d->w->routers && d->w->routers <= NAMED_MOST; r++)
        fprintf(d->p->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n", class,
                d->boxes[r].centre.x, d->boxes[r].centre.y + (d->pitch > 40 ? 3.5 : 2.5), r);
}

static bool is_labelled(const noc_wires *w)
{
    return w->count <= LABELLED_MOST && noc_wires_differ(w);
}

noc_status noc_svg_graph_draw(const noc_svg_panel *p, noc_diag *diag)
{
    noc_wires w;
    const uint32_t first = noc_svg_network(p)->first_router;
    noc_status status = noc_wires_of(p->system, p->network, &w, diag);
    if (status == NOC_OK) {
        for (uint32_t r = 0; r < w.routers; r++) {
            p->routers[first + r].centre.x += p->origin.x;
            p->routers[first + r].centre.y += p->origin.y;
        }
        const picture d = {.p = p,
                           .w = &w,
                           .boxes = &p->routers[first],
                           .pitch = p->routers[first].width / 0.34,
                           .labelled = is_labelled(&w)};
        for (size_t i = 0; i < w.count; i++) (p->heat ? draw_hot_link : draw_link)(&d, &w.pairs[i]);
        status = draw_all_nodes(&d, diag);
        noc_svg_draw_routers(p);
        name_routers(&d);
    }
    noc_wires_clear(&w);
    return status;
}

noc_status noc_svg_graph_words(const noc_system *system, uint16_t network, char *text, size_t size,
                               noc_diag *diag)
{
    noc_wires w;
    const noc_status status = noc_wires_of(system, network, &w, diag);
    if (status == NOC_OK)
        snprintf(text, size, "%u routers, %zu links%s", w.routers, w.count,
                 is_labelled(&w)          ? " with their cycles"
                 : w.routers > NAMED_MOST ? " (too many for numbers)"
                                          : "");
    noc_wires_clear(&w);
    return status;
}
