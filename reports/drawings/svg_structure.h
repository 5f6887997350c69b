/* reports/drawings/svg_structure.h: networks whose inside the graph does not show, as pictures: all
 * tiles, and the path of one sender's flits, its first phase in one colour and its second in
 * another. */
#ifndef NOC_REPORTS_DRAWINGS_SVG_STRUCTURE_H
#define NOC_REPORTS_DRAWINGS_SVG_STRUCTURE_H

#include <stdio.h>

#include "network/graph/system.h"
#include "reports/drawings/svg_heat.h"

/* The classes that a page's style needs, and their marks for its legend: a name for each class,
 * NULL ends them. */
extern const char noc_svg_structure_style[];
typedef struct noc_svg_mark {
    const char *class, *name;
} noc_svg_mark;
const noc_svg_mark *noc_svg_structure_marks(const noc_system *system, uint16_t network);

/* True if a network is drawn with its inside. */
bool noc_svg_has_structure(const noc_system *system, uint16_t network);

/* Size of the picture in pixels. */
void noc_svg_structure_size(const noc_system *system, uint16_t network, double *width,
                            double *height);

/* Draws the network at a place of the page. With `heat` (else NULL) lines to nodes show how busy
 * they are. */
void noc_svg_structure_draw(const noc_system *system, uint16_t network, const noc_svg_heat *heat,
                            double x, double y, FILE *out);

/* Describes the network in a few words: "16 hinge routers, circuit of memory 1". */
void noc_svg_structure_words(const noc_system *system, uint16_t network, char *text, size_t size);

#endif
