/* reports/drawings/svg.h: picture of a design: routers, links, concentrators and nodes, with a
 * panel for each physical network. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_H
#define NOC_REPORTS_DRAWINGS_SVG_H

#include <stdio.h>

#include "network/graph/system.h"
#include "reports/drawings/svg_heat.h"

/* Draws a design as an SVG document. A network on a grid is a map; others run from left to right:
 * sending nodes, switches stage by stage, receiving nodes. */
noc_status noc_svg_draw(const noc_system *system, FILE *out, noc_diag *diag);

/* Draws a design with the utilisation of its channels as colours, with a scale and the names of the
 * busiest channels. `heat` NULL: like noc_svg_draw. */
noc_status noc_svg_draw_heat(const noc_system *system, const noc_svg_heat *heat, FILE *out,
                             noc_diag *diag);

#endif
