#include "reports/drawings/svg_bundles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "reports/drawings/svg_stages.h"

/* Limits: nodes and switches on a page with one line for each channel; node links of one switch;
 * switches of a stage with one box each. */
enum { NODES_MAX = 100, SWITCHES_MAX = 250, PORTS_MAX = 40, BOXES_MAX = 20 };

/* Lengths are in pixels. */
static const double stage_width = 230, node_column = 150, node_inset = 50;
static const double height_min = 260, height_max = 800, row_height = 56;
static const double names_height = 20; /* height of the stages' names above their boxes, pixels */
static const double switch_width = 54, node_width = 52, node_height = 24;
static const double line_width_min = 1.1, line_width_max = 7.0;

typedef noc_svg_point point;

/* A box for one switch, or for all switches of a stage. */
typedef struct switch_box {
    noc_svg_box box;
    uint32_t first_router, switch_count; /* first switch, in the graph; number of switches */
    int stage, row, row_count;           /* row_count: number of boxes in the stage */
    bool has_nodes[2][2];                /* [is_right][kind]: nodes of a kind at that side */
} switch_box;

/* A channel and its two ends. An end is the position of a box (in `boxes`), or for nodes their
 * kind. */
typedef struct channel_line {
    noc_channel_kind kind;
    uint32_t source, target, channel;
} channel_line;

/* State of one network's picture. */
typedef struct picture {
    const noc_svg_panel *panel;
    switch_box *boxes;
    uint32_t *router_boxes; /* [router of the network]: position of its box */
    int *stage_switches;    /* [stage]: number of switches */
    uint32_t box_count;
    int stage_count;
    channel_line *lines;
    size_t line_count;
    size_t *last_bundles; /* [terminal]: number of the last bundle that counted it */
    size_t bundle_count;
} picture;

/* Channels between the same two ends. */
typedef struct bundle {
    const channel_line *lines;
    size_t count;
} bundle;

/* ---- boxes ---------------------------------------------------------------------------------- */

static bool has_many_ports(const noc_graph *graph, const noc_router *r)
{
    uint32_t injections = 0, ejections = 0;
    for (uint32_t i = 0; i < r->inputs; i++)
        injections += graph->channels[graph->inputs[r->first_input + i]].kind != NOC_LINK;
    for (uint32_t i = 0; i < r->outputs; i++)
        ejections += graph->channels[graph->outputs[r->first_output + i]].kind != NOC_LINK;
    return injections > PORTS_MAX || ejections > PORTS_MAX;
}

bool noc_svg_is_bundled(const noc_system *system, uint16_t network)
{
    const noc_graph *graph = &system->graph;
    const noc_network *net = &graph->networks[network];
    if (!noc_svg_has_stages(system, network)) return false;
    if (graph->terminal_count > NODES_MAX || net->router_count > SWITCHES_MAX) return true;
    for (uint32_t r = 0; r < net->router_count; r++)
        if (has_many_ports(graph, &graph->routers[net->first_router + r])) return true;
    return false;
}

/* Returns the largest number of boxes in a stage. */
static int largest_row_count(const noc_graph *graph, const noc_network *net)
{
    int rows = 1;
    for (int stage = 0; stage < noc_svg_count_stages(graph, net); stage++) {
        int switches = 0;
        for (uint32_t r = 0; r < net->router_count; r++)
            switches += graph->routers[net->first_router + r].column == stage;
        if (switches <= BOXES_MAX && switches > rows) rows = switches;
    }
    return rows;
}

static double find_names_height(const noc_svg_panel *p)
{
    return noc_svg_network(p)->column_names ? names_height : 0.0;
}

void noc_svg_bundles_measure(noc_svg_panel *p)
{
    const noc_network *net = noc_svg_network(p);
    const noc_graph *graph = &p->system->graph;
    p->has_two_way_nodes = noc_svg_has_two_way_nodes(p);
    p->width = noc_svg_count_stages(graph, net) * stage_width + 2 * node_column;
    p->height = fmin(fmax(largest_row_count(graph, net) * row_height, height_min), height_max);
    p->height += find_names_height(p);
}

static double stage_centre(const picture *d, int stage)
{
    return d->panel->origin.x + node_column + (stage + 0.5) * stage_width;
}

static void place_box(const picture *d, switch_box *b)
{
    const double names = find_names_height(d->panel), height = d->panel->height - names;
    const double pitch = height / b->row_count;
    b->box = (noc_svg_box){
        .centre = {stage_centre(d, b->stage), d->panel->origin.y + names + (b->row + 0.5) * pitch},
        .width = switch_width,
        .height = fmin(0.72 * pitch, 0.8 * height),
    };
}

