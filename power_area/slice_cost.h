/* power_area/slice_cost.h: cost of routers and links of networks of slices and rings, where a
 * router and its link together have `hop_cycles` cycles. */
#ifndef NOC_POWER_AREA_SLICE_COST_H
#define NOC_POWER_AREA_SLICE_COST_H

#include "power_area/network_cost.h"

/* Adds the routers and links of a network, with the power of moving flits, to its cost, and
 * notes the network's clock. */
void noc_slice_cost_add(const noc_costing *costing, uint16_t network);

#endif
