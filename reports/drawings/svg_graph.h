/* reports/drawings/svg_graph.h: networks of numbered routers, at their positions or by a layout of
 * their links. Links are as wide as their capacity, have an arrow if they lead one way, and have
 * their latency where latencies differ; nodes are at their routers, with their number. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_GRAPH_H
#define NOC_REPORTS_DRAWINGS_SVG_GRAPH_H

#include "reports/drawings/svg_panel.h"

/* Finds the size of the picture, and the places of its routers from its corner, pixels. */
noc_status noc_svg_graph_measure(noc_svg_panel *panel, noc_diag *diag);
noc_status noc_svg_graph_draw(const noc_svg_panel *panel, noc_diag *diag);

/* True if a network is drawn as a graph. */
bool noc_svg_is_graph(const noc_system *system, uint16_t network);

/* Describes the network in a few words: "6 routers, 8 links with their cycles". */
noc_status noc_svg_graph_words(const noc_system *system, uint16_t network, char *text, size_t size,
                               noc_diag *diag);

#endif
