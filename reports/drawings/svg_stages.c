#include "reports/drawings/svg_stages.h"

#include <stdlib.h>

#include "network/kinds/kinds.h"
#include "reports/drawings/svg_structure.h"

/* Lengths are in pixels. */
static const double stage_width = 230, node_column = 120, node_inset = 60;
static const double node_side = 9.8,
                    node_stagger = 13; /* side of a node; shift of every second node */
static const double height_min = 260, switch_width = 54;

enum { DENSE_NODES = 60 }; /* number of nodes in a dense picture */

typedef noc_svg_point point;

bool noc_svg_has_stages(const noc_system *system, uint16_t network)
{
    const noc_network *net = &system->graph.networks[network];
    return net->columns == 0 && !net->is_numbered && !noc_svg_has_structure(system, network);
}

int noc_svg_count_stages(const noc_graph *graph, const noc_network *net)
{
    int stages = 0;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (graph->routers[r].column >= stages) stages = graph->routers[r].column + 1;
    return stages;
}

bool noc_svg_has_two_way_nodes(const noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    uint32_t injection_router = NOC_NONE, ejection_router = NOC_NONE;
    if (noc_svg_count_stages(graph, noc_svg_network(p)) < 2) return false;
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        const noc_channel *channel = &graph->channels[c];
        if (channel->network != p->network) continue;
        if (channel->kind == NOC_INJECTION && channel->from == graph->compute_terminals[0])
            injection_router = channel->to;
        if (channel->kind == NOC_EJECTION && channel->to == graph->compute_terminals[0])
            ejection_router = channel->from;
    }
    return injection_router != NOC_NONE && injection_router == ejection_router;
}

/* Returns the distance of the nodes in a column, pixels. */
static double node_gap(uint32_t nodes)
{
    return nodes > DENSE_NODES ? 8 : 14;
}

void noc_svg_stages_measure(noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    p->has_two_way_nodes = noc_svg_has_two_way_nodes(p);
    p->width = noc_svg_count_stages(graph, noc_svg_network(p)) * stage_width + 2 * node_column;
    p->height = graph->terminal_count * node_gap(graph->terminal_count);
    if (p->height < height_min) p->height = height_min;
}

static noc_status place_switches(const noc_svg_panel *p, noc_diag *diag)
{
    const noc_graph *graph = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    const size_t stages = (size_t)noc_svg_count_stages(graph, net);
    int *stage_switches = calloc(2 * stages + 1, sizeof *stage_switches);
    if (!stage_switches) return noc_fail_memory(diag);
    int *next_rows = stage_switches + stages;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        stage_switches[graph->routers[r].column]++;
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        const int stage = graph->routers[r].column;
        const double y = p->height / stage_switches[stage], box_height = 0.72 * y;
        p->routers[r] = (noc_svg_box){
            .centre = {p->origin.x + node_column + (stage + 0.5) * stage_width,
                       p->origin.y + (next_rows[stage]++ + 0.5) * y},
            .width = switch_width,
            .height = box_height > 0.8 * p->height ? 0.8 * p->height : box_height,
        };
    }
    free(stage_switches);
    return NOC_OK;
}

/* True if the nodes of a switch are drawn at its left. */
static bool has_nodes_at_left(const noc_svg_panel *p, noc_channel_kind kind, uint32_t router)
{
    return p->has_two_way_nodes ? p->system->graph.routers[router].column == 0
                                : kind == NOC_INJECTION;
}

/* Returns the position of a switch's port, at its left or right. Ports of the two directions have
 * an offset if they share a side. */
static point port_point(const noc_svg_panel *p, uint32_t router, unsigned port, bool is_input,
                        bool is_left)
{
    const noc_router *r = &p->system->graph.routers[router];
    const noc_svg_box *b = &p->routers[router];
    const double offset = !p->has_two_way_nodes ? 0 : is_input == is_left ? 1.5 : -1.5;
    const unsigned ports = is_input ? r->inputs : r->outputs;
    return (point){b->centre.x + (is_left ? -0.5 : 0.5) * b->width,
                   b->centre.y + b->height * ((port + 0.5) / ports - 0.5) + offset};
}

