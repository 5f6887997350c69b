/* reports/drawings/svg_bundles.h: pictures of large networks of switches, in bundles. Channels
 * between the same two boxes are one line with their number; nodes at the same box are one box with
 * their number; a stage of many switches is one box. The height of the picture is limited. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_BUNDLES_H
#define NOC_REPORTS_DRAWINGS_SVG_BUNDLES_H

#include "reports/drawings/svg_panel.h"

/* True if a network is drawn in bundles: a network of switches that does not fit on a page, or with
 * a switch of too many nodes for separate lines. */
bool noc_svg_is_bundled(const noc_system *system, uint16_t network);

/* Sets the size of the panel. */
void noc_svg_bundles_measure(noc_svg_panel *panel);

/* Draws the network. NOC_EFAILED: out of memory. */
noc_status noc_svg_bundles_draw(const noc_svg_panel *panel, noc_diag *diag);

#endif
