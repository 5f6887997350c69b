/* reports/drawings/svg_stages.h: networks of switches, from left to right: nodes that send,
 * switches stage by stage, nodes that receive. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_STAGES_H
#define NOC_REPORTS_DRAWINGS_SVG_STAGES_H

#include "reports/drawings/svg_panel.h"

/* True if a network is drawn stage by stage: it has no grid, no numbered routers and no picture of
 * its own. */
bool noc_svg_is_stages(const noc_system *system, uint16_t network);

int noc_svg_stages_of(const noc_graph *graph, const noc_network *network);

/* True if nodes receive their packets from the switch that they send to, and several stages lie
 * between compute and memory nodes: each node has one place, beside its switch. */
bool noc_svg_returns(const noc_svg_panel *panel);

/* Measures and draws each node and channel by itself; svg_bundles.h draws networks that are too
 * large for that. */
void noc_svg_stages_measure(noc_svg_panel *panel);
noc_status noc_svg_stages_draw(const noc_svg_panel *panel, noc_diag *diag);

#endif
