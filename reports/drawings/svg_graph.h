/* reports/drawings/svg_graph.h: networks of numbered routers, at their positions or by a layout of
 * their links. Links are as wide as what they take, with an arrow if they lead one way, and with
 * their latency where latencies differ; nodes are at their routers, as many as there are. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_GRAPH_H
#define NOC_REPORTS_DRAWINGS_SVG_GRAPH_H

#include "reports/drawings/svg_panel.h"

/* Size of the picture, and where its routers are from its corner. */
noc_status noc_svg_graph_measure(noc_svg_panel *panel, noc_diag *diag);
noc_status noc_svg_graph_draw(const noc_svg_panel *panel, noc_diag *diag);

/* True if a network is drawn so. */
bool noc_svg_is_graph(const noc_system *system, uint16_t network);

/* What it is, in a few words: "6 routers, 8 links with their cycles". */
noc_status noc_svg_graph_words(const noc_system *system, uint16_t network, char *text, size_t size,
                               noc_diag *diag);

#endif
