/* reports/drawings/layout_frame.h: a layout is turned, mirrored and given room, and stays the same
 * layout. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H

#include <stdbool.h>

#include "reports/drawings/layout.h"

/* Turns and mirrors a layout: links mostly at right angles become rows and columns, else the
 * longest extent becomes horizontal. Router 0 comes to the left and to the top. Routers that are
 * too close are moved apart. Returns false when out of memory. */
bool noc_layout_frame(uint32_t routers, const noc_layout_link *links, size_t count,
                      noc_layout_point *at);

/* Moves the layout as a whole, to begin at 0, and scales it to a mean distance of 1 to the nearest
 * router. */
bool noc_layout_scale(uint32_t routers, noc_layout_point *at);

#endif
