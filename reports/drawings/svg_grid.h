/* reports/drawings/svg_grid.h: pictures of networks on a grid of tiles: wrap-around links as arcs,
 * a single ring as a circle, layers side by side. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_GRID_H
#define NOC_REPORTS_DRAWINGS_SVG_GRID_H

#include <stdbool.h>

#include "reports/drawings/svg_panel.h"

/* Sets the size of the panel. */
void noc_svg_grid_measure(noc_svg_panel *panel);
/* Draws the network. */
void noc_svg_grid_draw(const noc_svg_panel *panel);

/* True if wrap-around links are drawn (from one end of a row, column or stack of layers to the
 * other). */
bool noc_svg_grid_has_wraps(const noc_system *system, uint16_t network);
/* True if links between layers are drawn. */
bool noc_svg_grid_has_layers(const noc_system *system, uint16_t network);
/* True if links between the two slices of routers sliced by dimension are drawn. */
bool noc_svg_grid_has_slices(const noc_system *system, uint16_t network);

#endif
