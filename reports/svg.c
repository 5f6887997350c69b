#include "reports/svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds.h"
#include "reports/svg_shapes.h"
#include "reports/svg_structure.h"
#include "reports/writers/svg_text.h"

/* Lengths are in pixels. */
static const double margin = 24, title_height = 54, panel_gap = 48, legend_height = 44;
static const double title_width = 390, structure_width = 520; /* of a network */
static const double router_pitch = 62, stage_width = 230, node_column = 120;

static const char style[] =
    "  text { font: 11px sans-serif; fill: #333; }\n"
    "  .title { font-size: 16px; font-weight: bold; }\n"
    "  .panel { font-size: 12px; fill: #555; }\n"
    "  .name { font-size: 10px; text-anchor: middle; }\n"
    "  .small { font-size: 7px; fill: #777; }\n"
    "  .right { text-anchor: end; }\n"
    "  .link { stroke: #456; stroke-width: 1.1; fill: none; }\n"
    "  .long { stroke: #a36; stroke-width: 1.7; fill: none; }\n"
    "  .dense { stroke-width: 0.5; stroke-opacity: 0.55; }\n"
    "  .port { stroke: #999; stroke-width: 0.8; fill: none; }\n"
    "  .far { stroke: #a36; stroke-opacity: 0.7; }\n"
    "  .router { fill: #dfe7f2; stroke: #345; stroke-width: 1.2; }\n"
    "  .half { fill: #fff; stroke: #345; stroke-width: 1.2; stroke-dasharray: 3 2; }\n"
    /* light and dark, so that grey prints tell them apart */
    "  .compute { fill: #b9dcb9; stroke: #4a7a4a; stroke-width: 0.7; }\n"
    "  .memory { fill: #c65a0a; stroke: #7a3400; stroke-width: 0.7; }\n"
    "  .one-way { fill: #456; }\n"
    "  .concentrator { fill: #fff3b0; stroke: #886; stroke-width: 0.9; }\n";

typedef noc_svg_point point;

typedef struct box {
    point centre;
    double width, height;
} box;

/* One network being drawn. */
typedef struct panel {
    const noc_system *system;
    FILE *out;
    uint16_t network;
    point origin;
    double width, height;
    box *routers;    /* of the whole graph */
    int stages;      /* of switches; 0 on a grid */
    double node_gap; /* between the nodes of a column, without a grid */
} panel;

static const noc_network *network_of(const panel *p)
{
    return &p->system->graph.networks[p->network];
}

static bool on_grid(const noc_network *net)
{
    return net->columns > 0;
}

/* ---- sizes ---------------------------------------------------------------------------------- */

static int stages_of(const noc_graph *g, const noc_network *net)
{
    int stages = 0;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (g->routers[r].column >= stages) stages = g->routers[r].column + 1;
    return stages;
}

static void measure(panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = network_of(p);
    if (noc_svg_has_structure(p->system, p->network)) {
        noc_svg_structure_size(p->system, p->network, &p->width, &p->height);
        return;
    }
    if (on_grid(net)) {
        const double tiles = (double)g->columns / net->columns;
        const double pitch = router_pitch * (tiles > 1 ? 1.5 : 1.0);
        p->width = net->columns * pitch;
        p->height = net->rows * pitch;
        return;
    }
    p->stages = stages_of(g, net);
    p->node_gap = g->terminal_count > 60 ? 8 : 14;
    p->width = p->stages * stage_width + 2 * node_column;
    p->height = g->terminal_count * p->node_gap;
    if (p->height < 260) p->height = 260;
}

static void place_routers(panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = network_of(p);
    int *in_stage = calloc((size_t)p->stages + 1, sizeof *in_stage), *at = NULL;
    at = calloc((size_t)p->stages + 1, sizeof *at);
    for (uint32_t i = 0; i < net->router_count && p->stages && in_stage; i++)
        in_stage[g->routers[net->first_router + i].column]++;
    for (uint32_t i = 0; i < net->router_count; i++) {
        const noc_router *r = &g->routers[net->first_router + i];
        box *b = &p->routers[net->first_router + i];
        if (on_grid(net)) {
            const double x = p->width / net->columns, y = p->height / net->rows;
            b->centre =
                (point){p->origin.x + (r->column + 0.5) * x, p->origin.y + (r->row + 0.5) * y};
            b->width = b->height = 0.34 * x;
        } else if (in_stage && at) {
            const double y = p->height / in_stage[r->column];
            const double tall = 0.72 * y;
            b->centre = (point){p->origin.x + node_column + (r->column + 0.5) * stage_width,
                                p->origin.y + (at[r->column]++ + 0.5) * y};
            b->width = 54;
            b->height = tall > 0.8 * p->height ? 0.8 * p->height : tall;
        }
    }
    free(in_stage);
    free(at);
}

