/* reports/drawings/layout.h: positions of routers in a picture, from their links.
 *
 * Distances in the picture approximate distances in links (stress of graph distances: Gansner,
 * Koren and North, GD 2004). First positions come from distances to some routers (Brandes and Pich,
 * Pivot MDS, GD 2006). Trees are drawn around their centre. Equal graphs have equal positions on
 * every machine. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* Position of a router. The unit is the mean distance from a router to its nearest router. */
typedef struct noc_layout_point {
    double x, y;
} noc_layout_point;

/* A link between two routers, numbered from 0. Direction and repetition are ignored. */
typedef struct noc_layout_link {
    uint32_t a, b;
} noc_layout_link;

/* Smallest distance of two routers in a layout. */
#define NOC_LAYOUT_GAP 0.7

/* Finds the positions points[0 .. routers - 1] from `count` links; x grows to the right and y down,
 * both from 0. Unconnected parts are placed side by side. NOC_EFAILED: out of memory. */
noc_status noc_layout_find(uint32_t routers, const noc_layout_link *links, size_t count,
                           noc_layout_point *points, noc_diag *diag);

#endif