/* True if a switch is the only one in its stage. */
static bool is_only_switch(const noc_graph *graph, uint32_t router)
{
    const noc_network *net = &graph->networks[graph->routers[router].network];
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++)
        if (r != router && graph->routers[r].column == graph->routers[router].column) return false;
    return true;
}

/* Centre of a node, and the start of its line beside other nodes. */
typedef struct node_points {
    point centre, line_start;
} node_points;

/* Finds the position of a node in the column of senders or receivers. */
static node_points find_node(const noc_svg_panel *p, const noc_channel *channel, uint32_t terminal)
{
    const noc_graph *graph = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    const noc_terminal *node = &graph->terminals[terminal];
    const bool is_injection = channel->kind == NOC_INJECTION, has_two_way = p->has_two_way_nodes;
    const uint32_t router = is_injection ? channel->to : channel->from;
    const bool is_left = has_nodes_at_left(p, channel->kind, router);
    const bool has_both_kinds = net->carries[NOC_REQUEST] && net->carries[NOC_REPLY];
    uint32_t position = terminal, position_count = graph->terminal_count;
    double gap = node_gap(position_count);
    if (has_two_way || (is_only_switch(graph, router) && !has_both_kinds)) {
        position = node->number; /* only one kind of nodes at that side: centred */
        position_count = node->kind == NOC_MEMORY ? graph->memory_count : graph->compute_count;
        if (position_count <= DENSE_NODES / 2)
            gap = node_gap(position_count); /* height equals that of all nodes at the small gap */
    }
    const double y = p->origin.y + (p->height - position_count * gap) / 2 + (position + 0.5) * gap;
    const double stagger = gap < node_side && position % 2 ? node_stagger : 0;
    const double edge_x = is_left ? p->origin.x : p->origin.x + p->width,
                 direction = is_left ? 1 : -1;
    return (node_points){{edge_x + direction * (node_inset - stagger), y},
                         {edge_x + direction * (node_inset + node_side / 2), y}};
}

/* Draws a channel in the colour of its utilisation (thin if there are many lines), or in a
 * class. */
static void draw_channel(const noc_svg_panel *p, const char *class, const noc_channel *c,
                         node_points from, point to)
{
    const noc_graph *graph = &p->system->graph;
    const bool is_dense = graph->channel_count > 4 * DENSE_NODES;
    char path[120];
    snprintf(path, sizeof path, "M%.1f %.1fL%.1f %.1fL%.1f %.1f", from.centre.x, from.centre.y,
             from.line_start.x, from.line_start.y, to.x, to.y);
    if (p->heat)
        noc_svg_heat_draw_path(p->out, p->heat, (uint32_t)(c - graph->channels),
                               is_dense ? 0.45 : 0.8, path);
    else
        fprintf(p->out, "<path class=\"%s\" d=\"%s\"/>\n", class, path);
}

static void draw_links(const noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    uint32_t links = 0;
    for (uint32_t c = 0; c < graph->channel_count; c++)
        links += graph->channels[c].network == p->network && graph->channels[c].kind == NOC_LINK;
    for (uint32_t i = 0; i < graph->channel_count; i++) {
        const noc_channel *c = &graph->channels[i];
        if (c->network != p->network || c->kind != NOC_LINK) continue;
        const noc_router *from = &graph->routers[c->from], *to = &graph->routers[c->to];
        const bool is_leftward = from->column > to->column;
        char class[32];
        snprintf(class, sizeof class, "%s%s", noc_svg_link_class(c),
                 links > DENSE_NODES ? " dense" : "");
        const point start = port_point(p, c->from, c->from_port, false, is_leftward);
        draw_channel(p, class, c, (node_points){start, start},
                     port_point(p, c->to, c->to_port, true, !is_leftward));
    }
}

