/* reports/drawings/layout_steps.h: how many links routers are apart. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_STEPS_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_STEPS_H

#include <stdbool.h>

#include "reports/drawings/layout.h"

/* A graph by the neighbours of each router, and the distances of all routers from some of them, the
 * pivots: each is the router that is farthest from those before. */
typedef struct noc_layout_steps {
    uint32_t routers, pivots;
    uint32_t *first, *neighbours; /* of router i: neighbours[first[i]] .. first[i + 1] - 1 */
    uint32_t *pivot;
    uint16_t *steps; /* of pivot k to router i: k * routers + i */
} noc_layout_steps;

/* With so many pivots at most. Routers that cannot be reached are taken to be a little farther than
 * any that can. Returns false when out of memory; the caller clears *steps in either case. */
bool noc_layout_measure(uint32_t routers, const noc_layout_link *links, size_t count,
                        uint32_t pivots, noc_layout_steps *steps);
void noc_layout_steps_clear(noc_layout_steps *steps);

#endif
