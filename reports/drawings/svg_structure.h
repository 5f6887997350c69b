/* reports/drawings/svg_structure.h: pictures of overlays and slices, whose structure is not in the
 * graph of channels: all tiles, and the path of one sender's flits, with one colour for each of the
 * two phases of the path. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_STRUCTURE_H
#define NOC_REPORTS_DRAWINGS_SVG_STRUCTURE_H

#include <stdio.h>

#include "network/graph/system.h"
#include "reports/drawings/svg_heat.h"

/* Style of the pictures. */
extern const char noc_svg_structure_style[];
/* Entry of a legend: class of a mark, and its name. */
typedef struct noc_svg_mark {
    const char *class, *name;
} noc_svg_mark;
/* Returns the marks of a network's legend, without ownership; a NULL class ends them. */
const noc_svg_mark *noc_svg_structure_marks(const noc_system *system, uint16_t network);

/* True if a network is an overlay or has slices, and so has a picture of its structure. */
bool noc_svg_has_structure(const noc_system *system, uint16_t network);

/* Finds the size of the picture, pixels. */
void noc_svg_structure_size(const noc_system *system, uint16_t network, double *width,
                            double *height);

/* Draws the network at a position of the page. With `heat` (else NULL) lines to nodes have the
 * colour of their utilisation. */
void noc_svg_structure_draw(const noc_system *system, uint16_t network, const noc_svg_heat *heat,
                            double x, double y, FILE *out);

/* Writes a short description: "16 hinge routers, circuit of memory 1". */
void noc_svg_structure_words(const noc_system *system, uint16_t network, char *text, size_t size);

#endif
