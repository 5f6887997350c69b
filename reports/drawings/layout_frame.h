/* reports/drawings/layout_frame.h: orientation and scale of a finished layout. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H

#include <stdbool.h>

#include "reports/drawings/layout.h"

/* Turns and mirrors a layout: links that are mostly at right angles become rows and columns, else
 * the longest extent becomes horizontal. Router 0 is moved to the left and top. Routers too close
 * are moved apart. False when out of memory. */
bool noc_layout_frame(uint32_t routers, const noc_layout_link *links, size_t count,
                      noc_layout_point *points);

/* Moves the layout to start at 0, and scales it to a mean distance of 1 to the nearest router.
 * False when out of memory. */
bool noc_layout_scale(uint32_t routers, noc_layout_point *points);

#endif
