/* reports/drawings/svg_bundles.h: networks of switches too large for a line for each channel:
 * channels that join the same two boxes are one line with their number, nodes that hang alike are
 * one box with theirs, and the switches of a stage with very many are one box. Pictures have a
 * height that does not depend on the network's size. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_BUNDLES_H
#define NOC_REPORTS_DRAWINGS_SVG_BUNDLES_H

#include "reports/drawings/svg_panel.h"

/* True if a network of switches is drawn in bundles: it does not fit on a page, or one switch has
 * more nodes than can be told apart. */
bool noc_svg_is_bundled(const noc_system *system, uint16_t network);

void noc_svg_bundles_measure(noc_svg_panel *panel);

/* Draws a network in bundles. Refuses when memory is short. */
noc_status noc_svg_bundles_draw(const noc_svg_panel *panel, noc_diag *diag);

#endif
