/* reports/drawings/svg_bundles.h: pictures of large networks of switches. Channels between the same
 * two boxes are one line with their number, nodes at the same box are one box with their number,
 * and a stage of many switches is one box. The height is limited for any size of network. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_BUNDLES_H
#define NOC_REPORTS_DRAWINGS_SVG_BUNDLES_H

#include "reports/drawings/svg_panel.h"

/* True if a network of switches is drawn in bundles: it does not fit on a page, or a switch has too
 * many nodes for separate lines. */
bool noc_svg_is_bundled(const noc_system *system, uint16_t network);

/* Sets the size of the panel. */
void noc_svg_bundles_measure(noc_svg_panel *panel);

/* Draws the network. NOC_EFAILED: out of memory. */
noc_status noc_svg_bundles_draw(const noc_svg_panel *panel, noc_diag *diag);

#endif