/* Finds the boxes. */
static void find_boxes(picture *d)
{
    const noc_graph *graph = &d->panel->system->graph;
    const noc_network *net = noc_svg_network(d->panel);
    for (uint32_t r = 0; r < net->router_count; r++)
        d->stage_switches[graph->routers[net->first_router + r].column]++;
    for (int stage = 0; stage < d->stage_count; stage++) {
        const bool is_joined = d->stage_switches[stage] > BOXES_MAX;
        uint32_t first = d->box_count;
        for (uint32_t r = 0; r < net->router_count; r++) {
            if (graph->routers[net->first_router + r].column != stage) continue;
            if (!is_joined || d->box_count == first) {
                d->boxes[d->box_count] =
                    (switch_box){.first_router = net->first_router + r,
                                 .stage = stage,
                                 .row = (int)(d->box_count - first),
                                 .row_count = is_joined ? 1 : d->stage_switches[stage]};
                d->box_count++;
            }
            d->router_boxes[r] = d->box_count - 1;
            d->boxes[d->box_count - 1].switch_count++;
        }
    }
    for (uint32_t b = 0; b < d->box_count; b++) place_box(d, &d->boxes[b]);
}

/* True if nodes of a kind are drawn at the right of a box. Memory nodes are at the right if stages
 * are levels, counted from the cores. */
static bool is_at_right(const picture *d, noc_channel_kind kind, noc_terminal_kind node_kind,
                        uint32_t box)
{
    if (noc_svg_network(d->panel)->column_names) return node_kind == NOC_MEMORY;
    return d->panel->has_two_way_nodes ? d->boxes[box].stage > 0 : kind == NOC_EJECTION;
}

static void find_lines(picture *d)
{
    const noc_graph *graph = &d->panel->system->graph;
    const uint32_t base = noc_svg_network(d->panel)->first_router;
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        const noc_channel *channel = &graph->channels[c];
        if (channel->network != d->panel->network) continue;
        const bool is_injection = channel->kind == NOC_INJECTION,
                   is_ejection = channel->kind == NOC_EJECTION;
        channel_line *line = &d->lines[d->line_count++];
        *line = (channel_line){.kind = channel->kind,
                               .source = is_injection ? graph->terminals[channel->from].kind
                                                      : d->router_boxes[channel->from - base],
                               .target = is_ejection ? graph->terminals[channel->to].kind
                                                     : d->router_boxes[channel->to - base],
                               .channel = c};
        if (channel->kind == NOC_LINK) continue;
        const uint32_t node_kind = is_injection ? line->source : line->target,
                       box = is_injection ? line->target : line->source;
        const bool is_right = is_at_right(d, channel->kind, (noc_terminal_kind)node_kind, box);
        d->boxes[box].has_nodes[is_right][node_kind] = true;
    }
}

