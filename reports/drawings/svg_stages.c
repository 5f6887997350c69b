#include "reports/drawings/svg_stages.h"

#include <stdlib.h>

#include "network/kinds/kinds.h"
#include "reports/drawings/svg_structure.h"

/* Lengths are in pixels. */
static const double stage_width = 230, node_column = 120, node_inset = 60;
static const double node_side = 9.8,
                    node_stagger = 13; /* side of a node; shift of every second node */
static const double height_least = 260, switch_width = 54;

enum { DENSE = 60 }; /* number of nodes in a dense picture */

typedef noc_svg_point point;

bool noc_svg_is_stages(const noc_system *system, uint16_t network)
{
    const noc_network *net = &system->graph.networks[network];
    return net->columns == 0 && !net->is_numbered && !noc_svg_has_structure(system, network);
}

int noc_svg_stages_of(const noc_graph *g, const noc_network *net)
{
    int stages = 0;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (g->routers[r].column >= stages) stages = g->routers[r].column + 1;
    return stages;
}

bool noc_svg_returns(const noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    uint32_t to = NOC_NONE, from = NOC_NONE;
    if (noc_svg_stages_of(g, noc_svg_network(p)) < 2) return false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *k = &g->channels[c];
        if (k->network != p->network) continue;
        if (k->kind == NOC_INJECTION && k->from == g->computes[0]) to = k->to;
        if (k->kind == NOC_EJECTION && k->to == g->computes[0]) from = k->from;
    }
    return to != NOC_NONE && to == from;
}

/* Returns the distance of the nodes in a column, pixels. */
static double node_gap(uint32_t nodes)
{
    return nodes > DENSE ? 8 : 14;
}

void noc_svg_stages_measure(noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    p->returns = noc_svg_returns(p);
    p->width = noc_svg_stages_of(g, noc_svg_network(p)) * stage_width + 2 * node_column;
    p->height = g->terminal_count * node_gap(g->terminal_count);
    if (p->height < height_least) p->height = height_least;
}

static noc_status place_switches(const noc_svg_panel *p, noc_diag *diag)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    const size_t stages = (size_t)noc_svg_stages_of(g, net);
    int *in_stage = calloc(2 * stages + 1, sizeof *in_stage);
    if (!in_stage) return noc_fail_memory(diag);
    int *at = in_stage + stages;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        in_stage[g->routers[r].column]++;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        const int stage = g->routers[r].column;
        const double y = p->height / in_stage[stage], tall = 0.72 * y;
        p->routers[r] = (noc_svg_box){
            .centre = {p->origin.x + node_column + (stage + 0.5) * stage_width,
                       p->origin.y + (at[stage]++ + 0.5) * y},
            .width = switch_width,
            .height = tall > 0.8 * p->height ? 0.8 * p->height : tall,
        };
    }
    free(in_stage);
    return NOC_OK;
}

/* True if the nodes of a switch are drawn at its left. */
static bool has_nodes_at_left(const noc_svg_panel *p, noc_channel_kind kind, uint32_t router)
{
    return p->returns ? p->system->graph.routers[router].column == 0 : kind == NOC_INJECTION;
}

/* Returns the position of a switch's port, at its left or right. Ports of the two directions have
 * an offset if they share a side. */
static point port_at(const noc_svg_panel *p, uint32_t router, unsigned port, bool input, bool left)
{
    const noc_router *r = &p->system->graph.routers[router];
    const noc_svg_box *b = &p->routers[router];
    const double apart = !p->returns ? 0 : input == left ? 1.5 : -1.5;
    const unsigned ports = input ? r->inputs : r->outputs;
    return (point){b->centre.x + (left ? -0.5 : 0.5) * b->width,
                   b->centre.y + b->height * ((port + 0.5) / ports - 0.5) + apart};
}

/* True if a switch is the only one in its stage. */
static bool is_alone(const noc_graph *g, uint32_t router)
{
    const noc_network *net = &g->networks[g->routers[router].network];
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (r != router && g->routers[r].column == g->routers[router].column) return false;
    return true;
}

/* Centre of a node, and the start of its line beside other nodes. */
typedef struct node_place {
    point at, past;
} node_place;

/* Finds the position of a node in the column of senders or receivers. */
static node_place node_at(const noc_svg_panel *p, const noc_channel *channel, uint32_t terminal)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    const noc_terminal *t = &g->terminals[terminal];
    const bool injects = channel->kind == NOC_INJECTION, returns = p->returns;
    const uint32_t router = injects ? channel->to : channel->from;
    const bool left = has_nodes_at_left(p, channel->kind, router);
    const bool both = net->carries[NOC_REQUEST] && net->carries[NOC_REPLY];
    uint32_t place = terminal, places = g->terminal_count;
    double gap = node_gap(places);
    if (returns || (is_alone(g, router) && !both)) {
        place = t->number; /* only one kind of nodes at that side: centred */
        places = t->kind == NOC_MEMORY ? g->memory_count : g->compute_count;
        if (places <= DENSE / 2)
            gap = node_gap(places); /* height equals that of all nodes at the small gap */
    }
    const double y = p->origin.y + (p->height - places * gap) / 2 + (place + 0.5) * gap;
    const double aside = gap < node_side && place % 2 ? node_stagger : 0;
    const double side = left ? p->origin.x : p->origin.x + p->width, inward = left ? 1 : -1;
    return (node_place){{side + inward * (node_inset - aside), y},
                        {side + inward * (node_inset + node_side / 2), y}};
}

