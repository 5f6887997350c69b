#include "reports/drawings/svg_bundles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network/kinds/kinds.h"
#include "reports/drawings/svg_stages.h"

/* Limits: nodes and switches on a page with one line for each channel; node links of one switch;
 * switches of a stage with one box each. */
enum { NODES_MOST = 100, SWITCHES_MOST = 250, PORTS_MOST = 40, BOXES_MOST = 20 };

/* Lengths are in pixels. */
static const double stage_width = 230, node_column = 150, node_inset = 50;
static const double height_least = 260, height_most = 800, row_height = 56;
static const double names_height = 20; /* height of the stages' names above their boxes, pixels */
static const double switch_width = 54, node_width = 52, node_height = 24;
static const double line_least = 1.1, line_most = 7.0;

typedef noc_svg_point point;

/* A box for one switch, or for all switches of a stage. */
typedef struct drawn_box {
    noc_svg_box box;
    uint32_t first, switches; /* first switch, in the graph; number of switches */
    int stage, row, rows;     /* row_count: number of boxes in the stage */
    bool hangs[2][2];         /* [is_right][kind]: nodes of a kind at that side */
} drawn_box;

/* A channel and its two ends: position of a box, or kind of nodes. */
typedef struct strand {
    noc_channel_kind kind;
    uint32_t from, to, channel;
} strand;

/* State of one network's picture. */
typedef struct picture {
    const noc_svg_panel *p;
    drawn_box *boxes;
    uint32_t *box_of; /* [router of the network]: position of its box */
    int *in_stage;    /* [stage]: number of switches */
    uint32_t box_count;
    int stages;
    strand *strands;
    size_t strand_count;
    size_t *seen; /* [terminal]: number of the last bundle that counted it */
    size_t bundles;
} picture;

/* Channels between the same two ends. */
typedef struct bundle {
    const strand *strands;
    size_t count;
} bundle;

/* ---- boxes ---------------------------------------------------------------------------------- */

static bool has_many_ports(const noc_graph *g, const noc_router *r)
{
    uint32_t in = 0, out = 0;
    for (uint32_t i = 0; i < r->inputs; i++)
        in += g->channels[g->inputs[r->first_input + i]].kind != NOC_LINK;
    for (uint32_t i = 0; i < r->outputs; i++)
        out += g->channels[g->outputs[r->first_output + i]].kind != NOC_LINK;
    return in > PORTS_MOST || out > PORTS_MOST;
}

bool noc_svg_is_bundled(const noc_system *system, uint16_t network)
{
    const noc_graph *g = &system->graph;
    const noc_network *net = &g->networks[network];
    if (!noc_svg_is_stages(system, network)) return false;
    if (g->terminal_count > NODES_MOST || net->router_count > SWITCHES_MOST) return true;
    for (uint32_t r = 0; r < net->router_count; r++)
        if (has_many_ports(g, &g->routers[net->first_router + r])) return true;
    return false;
}

/* Returns the largest number of boxes in a stage. */
static int rows_of(const noc_graph *g, const noc_network *net)
{
    int rows = 1;
    for (int stage = 0; stage < noc_svg_stages_of(g, net); stage++) {
        int switches = 0;
        for (uint32_t r = 0; r < net->router_count; r++)
            switches += g->routers[net->first_router + r].column == stage;
        if (switches <= BOXES_MOST && switches > rows) rows = switches;
    }
    return rows;
}

static double height_of_names(const noc_svg_panel *p)
{
    return noc_svg_network(p)->column_names ? names_height : 0.0;
}

void noc_svg_bundles_measure(noc_svg_panel *p)
{
    const noc_network *net = noc_svg_network(p);
    const noc_graph *g = &p->system->graph;
    p->returns = noc_svg_returns(p);
    p->width = noc_svg_stages_of(g, net) * stage_width + 2 * node_column;
    p->height = fmin(fmax(rows_of(g, net) * row_height, height_least), height_most);
    p->height += height_of_names(p);
}

static double middle_of(const picture *d, int stage)
{
    return d->p->origin.x + node_column + (stage + 0.5) * stage_width;
}

