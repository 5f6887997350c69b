#include "reports/drawings/svg_panel.h"

bool noc_svg_is_half(const noc_crossbar *built)
{
    return 3 * built->crosspoints < 2 * (uint32_t)built->inputs * built->outputs;
}

void noc_svg_draw_box(FILE *out, const char *class, const noc_svg_box *b)
{
    fprintf(out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/>\n",
            class, b->centre.x - b->width / 2, b->centre.y - b->height / 2, b->width, b->height);
}

void noc_svg_name_die(const noc_svg_panel *p, uint32_t router, const noc_svg_box *box)
{
    static const double line = 11, tall = 40; /* pixels; the text is above a lower box */
    if (!noc_svg_shows_dies(p->system)) return;
    const double below = box->height > tall ? line : -3.0;
    fprintf(p->out, "<text class=\"on-die\" x=\"%.1f\" y=\"%.1f\">die %u</text>\n", box->centre.x,
            box->centre.y - box->height / 2 + below, p->system->graph.routers[router].die);
}

void noc_svg_draw_routers(const noc_svg_panel *p)
{
    const noc_graph *g = &p->system->graph;
    const noc_network *net = noc_svg_network(p);
    for (uint32_t r = net->first_router; r < net->first_router + net->router_count; r++) {
        noc_svg_draw_box(p->out, noc_svg_is_half(&g->routers[r].built) ? "half" : "router",
                         &p->routers[r]);
        noc_svg_name_die(p, r, &p->routers[r]);
    }
}

void noc_svg_draw_node(const noc_svg_panel *p, uint32_t terminal, noc_svg_point at, double side)
{
    const bool memory = p->system->graph.terminals[terminal].kind == NOC_MEMORY;
    noc_svg_square(p->out, memory ? "memory" : "compute", at, side);
}

void noc_svg_draw_channel(const noc_svg_panel *p, const char *class, uint32_t channel,
                          noc_svg_point from, noc_svg_point to)
{
    if (p->heat)
        noc_svg_heat_line(p->out, p->heat, channel, 1.0, from, to);
    else
        noc_svg_line(p->out, class, from, to);
}

const char *noc_svg_port_class(const noc_channel *c)
{
    if (c->between_dies) return "port between";
    return c->is_long ? "port far" : "port";
}

const char *noc_svg_link_class(const noc_channel *c)
{
    if (c->between_dies) return "link between";
    return c->is_long ? "long" : "link";
}
