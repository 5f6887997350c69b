/* reports/drawings/svg_panel.h: one network of a picture, and the parts that networks of all kinds
 * share. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_PANEL_H
#define NOC_REPORTS_DRAWINGS_SVG_PANEL_H

#include <stdio.h>

#include "network/graph/system.h"
#include "reports/drawings/svg_heat.h"
#include "reports/writers/svg_elements.h"

typedef struct noc_svg_box {
    noc_svg_point centre;
    double width, height;
} noc_svg_box;

/* One network being drawn. Lengths are in pixels. */
typedef struct noc_svg_panel {
    const noc_system *system;
    FILE *out;
    uint16_t network;
    noc_svg_point origin;
    double width, height;
    bool returns;             /* noc_svg_returns, for a network of switches */
    const noc_svg_heat *heat; /* use of the channels; NULL: links are drawn as they are built */
    noc_svg_box *routers;     /* boxes of the graph's routers; the kind sets this network's */
} noc_svg_panel;

static inline const noc_network *noc_svg_network(const noc_svg_panel *panel)
{
    return &panel->system->graph.networks[panel->network];
}

/* True for half routers, which connect about half of their pairs of ports. False for routers with
 * several ports for their node, which lack only the ways from one of these to another. */
bool noc_svg_is_half(const noc_crossbar *built);

/* Draws a router, or several nodes at once. */
void noc_svg_draw_box(FILE *out, const char *class, const noc_svg_box *box);

/* True if pictures tell dies apart: there are several. */
static inline bool noc_svg_shows_dies(const noc_system *system)
{
    return system->graph.dies > 1;
}

/* Says at the top of a box which die a router is on, where dies are told apart. */
void noc_svg_name_die(const noc_svg_panel *panel, uint32_t router, const noc_svg_box *box);

/* Draws the routers of the network, with rounded corners, and their dies. */
void noc_svg_draw_routers(const noc_svg_panel *panel);

/* Draws a node, a square with sides of `side` pixels. */
void noc_svg_draw_node(const noc_svg_panel *panel, uint32_t terminal, noc_svg_point at,
                       double side);

/* Draws a channel's line in the colour of its heat, or of a class where there is none. */
void noc_svg_draw_channel(const noc_svg_panel *panel, const char *class, uint32_t channel,
                          noc_svg_point from, noc_svg_point to);

/* The class of the line to a node, and of one between routers. */
const char *noc_svg_port_class(const noc_channel *channel);
const char *noc_svg_link_class(const noc_channel *channel);

#endif
