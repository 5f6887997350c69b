/* network/kinds/routings/checkerboard.h: checkerboard routing (te13 4.2), minimal paths that turn
 * at full routers only, in a mesh in which every second router is a half router.
 * - XY if it turns at a full router, or does not turn;
 * - else YX if it does: from a full to a half router an odd number of columns away (case 1), or
 *   from a half to a full router an even number of columns away (case 3, in one reading);
 * - from a half to a half router an even number of columns away XY and YX would turn at half
 *   routers: YX to a full router drawn within the minimal rectangle, and XY from there (case 2, and
 *   case 3 in the other reading);
 * - between full routers an odd number of columns apart there is no path.
 *
 * Each order has its own virtual channels on links, XY the lower half of the class's. Packets
 * change from YX to XY at most once, so the dependencies have no cycle. */
#ifndef NOC_NETWORK_KINDS_ROUTINGS_CHECKERBOARD_H
#define NOC_NETWORK_KINDS_ROUTINGS_CHECKERBOARD_H

#include "network/kinds/grid.h"

/* Adds the paths from router `from` to router `to`. `has_case3_via`: packets of case 3 pass a full
 * router, too. */
void noc_checkerboard_paths(const noc_graph *graph, uint16_t network, uint32_t from, uint32_t to,
                            noc_class class, bool has_case3_via, noc_paths *out);

#endif