static void place_box(const picture *d, drawn_box *b)
{
    const double names = height_of_names(d->p), height = d->p->height - names;
    const double pitch = height / b->rows;
    b->box = (noc_svg_box){
        .centre = {middle_of(d, b->stage), d->p->origin.y + names + (b->row + 0.5) * pitch},
        .width = switch_width,
        .height = fmin(0.72 * pitch, 0.8 * height),
    };
}

/* Finds the boxes. */
static void find_boxes(picture *d)
{
    const noc_graph *g = &d->p->system->graph;
    const noc_network *net = noc_svg_network(d->p);
    for (uint32_t r = 0; r < net->router_count; r++)
        d->in_stage[g->routers[net->first_router + r].column]++;
    for (int stage = 0; stage < d->stages; stage++) {
        const bool joined = d->in_stage[stage] > BOXES_MOST;
        uint32_t first = d->box_count;
        for (uint32_t r = 0; r < net->router_count; r++) {
            if (g->routers[net->first_router + r].column != stage) continue;
            if (!joined || d->box_count == first) {
                d->boxes[d->box_count] = (drawn_box){.first = net->first_router + r,
                                                     .stage = stage,
                                                     .row = (int)(d->box_count - first),
                                                     .rows = joined ? 1 : d->in_stage[stage]};
                d->box_count++;
            }
            d->box_of[r] = d->box_count - 1;
            d->boxes[d->box_count - 1].switches++;
        }
    }
    for (uint32_t b = 0; b < d->box_count; b++) place_box(d, &d->boxes[b]);
}

/* True if nodes of a kind are drawn at the right of a box. Memory nodes are at the right if stages
 * are levels, counted from the cores. */
static bool at_right(const picture *d, noc_channel_kind kind, noc_terminal_kind nodes, uint32_t box)
{
    if (noc_svg_network(d->p)->column_names) return nodes == NOC_MEMORY;
    return d->p->returns ? d->boxes[box].stage > 0 : kind == NOC_EJECTION;
}

static void find_strands(picture *d)
{
    const noc_graph *g = &d->p->system->graph;
    const uint32_t base = noc_svg_network(d->p)->first_router;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *k = &g->channels[c];
        if (k->network != d->p->network) continue;
        const bool in = k->kind == NOC_INJECTION, out = k->kind == NOC_EJECTION;
        strand *s = &d->strands[d->strand_count++];
        *s = (strand){.kind = k->kind,
                      .from = in ? g->terminals[k->from].kind : d->box_of[k->from - base],
                      .to = out ? g->terminals[k->to].kind : d->box_of[k->to - base],
                      .channel = c};
        if (k->kind == NOC_LINK) continue;
        const uint32_t nodes = in ? s->from : s->to, box = in ? s->to : s->from;
        const bool right = at_right(d, k->kind, (noc_terminal_kind)nodes, box);
        d->boxes[box].hangs[right][nodes] = true;
    }
}