/* ---- places --------------------------------------------------------------------------------- */

/* Where a port of a switch is: inputs on its left side, outputs on its right one. */
static point port_at(const panel *p, uint32_t router, unsigned port, unsigned ports, bool input)
{
    const box *b = &p->routers[router];
    return (point){b->centre.x + (input ? -0.5 : 0.5) * b->width,
                   b->centre.y + b->height * ((port + 0.5) / ports - 0.5)};
}

/* Whether a switch is the only one of its stage. */
static bool is_alone(const noc_graph *g, uint32_t router)
{
    const noc_network *net = &g->networks[g->routers[router].network];
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (r != router && g->routers[r].column == g->routers[router].column) return false;
    return true;
}

/* Where a node is: on a grid on its tile, else in the column of those that send or of those that
 * get. */
static point node_at(const panel *p, const noc_channel *channel, uint32_t terminal)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = network_of(p);
    const noc_terminal *t = &g->terminals[terminal];
    if (on_grid(net)) {
        const double x = p->width / g->columns, y = p->height / g->rows;
        const bool shared = g->columns != net->columns || g->rows != net->rows;
        const double aside = shared ? 0.0 : 0.36;
        point at = {p->origin.x + (t->column + 0.5 - aside) * x,
                    p->origin.y + (t->row + 0.5 + aside) * y};
        if (!shared) return at;
        const box *b = &p->routers[channel->kind == NOC_INJECTION ? channel->to : channel->from];
        at.x += 0.25 * (at.x > b->centre.x ? x : -x); /* clear of the router */
        at.y += 0.25 * (at.y > b->centre.y ? y : -y);
        return at;
    }
    const bool left = channel->kind == NOC_INJECTION;
    const uint32_t router = left ? channel->to : channel->from;
    uint32_t place = terminal, places = g->terminal_count;
    if (is_alone(g, router) && !(net->carries[NOC_REQUEST] && net->carries[NOC_REPLY])) {
        place = t->number; /* one kind of nodes at one switch: beside its middle */
        places = t->kind == NOC_MEMORY ? g->memory_count : g->compute_count;
    }
    const double top = p->origin.y + (p->height - places * p->node_gap) / 2;
    return (point){p->origin.x + (left ? 60 : p->width - 60), top + (place + 0.5) * p->node_gap};
}

/* ---- drawing -------------------------------------------------------------------------------- */

/* A link past routers: a flat arc between them and their nodes. */
static void draw_arc(const panel *p, point a, point b)
{
    const double pitch = p->width / network_of(p)->columns, length = hypot(b.x - a.x, b.y - a.y);
    const double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
    const double height = fmin(0.12 + 0.06 * length / pitch, 0.30) * pitch;
    const double up = height / 0.75, on = 0.5 * pitch; /* of the control points */
    fprintf(p->out, "<path class=\"long\" d=\"M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f\"/>\n", a.x,
            a.y, a.x + on * x + up * y, a.y + on * y - up * x, b.x - on * x + up * y,
            b.y - on * y - up * x, b.x, b.y);
}

static void draw_grid_link(const panel *p, const noc_channel *c)
{
    const noc_graph *g = &p->system->graph;
    const point a = p->routers[c->from].centre, b = p->routers[c->to].centre;
    const bool back = noc_graph_link(g, c->to, c->from) != NOC_NONE;
    if (back && c->from > c->to) return;
    if (!c->is_long) {
        noc_svg_line(p->out, "link", a, b);
        if (!back) noc_svg_arrow(p->out, "one-way", a, b);
        return;
    }
    draw_arc(p, a, b);
}

/* How the link of a node is drawn. */
static const char *port_class(const noc_channel *c)
{
    return c->is_long ? "port far" : "port";
}

static void draw_links(const panel *p)
{
    const noc_graph *g = &p->system->graph;
    uint32_t links = 0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        links += g->channels[c].network == p->network && g->channels[c].kind == NOC_LINK;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (c->network != p->network || c->kind != NOC_LINK) continue;
        if (on_grid(network_of(p))) {
            draw_grid_link(p, c);
            continue;
        }
        const noc_router *from = &g->routers[c->from], *to = &g->routers[c->to];
        const bool leftward = from->column > to->column;
        char class[24];
        snprintf(class, sizeof class, "%s%s", c->is_long ? "long" : "link",
                 links > 60 ? " dense" : "");
        noc_svg_line(p->out, class, port_at(p, c->from, c->from_port, from->outputs, leftward),
                     port_at(p, c->to, c->to_port, to->inputs, !leftward));
    }
}

