/* reports/drawings/svg_grid.h: networks on a grid of tiles, as maps: wrap-around links as arcs, a
 * lone ring as a circle, layers side by side. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_GRID_H
#define NOC_REPORTS_DRAWINGS_SVG_GRID_H

#include <stdbool.h>

#include "reports/drawings/svg_panel.h"

void noc_svg_grid_measure(noc_svg_panel *panel);
void noc_svg_grid_draw(const noc_svg_panel *panel);

/* True if links from one end of a row, column or stack of layers to the other are drawn; links
 * between layers; links between the slices of routers that are sliced by dimension. */
bool noc_svg_grid_wraps(const noc_system *system, uint16_t network);
bool noc_svg_grid_has_layers(const noc_system *system, uint16_t network);
bool noc_svg_grid_has_slices(const noc_system *system, uint16_t network);

#endif
