/* reports/drawings/svg_graph.h: pictures of networks of numbered routers, at the design's positions
 * or by a layout. The width of a link is its capacity. A one-way link has an arrow. Links have
 * their latency if latencies differ. Nodes are drawn at their routers, with their number. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_GRAPH_H
#define NOC_REPORTS_DRAWINGS_SVG_GRAPH_H

#include "reports/drawings/svg_panel.h"

/* Sets the size of the panel, and the positions of its routers from its corner, pixels. */
noc_status noc_svg_graph_measure(noc_svg_panel *panel, noc_diag *diag);
/* Draws the network. NOC_EFAILED: out of memory. */
noc_status noc_svg_graph_draw(const noc_svg_panel *panel, noc_diag *diag);

/* True if a network is drawn as a graph of numbered routers. */
bool noc_svg_is_graph(const noc_system *system, uint16_t network);

/* Writes a short description: "6 routers, 8 links with their cycles". */
noc_status noc_svg_graph_words(const noc_system *system, uint16_t network, char *text, size_t size,
                               noc_diag *diag);

#endif
