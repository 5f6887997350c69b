/* power_area/cost.h: what a network costs in silicon. */
#ifndef NOC_POWER_AREA_COST_H
#define NOC_POWER_AREA_COST_H

#include "network/system.h"
#include "power_area/technology.h"

/* Areas in mm2, over all physical networks. */
typedef struct noc_cost {
    double buffer_area_mm2, crossbar_area_mm2, allocator_area_mm2;
    double router_area_mm2; /* the three above */
    double link_area_mm2;   /* local links included */
    double network_area_mm2;
    double chip_area_mm2; /* with chip.other_area_mm2 */
} noc_cost;

/* Costs every router as it is built (noc_router.built: a mesh's edge routers are regular tiles) and
 * every channel by its width and length. When there is no table for the technology: NOC_EINPUT at
 * the place of chip.technology_nm, or NOC_EUSAGE if a --set gave it; *cost is untouched. */
noc_status noc_cost_of(const noc_system *system, noc_cost *cost, noc_diag *diag);

/* A router by itself: all that its area depends on. */
typedef struct noc_router_shape {
    double inputs, outputs;
    double crosspoints;      /* input-output pairs that can be connected */
    double virtual_channels; /* of an input */
    double class_channels;   /* of them, those of one message class (of the class with most) */
    double buffer_flits;     /* of a virtual channel */
    double flit_bits;
} noc_router_shape;

typedef struct noc_router_cost {
    double buffer_area_mm2, crossbar_area_mm2, allocator_area_mm2;
    double area_mm2; /* the three above */
} noc_router_cost;

noc_router_shape noc_router_shape_of(const noc_graph *graph, uint32_t router);
noc_router_cost noc_cost_of_router(const noc_technology *technology, const noc_router_shape *shape);

/* Area in mm2 of a link in one direction. */
double noc_cost_of_link(const noc_technology *technology, double flit_bits, double length_mm);

#endif
