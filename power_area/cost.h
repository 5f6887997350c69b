/* power_area/cost.h: what a network costs in silicon. */
#ifndef NOC_POWER_AREA_COST_H
#define NOC_POWER_AREA_COST_H

#include "network/system.h"

/* Areas in mm2, over all physical networks. */
typedef struct noc_cost {
    double buffer_area_mm2, crossbar_area_mm2, allocator_area_mm2;
    double router_area_mm2; /* the three above */
    double link_area_mm2;   /* local links included */
    double network_area_mm2;
    double chip_area_mm2; /* with chip.other_area_mm2 */
} noc_cost;

/* Costs every router as it is built (noc_router.built: a mesh's edge routers are regular tiles) and
 * every channel by its width and length. NOC_EINPUT when there is no table for the technology, at the
 * place of chip.technology_nm. */
noc_status noc_cost_of(const noc_system *system, noc_cost *cost, noc_diag *diag);

#endif
