/* Checkerboard routing (te13 4.2): minimal ways that turn at full routers only, in a mesh of which
 * every other router is half.
 * - XY where that turns at a full router, or not at all;
 * - else YX where that does: from a full to a half router an odd number of columns away (case 1),
 *   or from a half to a full one an even number away (case 3, in one reading);
 * - from a half to a half router an even number of columns away both would turn at half ones: YX to
 *   a full router within the minimal rectangle, drawn at random, and XY from there on (case 2, and
 *   case 3 in the other reading);
 * - between full routers an odd number of columns apart there is no way.
 *
 * Each order has virtual channels of its own on links, XY the lower half of the class's; packets
 * change from YX to XY at most once, so the dependencies have no cycle. */
#ifndef NOC_NETWORK_KINDS_ROUTINGS_CHECKERBOARD_H
#define NOC_NETWORK_KINDS_ROUTINGS_CHECKERBOARD_H

#include "network/kinds/grid.h"

/* `case3_via`: case 3 goes by a full router, too. */
void noc_checkerboard_paths(const noc_graph *graph, uint16_t network, uint32_t from, uint32_t to,
                            noc_class class, bool case3_via, noc_paths *out);

#endif
