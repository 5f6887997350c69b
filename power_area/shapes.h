/* power_area/shapes.h: what the cost of a graph's routers depends on. */
#ifndef NOC_POWER_AREA_SHAPES_H
#define NOC_POWER_AREA_SHAPES_H

#include "network/graph/graph.h"
#include "power_area/router.h"

/* What stands for all routers of a network (network/kinds/hub.h) has the shape of each of them,
 * which has no buffers. */
noc_router_shape noc_router_shape_of(const noc_graph *graph, uint32_t router);

bool noc_router_shapes_equal(const noc_router_shape *a, const noc_router_shape *b);

/* Routers of one network with equal crossbars: their shapes are equal. */
bool noc_routers_alike(const noc_router *a, const noc_router *b);

#endif
