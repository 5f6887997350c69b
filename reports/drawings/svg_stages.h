/* reports/drawings/svg_stages.h: pictures of networks of switches, from left to right: sending
 * nodes, switches stage by stage, receiving nodes. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_STAGES_H
#define NOC_REPORTS_DRAWINGS_SVG_STAGES_H

#include "reports/drawings/svg_panel.h"

/* True if a network is drawn stage by stage: without grid, numbered routers and a structure
 * picture. */
bool noc_svg_has_stages(const noc_system *system, uint16_t network);

/* Counts the stages of a network. */
int noc_svg_count_stages(const noc_graph *graph, const noc_network *network);

/* True if a node sends to and receives from the same switch, in a network of several stages. Each
 * node is then drawn once, beside its switch. */
bool noc_svg_has_two_way_nodes(const noc_svg_panel *panel);

/* Sets the size of the panel. */
void noc_svg_stages_measure(noc_svg_panel *panel);
/* Draws each node and channel separately (larger networks: svg_bundles.h). NOC_EFAILED: out of
 * memory. */
noc_status noc_svg_stages_draw(const noc_svg_panel *panel, noc_diag *diag);

#endif
