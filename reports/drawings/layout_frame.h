/* reports/drawings/layout_frame.h: orientation and scale of a finished layout. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H

#include <stdbool.h>

#include "reports/drawings/layout.h"

/* Turns and mirrors a layout: if most links are at right angles, they become rows and columns;
 * else the longest extent becomes horizontal. The corner nearest to router 0 becomes the upper
 * left. Then moves routers closer than NOC_LAYOUT_GAP apart, scales to a mean distance of 1 to the
 * nearest router, and moves the layout to start at 0. False when out of memory. */
bool noc_layout_orient(uint32_t routers, const noc_layout_link *links, size_t count,
                       noc_layout_point *points);

/* Moves the layout to start at 0, and scales it to a mean distance of 1 to the nearest router.
 * False when out of memory. */
bool noc_layout_scale(uint32_t routers, noc_layout_point *points);

#endif
