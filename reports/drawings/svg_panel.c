#include "reports/drawings/svg_panel.h"

bool noc_svg_is_half_router(const noc_crossbar *crossbar)
{
    return 3 * crossbar->crosspoints < 2 * (uint32_t)crossbar->inputs * crossbar->outputs;
}

void noc_svg_draw_box(FILE *out, const char *class, const noc_svg_box *b)
{
    fprintf(out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>\n",
            class, b->centre.x - b->width / 2, b->centre.y - b->height / 2, b->width, b->height);
}

void noc_svg_draw_die_name(const noc_svg_panel *p, uint32_t router, const noc_svg_box *box)
{
    static const double line_height = 11,
                        tall_box_height = 40; /* pixels; the text is above a lower box */
    if (!noc_svg_has_dies(p->system)) return;
    const double text_offset = box->height > tall_box_height ? line_height : -3.0;
    fprintf(p->out, "<text class=\"on-die\" x=\"%.1f\" y=\"%.1f\">die %u</text>\n", box->centre.x,
            box->centre.y - box->height / 2 + text_offset, p->system->graph.routers[router].die);
}

void noc_svg_draw_routers(const noc_svg_panel *p)
{
    const noc_graph *graph = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        noc_svg_draw_box(
            p->out, noc_svg_is_half_router(&graph->routers[r].built_crossbar) ? "half" : "router",
            &p->routers[r]);
        noc_svg_draw_die_name(p, r, &p->routers[r]);
    }
}

void noc_svg_draw_node(const noc_svg_panel *p, uint32_t terminal, noc_svg_point centre, double side)
{
    const bool is_memory = p->system->graph.terminals[terminal].kind == NOC_MEMORY;
    noc_svg_square(p->out, is_memory ? "memory" : "compute", centre, side);
}

void noc_svg_draw_channel(const noc_svg_panel *p, const char *class, uint32_t channel,
                          noc_svg_point from, noc_svg_point to)
{
    if (p->heat)
        noc_svg_heat_draw_line(p->out, p->heat, channel, 1.0, from, to);
    else
        noc_svg_line(p->out, class, from, to);
}

const char *noc_svg_port_class(const noc_channel *c)
{
    if (c->crosses_dies) return "port between";
    return c->is_long ? "port far" : "port";
}

const char *noc_svg_link_class(const noc_channel *c)
{
    if (c->crosses_dies) return "link between";
    return c->is_long ? "long" : "link";
}