/* Draws a channel in the colour of its utilisation (thin if there are many lines), or in a
 * class. */
static void draw_channel(const noc_svg_panel *p, const char *class, const noc_channel *c,
                         node_place from, point to)
{
    const noc_graph *g = &p->system->graph;
    const bool dense = g->channel_count > 4 * DENSE;
    char d[120];
    snprintf(d, sizeof d, "M%.1f %.1fL%.1f %.1fL%.1f %.1f", from.at.x, from.at.y, from.past.x,
             from.past.y, to.x, to.y);
    if (p->heat)
        noc_svg_heat_path(p->out, p->heat, (uint32_t)(c - g->channels), dense ? 0.45 : 0.8, d);
    else
        fprintf(p->out, "<path class=\"%s\" d=\"%s\"/>\n", class, d);
}

static void draw_links(const noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    uint32_t links = 0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        links += g->channels[c].network == p->network && g->channels[c].kind == NOC_LINK;
    for (uint32_t i = 0; i < g->channel_count; i++) {
        const noc_channel *c = &g->channels[i];
        if (c->network != p->network || c->kind != NOC_LINK) continue;
        const noc_router *from = &g->routers[c->from], *to = &g->routers[c->to];
        const bool leftward = from->column > to->column;
        char class[32];
        snprintf(class, sizeof class, "%s%s", noc_svg_link_class(c), links > DENSE ? " dense" : "");
        const point start = port_at(p, c->from, c->from_port, false, leftward);
        draw_channel(p, class, c, (node_place){start, start},
                     port_at(p, c->to, c->to_port, true, !leftward));
    }
}

static void draw_node(const noc_svg_panel *p, uint32_t terminal, point at)
{
    noc_svg_draw_node(p, terminal, at, node_side);
}

/* Draws the multiplexer of nodes that share a port, as a wedge. */
static void draw_concentrator(const noc_svg_panel *p, const noc_channel *c, point first, point last,
                              point port)
{
    const double inward = port.x > first.x ? 1 : -1;
    const point tip = {first.x + 55 * inward, (first.y + last.y) / 2};
    const double back = -22 * inward, half = 0.45 * (last.y - first.y) + 2;
    fprintf(p->out,
            "<path class=\"concentrator\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n",
            tip.x + back, tip.y - half, tip.x, tip.y - half / 3, tip.x, tip.y + half / 3,
            tip.x + back, tip.y + half);
    draw_channel(p, noc_svg_port_class(c), c, (node_place){tip, tip}, port);
}

static void draw_shared(const noc_svg_panel *p, const noc_channel *c, uint32_t first, point port)
{
    const noc_graph *g = &p->system->graph;
    const node_place a = node_at(p, c, g->computes[first]);
    const node_place z = node_at(p, c, g->computes[first + c->sharers - 1]);
    const double wedge = a.past.x + (port.x > a.past.x ? 33 : -33);
    draw_concentrator(p, c, a.past, z.past, port);
    for (uint32_t i = 0; i < c->sharers; i++) {
        const point at = node_at(p, c, g->computes[first + i]).at;
        noc_svg_line(p->out, "port", at, (point){wedge, at.y});
        draw_node(p, g->computes[first + i], at);
    }
}

/* Draws the nodes of a terminal link, and the link. */
static void draw_terminal_link(const noc_svg_panel *p, const noc_channel *c)
{
    const noc_graph *g = &p->system->graph;
    const bool injects = c->kind == NOC_INJECTION;
    const uint32_t outer = injects ? c->from : c->to, router = injects ? c->to : c->from;
    const point port = port_at(p, router, injects ? c->to_port : c->from_port, injects,
                               has_nodes_at_left(p, c->kind, router));
    if (c->sharers > 1) {
        draw_shared(p, c, g->terminals[outer].number, port);
        return;
    }
    const node_place node = node_at(p, c, outer);
    draw_channel(p, noc_svg_port_class(c), c, node, port);
    draw_node(p, outer, node.at);
}

static void name_switches(const noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        const noc_crossbar *built = &g->routers[r].built;
        fprintf(p->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", p->routers[r].centre.x,
                p->routers[r].centre.y + 4);
        if (noc_network_has_silicon(net))
            fprintf(p->out, "%ux%u", built->inputs, built->outputs);
        else
            fputs(noc_switchings[net->switching].name, p->out);
        fputs("</text>\n", p->out);
    }
}

noc_status noc_svg_stages_draw(const noc_svg_panel *p, noc_diag *diag)
{
    const noc_graph *g = &p->system->graph;
    const noc_status status = place_switches(p, diag);
    if (status != NOC_OK) return status;
    draw_links(p);
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (g->channels[c].network == p->network && g->channels[c].kind != NOC_LINK)
            draw_terminal_link(p, &g->channels[c]);
    noc_svg_draw_routers(p);
    name_switches(p);
    return NOC_OK;
}
