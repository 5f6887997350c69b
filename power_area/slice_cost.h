/* power_area/slice_cost.h: the routers and links of networks of slices and rings, which take
 * `hop_cycles` for a router and its link. */
#ifndef NOC_POWER_AREA_SLICE_COST_H
#define NOC_POWER_AREA_SLICE_COST_H

#include "power_area/network_cost.h"

/* Adds them to a network's cost, and what moves there; notes its clock. */
void noc_slice_cost_add(const noc_costing *costing, uint16_t network);

#endif
