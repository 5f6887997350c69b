/* reports/drawings/layout.h: places for routers of which only the links are known.
 *
 * Distances of routers are as near to their distances in links as a plane has room for (stress of
 * graph distances: Gansner, Koren and North, GD 2004). The first places are those of distances to
 * some routers (Brandes and Pich, Pivot MDS, GD 2006). Trees are drawn about their middle. The same
 * graph has the same places on every machine. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef struct noc_layout_point {
    double x, y;
} noc_layout_point;

/* A link between two routers of 0 .. routers - 1; direction and repetition do not matter. */
typedef struct noc_layout_link {
    uint32_t a, b;
} noc_layout_link;

/* Least distance of two routers; the mean distance from a router to the nearest is 1. */
#define NOC_LAYOUT_GAP 0.7

/* Fills at[0 .. routers - 1]; x from left to right and y downwards, both from 0 on. Parts that no
 * link joins are put beside each other. NOC_EFAILED when out of memory. */
noc_status noc_layout_find(uint32_t routers, const noc_layout_link *links, size_t count,
                           noc_layout_point *at, noc_diag *diag);

#endif