static int compare_lines(const void *left, const void *right)
{
    const channel_line *a = left, *b = right;
    const uint32_t x[] = {(uint32_t)a->kind, a->source, a->target, a->channel};
    const uint32_t y[] = {(uint32_t)b->kind, b->source, b->target, b->channel};
    for (size_t i = 0; i < sizeof x / sizeof x[0]; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* ---- lines of channels ---------------------------------------------------------------------- */

static double line_width(size_t channels)
{
    return fmin(line_width_min + 0.8 * log2((double)channels), line_width_max);
}

static uint32_t find_busiest(const noc_svg_heat *heat, const bundle *b)
{
    uint32_t busiest = b->lines[0].channel;
    for (size_t i = 1; i < b->count; i++)
        if (heat->rates->channels[b->lines[i].channel].utilization >
            heat->rates->channels[busiest].utilization)
            busiest = b->lines[i].channel;
    return busiest;
}

/* True if all channels of a bundle are between dies. */
static bool is_between_dies(const picture *d, const bundle *b)
{
    bool is_between = true;
    for (size_t i = 0; i < b->count; i++)
        is_between &= d->panel->system->graph.channels[b->lines[i].channel].crosses_dies;
    return is_between;
}

static void draw_line(const picture *d, const bundle *b, const char *class, point from, point to)
{
    const noc_svg_panel *p = d->panel;
    if (p->heat) {
        const double scale = b->count > 1 ? 1.2 : strchr(class, ' ') ? 0.45 : 0.8;
        noc_svg_heat_draw_bundle(p->out, p->heat, find_busiest(p->heat, b), b->count, scale, from,
                                 to);
        return;
    }
    if (b->count == 1) {
        noc_svg_line(p->out, class, from, to);
        return;
    }
    const noc_channel *first = &p->system->graph.channels[b->lines[0].channel];
    fprintf(p->out,
            "<path class=\"bundle%s\" style=\"stroke-width:%.2f\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
            is_between_dies(d, b) ? " between"
            : first->is_long      ? " far"
                                  : "",
            line_width(b->count), from.x, from.y, to.x, to.y);
}

/* Writes the number of links of a bundle of several. */
static void write_link_count(const picture *d, const bundle *b, double x, double y)
{
    if (b->count > 1)
        fprintf(d->panel->out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\">%zu links</text>\n", x,
                y, b->count);
}

/* Returns the end of a link at its box, in the order of the boxes at the other end. `offset`: shift
 * as a share of the link's room, for links in two directions. */
static point find_link_end(const switch_box *box, const switch_box *other_box, double offset)
{
    const double position = (other_box->row + 0.5 + offset) / other_box->row_count;
    return (point){box->box.centre.x +
                       (other_box->stage < box->stage ? -0.5 : 0.5) * box->box.width,
                   box->box.centre.y + box->box.height * (position - 0.5)};
}

static void draw_link_bundle(const picture *d, const bundle *b)
{
    const switch_box *from = &d->boxes[b->lines[0].source], *to = &d->boxes[b->lines[0].target];
    const noc_channel *channel = &d->panel->system->graph.channels[b->lines[0].channel];
    const double offset = !d->panel->has_two_way_nodes ? 0.0 : to->stage > from->stage ? 0.2 : -0.2;
    const point start = find_link_end(from, to, offset), end = find_link_end(to, from, offset);
    const double label_position = from->row_count > to->row_count   ? 0.3
                                  : from->row_count < to->row_count ? 0.7
                                                                    : 0.5;
    char class[32];
    snprintf(class, sizeof class, "%s%s", noc_svg_link_class(channel),
             from->row_count * to->row_count > 2 * BOXES_MAX ? " dense" : "");
    draw_line(d, b, class, start, end);
    const bool is_level =
        fabs(end.y - start.y) < 1.0; /* label above a level line, on any other line */
    write_link_count(d, b, start.x + label_position * (end.x - start.x),
                     start.y + label_position * (end.y - start.y) + (is_level ? -5 : 4));
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Counts the different nodes of a bundle. */
static uint32_t count_nodes(picture *d, const bundle *b)
{
    const noc_graph *graph = &d->panel->system->graph;
    uint32_t nodes = 0;
    d->bundle_count++;
    for (size_t i = 0; i < b->count; i++) {
        const noc_channel *channel = &graph->channels[b->lines[i].channel];
        const uint32_t terminal = channel->kind == NOC_INJECTION ? channel->from : channel->to;
        const uint32_t number = graph->terminals[terminal].number;
        for (uint32_t k = 0; k < channel->sharers; k++) {
            const uint32_t t =
                channel->sharers > 1 ? graph->compute_terminals[number + k] : terminal;
            nodes += d->last_bundles[t] != d->bundle_count;
            d->last_bundles[t] = d->bundle_count;
        }
    }
    return nodes;
}

static void draw_nodes(picture *d, const bundle *b, noc_terminal_kind kind, point centre,
                       double height)
{
    noc_svg_draw_box(d->panel->out, kind == NOC_MEMORY ? "memory" : "compute",
                     &(noc_svg_box){centre, node_width, height});
    fprintf(d->panel->out, "<text class=\"name%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
            kind == NOC_MEMORY ? " light" : "", centre.x, centre.y + 4, count_nodes(d, b));
}

/* Returns the shift of nodes down, pixels: two kinds at one side are drawn one above the other. */
static double node_offset(const switch_box *b, bool is_right, noc_terminal_kind kind)
{
    if (!b->has_nodes[is_right][NOC_COMPUTE] || !b->has_nodes[is_right][NOC_MEMORY]) return 0.0;
    return (kind == NOC_MEMORY ? 0.3 : -0.3) * b->box.height;
}

static void draw_terminals(picture *d, const bundle *b)
{
    const channel_line *line = b->lines;
    const bool is_injection = line->kind == NOC_INJECTION;
    const noc_terminal_kind kind = (noc_terminal_kind)(is_injection ? line->source : line->target);
    const switch_box *box = &d->boxes[is_injection ? line->target : line->source];
    const bool is_right =
        is_at_right(d, line->kind, kind, is_injection ? line->target : line->source);
    const double direction = is_right ? 1 : -1,
                 y = box->box.centre.y + node_offset(box, is_right, kind);
    const point node = {is_right ? d->panel->origin.x + d->panel->width - node_inset
                                 : d->panel->origin.x + node_inset,
                        y};
    const bool is_lower = d->panel->has_two_way_nodes &&
                          is_injection != is_right; /* flits to the right use the lower line */
    const double offset = d->panel->has_two_way_nodes ? (is_lower ? 4 : -4) : 0;
    const point node_end = {node.x - direction * node_width / 2, y + offset};
    const point box_end = {box->box.centre.x + direction * box->box.width / 2, y + offset};
    const noc_channel *channel = &d->panel->system->graph.channels[line->channel];
    draw_line(d, b, noc_svg_port_class(channel), is_injection ? node_end : box_end,
              is_injection ? box_end : node_end);
    write_link_count(d, b, (node_end.x + box_end.x) / 2, y + offset + (is_lower ? 13 : -5));
    draw_nodes(d, b, kind, node, fmin(node_height, 0.36 * d->panel->height / box->row_count));
}

/* ---- all ------------------------------------------------------------------------------------ */

static void draw_boxes(const picture *d)
{
    const noc_graph *graph = &d->panel->system->graph;
    const noc_network *net = noc_svg_network(d->panel);
    for (uint32_t i = 0; i < d->box_count; i++) {
        const switch_box *b = &d->boxes[i];
        const noc_crossbar *crossbar = &graph->routers[b->first_router].built_crossbar;
        const point centre = b->box.centre;
        noc_svg_draw_box(d->panel->out, noc_svg_is_half_router(crossbar) ? "half" : "router",
                         &b->box);
        fprintf(d->panel->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", centre.x,
                centre.y + 4);
        if (b->switch_count > 1)
            fprintf(d->panel->out, "%u", b->switch_count);
        else if (noc_network_has_silicon(net))
            fprintf(d->panel->out, "%ux%u", crossbar->inputs, crossbar->outputs);
        else
            fputs(noc_switchings[net->switching].name, d->panel->out);
        fputs("</text>\n", d->panel->out);
        if (b->switch_count > 1)
            fprintf(d->panel->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">switches</text>\n",
                    centre.x, centre.y + 17);
        else
            noc_svg_draw_die_name(d->panel, b->first_router, &b->box);
    }
}

static void draw_stage_names(const picture *d)
{
    const noc_network *net = noc_svg_network(d->panel);
    for (int stage = 0; net->column_names && stage < d->stage_count; stage++) {
        if (d->stage_switches[stage] == 0) continue;
        fprintf(d->panel->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">",
                stage_centre(d, stage), d->panel->origin.y + 0.6 * names_height);
        noc_svg_escape(d->panel->out, net->column_names[stage]);
        fputs("</text>\n", d->panel->out);
    }
}

static void draw_bundles(picture *d)
{
    qsort(d->lines, d->line_count, sizeof d->lines[0], compare_lines);
    for (size_t i = 0; i < d->line_count;) {
        bundle b = {&d->lines[i], 1};
        while (i + b.count < d->line_count && b.lines->kind == b.lines[b.count].kind &&
               b.lines->source == b.lines[b.count].source &&
               b.lines->target == b.lines[b.count].target)
            b.count++;
        if (b.lines->kind == NOC_LINK)
            draw_link_bundle(d, &b);
        else
            draw_terminals(d, &b);
        i += b.count;
    }
}

noc_status noc_svg_bundles_draw(const noc_svg_panel *p, noc_diag *diag)
{
    const noc_graph *graph = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    picture d = {.panel = p, .stage_count = noc_svg_count_stages(graph, net)};
    d.boxes = calloc(net->router_count + 1, sizeof d.boxes[0]);
    d.router_boxes = calloc(net->router_count + 1, sizeof d.router_boxes[0]);
    d.stage_switches = calloc((size_t)d.stage_count + 1, sizeof d.stage_switches[0]);
    d.lines = calloc(graph->channel_count + 1, sizeof d.lines[0]);
    d.last_bundles = calloc(graph->terminal_count + 1, sizeof d.last_bundles[0]);
    const bool has_memory =
        d.boxes && d.router_boxes && d.stage_switches && d.lines && d.last_bundles;
    if (has_memory) {
        find_boxes(&d);
        find_lines(&d);
        draw_bundles(&d);
        draw_boxes(&d);
        draw_stage_names(&d);
    }
    free(d.boxes);
    free(d.router_boxes);
    free(d.stage_switches);
    free(d.lines);
    free(d.last_bundles);
    return has_memory ? NOC_OK : noc_fail_memory(diag);
}
