/* power_area/built/built_cost.h: costs as built of a router, a link or a design's networks, from
 * costs as drawn (built.h). */
#ifndef NOC_POWER_AREA_BUILT_BUILT_COST_H
#define NOC_POWER_AREA_BUILT_BUILT_COST_H

#include "power_area/built/built.h"
#include "power_area/link.h"
#include "power_area/network_cost.h"

/* Costs as built, each with the ends of its 90 % interval; power is NAN where the process has
 * none. */
typedef struct noc_built_cost {
    noc_built_factor router_area_mm2, link_area_mm2, network_area_mm2;
    noc_built_factor leakage_mw, dynamic_mw, power_mw;
    /* ratio of area as built to area as drawn, for parts of routers */
    noc_built_factor router_ratio;
} noc_built_cost;

/* Costs as built of all networks of a design. area_spread, leakage_spread, energy_spread: spreads
 * of the tables (process.h). */
noc_built_cost noc_built_cost_of(const noc_network_cost *drawn, double area_spread,
                                 double leakage_spread, double energy_spread);

/* Interval of a reported figure, from its own value and error; no factor applies. */
noc_built_factor noc_built_reported(const noc_reported_share *reported);

/* Area as built of a part of the routers. */
noc_built_factor noc_built_part_area(const noc_built_cost *built, const noc_part_cost *drawn);

/* Cost of one router or link as built. */
typedef struct noc_built_component {
    noc_built_factor area_um2, leakage_mw;
    /* energy of a flit through the router, with one cycle of the router's clock; or over the
     * link */
    noc_built_factor flit_pj;
} noc_built_component;

/* Costs as built. A router without buffers is a switch, with factors of its own kind.
 * own_spread: spread of the component, besides the spreads of the process. */
noc_built_component noc_built_router(const noc_process *process, const noc_router_cost *router,
                                     const noc_router_shape *shape, double own_spread);
noc_built_component noc_built_link(const noc_process *process, const noc_link_cost *link);

/* Interval, widened by the spread of the tables; both errors are logarithms and independent. */
noc_built_factor noc_built_widen(noc_built_factor built, double spread);

/* Name of the source of costs as built: "DSENT, as built"; static. */
const char *noc_built_source(const char *family);

/* Spread that all costs as built of one technology share: from the factor of cells and the
 * spread of the tables. */
double noc_built_common_spread(double area_spread);

#endif