static void draw_node(const panel *p, uint32_t terminal, point at)
{
    const noc_terminal *t = &p->system->graph.terminals[terminal];
    const bool memory = t->kind == NOC_MEMORY;
    const double side = p->stages ? 0.7 * p->node_gap : 10;
    noc_svg_square(p->out, memory ? "memory" : "compute", at, side);
}

/* The multiplexer of nodes that share a port: a wedge on the way to it. */
static point draw_concentrator(const panel *p, const noc_channel *c, point first, point last,
                               point port)
{
    const bool injects = c->kind == NOC_INJECTION;
    const point tip = {first.x + (injects ? 60 : -60), (first.y + last.y) / 2};
    const double back = injects ? -22 : 22, half = 0.45 * (last.y - first.y) + 2;
    fprintf(p->out,
            "<path class=\"concentrator\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n",
            tip.x + back, tip.y - half, tip.x, tip.y - half / 3, tip.x, tip.y + half / 3,
            tip.x + back, tip.y + half);
    noc_svg_line(p->out, port_class(c), tip, port);
    return (point){tip.x + back, tip.y};
}

/* How far to the side a link of a node's router is drawn, for a node with several ports of a kind
 * there. */
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

/* The nodes of one terminal link, and the link. */
static void draw_terminal_link(const panel *p, uint32_t channel)
{
    const noc_graph *g = &p->system->graph;
    const noc_channel *c = &g->channels[channel];
    const bool injects = c->kind == NOC_INJECTION, grid = on_grid(network_of(p));
    const uint32_t outer = injects ? c->from : c->to, router = injects ? c->to : c->from;
    const noc_router *r = &g->routers[router];
    point port = p->routers[router].centre;
    if (!grid)
        port = injects ? port_at(p, router, c->to_port, r->inputs, r->column == 0)
                       : port_at(p, router, c->from_port, r->outputs, false);
    const uint32_t first = g->terminals[outer].number;
    const point a = node_at(p, c, outer);
    if (c->sharers > 1) {
        const point b = node_at(p, c, g->computes[first + c->sharers - 1]);
        draw_concentrator(p, c, a, b, port);
        for (uint32_t i = 0; i < c->sharers; i++) {
            const point at = node_at(p, c, g->computes[first + i]);
            noc_svg_line(p->out, "port", at, (point){a.x + (injects ? 38 : -38), at.y});
            draw_node(p, g->computes[first + i], at);
        }
        return;
    }
    const double shift = grid ? port_shift(g, channel) : 0.0;
    noc_svg_line(p->out, port_class(c), (point){a.x + shift, a.y + shift},
                 (point){port.x + shift, port.y + shift});
    draw_node(p, outer, a);
}

/* A half router connects about half of its pairs; one with several ports for its node lacks only
 * the ways from one of these to another. */
static bool is_half(const noc_crossbar *built)
{
    return 3 * built->crosspoints < 2 * (uint32_t)built->inputs * built->outputs;
}

static void draw_routers(const panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = network_of(p);
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        const noc_crossbar *built = &g->routers[r].built;
        const box *b = &p->routers[r];
        fprintf(
            p->out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>\n",
            is_half(built) ? "half" : "router", b->centre.x - b->width / 2,
            b->centre.y - b->height / 2, b->width, b->height);
        if (!p->stages) continue;
        fprintf(p->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", b->centre.x,
                b->centre.y + 4);
        if (noc_network_has_silicon(net))
            fprintf(p->out, "%ux%u", built->inputs, built->outputs);
        else
            fputs(noc_switchings[net->switching].name, p->out);
        fputs("</text>\n", p->out);
    }
}

static const char *carried(const noc_network *net)
{
    if (net->carries[NOC_REQUEST] && net->carries[NOC_REPLY]) return "requests and replies";
    return net->carries[NOC_REPLY] ? "replies" : "requests";
}

static void draw_panel(panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = network_of(p);
    fprintf(p->out, "<text class=\"panel\" x=\"%.1f\" y=\"%.1f\">network %u: %s, %u bytes wide, ",
            p->origin.x, p->origin.y - 8, p->network,
            noc_graph_has_replies(g) ? carried(net) : "packets", net->flit_bytes);
    char words[100];
    const bool structured = noc_svg_has_structure(p->system, p->network);
    if (structured)
        noc_svg_structure_words(p->system, p->network, words, sizeof words);
    else if (noc_network_has_buffers(net))
        snprintf(words, sizeof words, "%u VCs of %u flits", net->vc.virtual_channels,
                 net->vc.buffer_flits);
    else
        noc_topology_at((size_t)noc_system_spec(p->system, p->network)->topology)
            ->explain(p->system->design, net->spec, words, sizeof words);
    fputs(words, p->out);
    fputs("</text>\n", p->out);
    if (structured) {
        noc_svg_structure_draw(p->system, p->network, p->origin.x, p->origin.y, p->out);
        return;
    }
    place_routers(p);
    draw_links(p);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].network == p->network && g->channels[c].kind != NOC_LINK)
            draw_terminal_link(p, c);
    draw_routers(p);
}

