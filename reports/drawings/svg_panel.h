/* reports/drawings/svg_panel.h: panel of one network in a picture, and drawing functions for all
 * kinds of networks. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_PANEL_H
#define NOC_REPORTS_DRAWINGS_SVG_PANEL_H

#include <stdio.h>

#include "network/graph/system.h"
#include "reports/drawings/svg_heat.h"
#include "reports/writers/svg_elements.h"

/* Box of a router or of nodes, pixels. */
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
    bool has_two_way_nodes;   /* noc_svg_has_two_way_nodes, for networks of switches */
    const noc_svg_heat *heat; /* utilisation of the channels; NULL: kinds of links are drawn */
    noc_svg_box *routers;     /* [router of the graph]: box, set for this network only */
} noc_svg_panel;

/* Returns the panel's network. */
static inline const noc_network *noc_svg_network(const noc_svg_panel *panel)
{
    return &panel->system->graph.networks[panel->network];
}

/* True for half routers, which connect about half of their pairs of ports (less than two thirds).
 * False for routers that only lack connections between several ports of their node. */
bool noc_svg_is_half_router(const noc_crossbar *crossbar);

/* Draws a box with rounded corners. */
void noc_svg_draw_box(FILE *out, const char *class, const noc_svg_box *box);

/* True if the system has several dies, which pictures then show. */
static inline bool noc_svg_has_dies(const noc_system *system)
{
    return system->graph.dies > 1;
}

/* Writes the die of a router at the top of its box, if there are several dies. */
void noc_svg_draw_die_name(const noc_svg_panel *panel, uint32_t router, const noc_svg_box *box);

/* Draws the routers of the network, and their dies. */
void noc_svg_draw_routers(const noc_svg_panel *panel);

/* Draws a node as a square with sides of `side` pixels. */
void noc_svg_draw_node(const noc_svg_panel *panel, uint32_t terminal, noc_svg_point centre,
                       double side);

/* Draws a channel's line in the colour of its utilisation, or in a class without heat. */
void noc_svg_draw_channel(const noc_svg_panel *panel, const char *class, uint32_t channel,
                          noc_svg_point from, noc_svg_point to);

/* Returns the class of a line to a node. */
const char *noc_svg_port_class(const noc_channel *channel);
/* Returns the class of a line between routers. */
const char *noc_svg_link_class(const noc_channel *channel);

#endif
