/* reports/drawings/svg.h: a design as a picture: routers, links, concentrators and nodes, a panel
 * for each physical network. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_H
#define NOC_REPORTS_DRAWINGS_SVG_H

#include <stdio.h>

#include "network/graph/system.h"
#include "reports/drawings/svg_heat.h"

/* Writes a whole SVG document. Networks on a grid are drawn as a map, others from left to right:
 * nodes that send, switches stage by stage, nodes that receive. */
noc_status noc_svg_draw(const noc_system *system, FILE *out, noc_diag *diag);

/* Draws the design by how busy its channels are, with a scale, and names the busiest. */
noc_status noc_svg_draw_hot(const noc_system *system, const noc_svg_heat *heat, FILE *out,
                            noc_diag *diag);

#endif