/* ---- the page ------------------------------------------------------------------------------- */

static bool has_half_routers(const noc_graph *g)
{
    for (uint32_t r = 0; r < g->router_count; r++)
        if (is_half(&g->routers[r].built)) return true;
    return false;
}

static bool has_long_links(const noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].is_long) return true;
    return false;
}

static bool has_concentrators(const noc_graph *g)
{
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].sharers > 1) return true;
    return false;
}

/* A mark and its name; returns where the next one starts. */
static double draw_mark(FILE *out, noc_svg_mark mark, bool line, double x, double y)
{
    if (line)
        noc_svg_line(out, mark.class, (point){x, y - 4}, (point){x + 12, y - 4});
    else
        noc_svg_square(out, mark.class, (point){x + 6, y - 4}, 12);
    noc_svg_text(out, "panel", x + 17, y, mark.name);
    return x + 45 + 6.2 * (double)strlen(mark.name);
}

static bool is_line(const char *class)
{
    static const char *const lines[] = {"long", "first", "second", "token"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(class, lines[i]) == 0) return true;
    return false;
}

static void draw_legend(const noc_graph *g, FILE *out, double y)
{
    const struct {
        noc_svg_mark mark;
        bool there;
    } marks[] = {
        {{"compute", g->memory_count ? "compute node" : "node"}, true},
        {{"memory", "memory node"}, g->memory_count > 0},
        {{"router", noc_graph_has_silicon(g) ? "router" : "ideal network"}, true},
        {{"half", "half router"}, has_half_routers(g)},
        {{"concentrator", "concentrator"}, has_concentrators(g)},
        {{"long", "long link"}, has_long_links(g)},
    };
    double x = margin;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (marks[i].there) x = draw_mark(out, marks[i].mark, is_line(marks[i].mark.class), x, y);
}

/* Below a network that has ways of its own. */
static void draw_own_legend(const panel *p)
{
    double x = p->origin.x;
    const noc_svg_mark *marks = noc_svg_structure_marks(p->system, p->network);
    for (size_t i = 0; marks[i].class; i++)
        x = draw_mark(p->out, marks[i], is_line(marks[i].class), x, p->origin.y + p->height + 16);
}

/* Panels side by side, two in a row. Returns the size of the page. */
static point arrange(panel *panels, uint16_t count)
{
    point page = {600, margin + title_height}; /* wide enough for the legend */
    for (uint16_t n = 0; n < count; n += 2) {
        double x = margin, tallest = 0;
        for (uint16_t k = n; k < count && k < n + 2; k++) {
            panels[k].origin = (point){x, page.y};
            const bool structured = noc_svg_has_structure(panels[k].system, k);
            x += fmax(panels[k].width, structured ? structure_width : title_width) + panel_gap;
            if (panels[k].height > tallest) tallest = panels[k].height;
        }
        if (x - panel_gap + margin > page.x) page.x = x - panel_gap + margin;
        page.y += tallest + panel_gap;
    }
    page.y += legend_height - panel_gap + margin;
    return page;
}

noc_status noc_svg_draw(const noc_system *system, FILE *out, noc_diag *diag)
{
    const noc_graph *g = &system->graph;
    panel *panels = calloc(g->network_count, sizeof *panels);
    box *routers = calloc(g->router_count + 1, sizeof *routers);
    if (!panels || !routers) {
        free(panels);
        free(routers);
        return noc_fail_memory(diag);
    }
    for (uint16_t n = 0; n < g->network_count; n++) {
        panels[n] = (panel){.system = system, .out = out, .network = n, .routers = routers};
        measure(&panels[n]);
    }
    const point page = arrange(panels, g->network_count);
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 "
        "%.0f %.0f\">\n<style>\n%s%s</style>\n<rect width=\"100%%\" height=\"100%%\" "
        "fill=\"#fff\"/>\n",
        page.x, page.y, page.x, page.y, style, noc_svg_structure_style);
    noc_svg_text(out, "title", margin, margin + 10, system->design->name);
    for (uint16_t n = 0; n < g->network_count; n++) draw_panel(&panels[n]);
    for (uint16_t n = 0; n < g->network_count; n++)
        if (noc_svg_has_structure(system, n)) draw_own_legend(&panels[n]);
    draw_legend(g, out, page.y - margin);
    fprintf(out, "</svg>\n");
    free(panels);
    free(routers);
    return NOC_OK;
}