static int compare(const void *left, const void *right)
{
    const strand *a = left, *b = right;
    const uint32_t x[] = {(uint32_t)a->kind, a->from, a->to, a->channel};
    const uint32_t y[] = {(uint32_t)b->kind, b->from, b->to, b->channel};
    for (size_t i = 0; i < sizeof x / sizeof x[0]; i++)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* ---- lines of channels ---------------------------------------------------------------------- */

static double line_width(size_t channels)
{
    return fmin(line_least + 0.8 * log2((double)channels), line_most);
}

static uint32_t busiest_of(const noc_svg_heat *heat, const bundle *b)
{
    uint32_t busiest = b->strands[0].channel;
    for (size_t i = 1; i < b->count; i++)
        if (heat->rates->channels[b->strands[i].channel].used > heat->rates->channels[busiest].used)
            busiest = b->strands[i].channel;
    return busiest;
}

/* True if all channels of a bundle are between dies. */
static bool joins_dies(const picture *d, const bundle *b)
{
    bool all = true;
    for (size_t i = 0; i < b->count; i++)
        all &= d->p->system->graph.channels[b->strands[i].channel].between_dies;
    return all;
}

static void draw_line(const picture *d, const bundle *b, const char *class, point from, point to)
{
    const noc_svg_panel *p = d->p;
    if (p->heat) {
        const double scale = b->count > 1 ? 1.2 : strchr(class, ' ') ? 0.45 : 0.8;
        noc_svg_heat_bundle(p->out, p->heat, busiest_of(p->heat, b), b->count, scale, from, to);
        return;
    }
    if (b->count == 1) {
        noc_svg_line(p->out, class, from, to);
        return;
    }
    const noc_channel *first = &p->system->graph.channels[b->strands[0].channel];
    fprintf(p->out,
            "<path class=\"bundle%s\" style=\"stroke-width:%.2f\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
            joins_dies(d, b) ? " between"
            : first->is_long ? " far"
                             : "",
            line_width(b->count), from.x, from.y, to.x, to.y);
}

/* Writes the number of links of a bundle of several. */
static void number(const picture *d, const bundle *b, double x, double y)
{
    if (b->count > 1)
        fprintf(d->p->out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\">%zu links</text>\n", x, y,
                b->count);
}

/* Returns the end of a link at its box, in the order of the boxes at the other end. `offset`: shift
 * as a share of the link's room, for links in two directions. */
static point end_of(const drawn_box *at, const drawn_box *other, double aside)
{
    const double place = (other->row + 0.5 + aside) / other->rows;
    return (point){at->box.centre.x + (other->stage < at->stage ? -0.5 : 0.5) * at->box.width,
                   at->box.centre.y + at->box.height * (place - 0.5)};
}

static void draw_links(const picture *d, const bundle *b)
{
    const drawn_box *from = &d->boxes[b->strands[0].from], *to = &d->boxes[b->strands[0].to];
    const noc_channel *c = &d->p->system->graph.channels[b->strands[0].channel];
    const double aside = !d->p->returns ? 0.0 : to->stage > from->stage ? 0.2 : -0.2;
    const point a = end_of(from, to, aside), z = end_of(to, from, aside);
    const double along = from->rows > to->rows ? 0.3 : from->rows < to->rows ? 0.7 : 0.5;
    char class[32];
    snprintf(class, sizeof class, "%s%s", noc_svg_link_class(c),
             from->rows * to->rows > 2 * BOXES_MOST ? " dense" : "");
    draw_line(d, b, class, a, z);
    const bool level = fabs(z.y - a.y) < 1.0; /* label above a level line, on any other line */
    number(d, b, a.x + along * (z.x - a.x), a.y + along * (z.y - a.y) + (level ? -5 : 4));
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* Counts the different nodes of a bundle. */
static uint32_t count_nodes(picture *d, const bundle *b)
{
    const noc_graph *g = &d->p->system->graph;
    uint32_t nodes = 0;
    d->bundles++;
    for (size_t i = 0; i < b->count; i++) {
        const noc_channel *c = &g->channels[b->strands[i].channel];
        const uint32_t outer = c->kind == NOC_INJECTION ? c->from : c->to;
        const uint32_t number = g->terminals[outer].number;
        for (uint32_t k = 0; k < c->sharers; k++) {
            const uint32_t t = c->sharers > 1 ? g->computes[number + k] : outer;
            nodes += d->seen[t] != d->bundles;
            d->seen[t] = d->bundles;
        }
    }
    return nodes;
}

static void draw_nodes(picture *d, const bundle *b, noc_terminal_kind kind, point at, double height)
{
    noc_svg_draw_box(d->p->out, kind == NOC_MEMORY ? "memory" : "compute",
                     &(noc_svg_box){at, node_width, height});
    fprintf(d->p->out, "<text class=\"name%s\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
            kind == NOC_MEMORY ? " light" : "", at.x, at.y + 4, count_nodes(d, b));
}

/* Returns the shift of nodes down, pixels: two kinds at one side are drawn one above the other. */
static double beside(const drawn_box *b, bool right, noc_terminal_kind kind)
{
    if (!b->hangs[right][NOC_COMPUTE] || !b->hangs[right][NOC_MEMORY]) return 0.0;
    return (kind == NOC_MEMORY ? 0.3 : -0.3) * b->box.height;
}

static void draw_terminals(picture *d, const bundle *b)
{
    const strand *s = b->strands;
    const bool in = s->kind == NOC_INJECTION;
    const noc_terminal_kind kind = (noc_terminal_kind)(in ? s->from : s->to);
    const drawn_box *box = &d->boxes[in ? s->to : s->from];
    const bool right = at_right(d, s->kind, kind, in ? s->to : s->from);
    const double side = right ? 1 : -1, y = box->box.centre.y + beside(box, right, kind);
    const point node = {
        right ? d->p->origin.x + d->p->width - node_inset : d->p->origin.x + node_inset, y};
    const bool below = d->p->returns && in != right; /* flits to the right use the lower line */
    const double way = d->p->returns ? (below ? 4 : -4) : 0;
    const point outer = {node.x - side * node_width / 2, y + way};
    const point inner = {box->box.centre.x + side * box->box.width / 2, y + way};
    const noc_channel *c = &d->p->system->graph.channels[s->channel];
    draw_line(d, b, noc_svg_port_class(c), in ? outer : inner, in ? inner : outer);
    number(d, b, (outer.x + inner.x) / 2, y + way + (below ? 13 : -5));
    draw_nodes(d, b, kind, node, fmin(node_height, 0.36 * d->p->height / box->rows));
}

/* ---- all ------------------------------------------------------------------------------------ */

static void draw_boxes(const picture *d)
{
    const noc_graph *g = &d->p->system->graph;
    const noc_network *net = noc_svg_network(d->p);
    for (uint32_t i = 0; i < d->box_count; i++) {
        const drawn_box *b = &d->boxes[i];
        const noc_crossbar *built = &g->routers[b->first].built;
        const point at = b->box.centre;
        noc_svg_draw_box(d->p->out, noc_svg_is_half(built) ? "half" : "router", &b->box);
        fprintf(d->p->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", at.x, at.y + 4);
        if (b->switches > 1)
            fprintf(d->p->out, "%u", b->switches);
        else if (noc_network_has_silicon(net))
            fprintf(d->p->out, "%ux%u", built->inputs, built->outputs);
        else
            fputs(noc_switchings[net->switching].name, d->p->out);
        fputs("</text>\n", d->p->out);
        if (b->switches > 1)
            fprintf(d->p->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">switches</text>\n", at.x,
                    at.y + 17);
        else
            noc_svg_name_die(d->p, b->first, &b->box);
    }
}

static void draw_names(const picture *d)
{
    const noc_network *net = noc_svg_network(d->p);
    for (int stage = 0; net->column_names && stage < d->stages; stage++) {
        if (d->in_stage[stage] == 0) continue;
        fprintf(d->p->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", middle_of(d, stage),
                d->p->origin.y + 0.6 * names_height);
        noc_svg_escape(d->p->out, net->column_names[stage]);
        fputs("</text>\n", d->p->out);
    }
}

static void draw_bundles(picture *d)
{
    qsort(d->strands, d->strand_count, sizeof d->strands[0], compare);
    for (size_t i = 0; i < d->strand_count;) {
        bundle b = {&d->strands[i], 1};
        while (i + b.count < d->strand_count && b.strands->kind == b.strands[b.count].kind &&
               b.strands->from == b.strands[b.count].from && b.strands->to == b.strands[b.count].to)
            b.count++;
        if (b.strands->kind == NOC_LINK)
            draw_links(d, &b);
        else
            draw_terminals(d, &b);
        i += b.count;
    }
}

noc_status noc_svg_bundles_draw(const noc_svg_panel *p, noc_diag *diag)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    picture d = {.p = p, .stages = noc_svg_stages_of(g, net)};
    d.boxes = calloc(net->router_count + 1, sizeof d.boxes[0]);
    d.box_of = calloc(net->router_count + 1, sizeof d.box_of[0]);
    d.in_stage = calloc((size_t)d.stages + 1, sizeof d.in_stage[0]);
    d.strands = calloc(g->channel_count + 1, sizeof d.strands[0]);
    d.seen = calloc(g->terminal_count + 1, sizeof d.seen[0]);
    const bool enough = d.boxes && d.box_of && d.in_stage && d.strands && d.seen;
    if (enough) {
        find_boxes(&d);
        find_strands(&d);
        draw_bundles(&d);
        draw_boxes(&d);
        draw_names(&d);
    }
    free(d.boxes);
    free(d.box_of);
    free(d.in_stage);
    free(d.strands);
    free(d.seen);
    return enough ? NOC_OK : noc_fail_memory(diag);
}