static void draw_node(const noc_svg_panel *p, uint32_t terminal, point centre)
{
    noc_svg_draw_node(p, terminal, centre, node_side);
}

/* Draws the multiplexer of nodes that share a port, as a wedge. */
static void draw_concentrator(const noc_svg_panel *p, const noc_channel *c, point first, point last,
                              point port)
{
    const double direction = port.x > first.x ? 1 : -1;
    const point tip = {first.x + 55 * direction, (first.y + last.y) / 2};
    const double wedge_length = -22 * direction, half_width = 0.45 * (last.y - first.y) + 2;
    fprintf(p->out,
            "<path class=\"concentrator\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fL%.1f %.1fz\"/>\n",
            tip.x + wedge_length, tip.y - half_width, tip.x, tip.y - half_width / 3, tip.x,
            tip.y + half_width / 3, tip.x + wedge_length, tip.y + half_width);
    draw_channel(p, noc_svg_port_class(c), c, (node_points){tip, tip}, port);
}

static void draw_shared_port(const noc_svg_panel *p, const noc_channel *c, uint32_t first_compute,
                             point port)
{
    const noc_graph *graph = &p->system->graph;
    const node_points first_node = find_node(p, c, graph->compute_terminals[first_compute]);
    const node_points last_node =
        find_node(p, c, graph->compute_terminals[first_compute + c->sharers - 1]);
    const double wedge_x = first_node.line_start.x + (port.x > first_node.line_start.x ? 33 : -33);
    draw_concentrator(p, c, first_node.line_start, last_node.line_start, port);
    for (uint32_t i = 0; i < c->sharers; i++) {
        const point centre = find_node(p, c, graph->compute_terminals[first_compute + i]).centre;
        noc_svg_line(p->out, "port", centre, (point){wedge_x, centre.y});
        draw_node(p, graph->compute_terminals[first_compute + i], centre);
    }
}

/* Draws the nodes of a terminal link, and the link. */
static void draw_terminal_link(const noc_svg_panel *p, const noc_channel *c)
{
    const noc_graph *graph = &p->system->graph;
    const bool is_injection = c->kind == NOC_INJECTION;
    const uint32_t terminal = is_injection ? c->from : c->to,
                   router = is_injection ? c->to : c->from;
    const point port = port_point(p, router, is_injection ? c->to_port : c->from_port, is_injection,
                                  has_nodes_at_left(p, c->kind, router));
    if (c->sharers > 1) {
        draw_shared_port(p, c, graph->terminals[terminal].number, port);
        return;
    }
    const node_points node = find_node(p, c, terminal);
    draw_channel(p, noc_svg_port_class(c), c, node, port);
    draw_node(p, terminal, node.centre);
}

static void draw_switch_sizes(const noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        const noc_crossbar *crossbar = &graph->routers[r].built_crossbar;
        fprintf(p->out, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", p->routers[r].centre.x,
                p->routers[r].centre.y + 4);
        if (noc_network_has_silicon(net))
            fprintf(p->out, "%ux%u", crossbar->inputs, crossbar->outputs);
        else
            fputs(noc_switchings[net->switching].name, p->out);
        fputs("</text>\n", p->out);
    }
}

noc_status noc_svg_stages_draw(const noc_svg_panel *p, noc_diag *diag)
{
    const noc_graph *graph = &p->system->graph;
    const noc_status status = place_switches(p, diag);
    if (status != NOC_OK) return status;
    draw_links(p);
    for (uint32_t c = 0; c < graph->channel_count; c++)
        if (graph->channels[c].network == p->network && graph->channels[c].kind != NOC_LINK)
            draw_terminal_link(p, &graph->channels[c]);
    noc_svg_draw_routers(p);
    draw_switch_sizes(p);
    return NOC_OK;
}
