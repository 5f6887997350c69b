/* reports/drawings/layout_frame.h: a layout is turned, mirrored and given room, without becoming
 * another. */
#ifndef NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H
#define NOC_REPORTS_DRAWINGS_LAYOUT_FRAME_H

#include <stdbool.h>

#include "reports/drawings/layout.h"

/* Links that are mostly at right angles become rows and columns; else the longest way becomes
 * horizontal. Router 0 comes to the left and to the top. Routers that are too close are moved
 * apart. Returns false when out of memory. */
bool noc_layout_frame(uint32_t routers, const noc_layout_link *links, size_t count,
                      noc_layout_point *at);

/* Only moved as a whole, to begin at 0, and scaled, to a mean distance of 1 to the nearest. */
bool noc_layout_scale(uint32_t routers, noc_layout_point *at);

#endif
