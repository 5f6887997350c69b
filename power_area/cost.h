/* power_area/cost.h: costs of a design's networks: silicon, metal, power, and their highest
 * clock. */
#ifndef NOC_POWER_AREA_COST_H
#define NOC_POWER_AREA_COST_H

#include "network/graph/system.h"
#include "power_area/built/built_cost.h"
#include "power_area/network_cost.h"
#include "power_area/process.h"

/* Cost of a design's networks. */
typedef struct noc_cost {
    noc_network_cost sum;   /* sum over all physical networks */
    double router_area_mm2; /* routers, concentrators included */
    double link_area_mm2;   /* links, local links included */
    double network_area_mm2;
    double crossbar_area_mm2;      /* crossbars' part of the routers' area */
    double chip_area_mm2;          /* networks and chip.other_area_mm2 */
    double leakage_mw, dynamic_mw; /* leakage and dynamic power; NAN where there is none */
    const char *no_power;          /* reason why there is no power; NULL: there is power */
    noc_clock_bound bound;         /* clock of the slowest network */
    noc_built_cost built;          /* cost as built, without other_area_mm2 */
    const char *family;            /* source that measured the tables; static */
    double doubt_mm2;              /* reach upwards of the areas that have intervals of their own */
    double common_spread;          /* spread of the factor that all areas of the technology share */
    double own_spread;             /* spread of the factor that this design has for itself */
    /* sum of both spreads: intervals reach from 1/(1 + spread) to 1 + spread times a figure */
    double spread;
    double leakage_spread, energy_spread; /* sums of both spreads for leakages and for energies */
    double power_spread; /* spread of leakage and dynamic power together, by their shares */
    /* words such as "interpolated between 22 and 32 nm"; "" where measured */
    char label[NOC_PROCESS_LABEL_CHARS];
    /* words for a router outside of the measured range; "": none is */
    char beyond[NOC_EXTENT_CHARS];
    bool unbuilt; /* no network has silicon: no figure is given */
} noc_cost;

/* Cost of the networks that have silicon (switching.def), by their kinds. `activity` may be NULL:
 * no dynamic power. `networks`, if not NULL, has room for each network of the graph. When there is
 * no table for the technology: NOC_EINPUT at the place of chip.technology_nm, or NOC_EUSAGE if a
 * --set gave it; *cost is untouched. */
noc_status noc_cost_of(const noc_system *system, const noc_activity *activity, noc_cost *cost,
                       noc_network_cost *networks, noc_diag *diag);

/* Cost of the networks, and the power of each router of the graph; the routers' sum is the power in
 * *cost. */
noc_status noc_cost_by_router(const noc_system *system, const noc_activity *activity,
                              noc_cost *cost, noc_network_cost *networks, noc_router_power *routers,
                              noc_diag *diag);

/* True if a design has no cost because its technology has no table. `text` then says what is
 * missing, and which technologies have a cost. Latencies do not depend on it. */
bool noc_cost_missing(const noc_design *design, char *text, size_t size);
enum { NOC_GAP_CHARS = 280 };

/* True if the design's technology has a table, lies between two, or may be scaled to. */
bool noc_cost_is_known(const noc_design *design);

/* Words for the router that bounds the clock: "router (2,3), 5x5"; "hinge router, 10x5" where all
 * are alike. */
void noc_cost_slowest(const noc_system *system, const noc_cost *cost, char *text, size_t size);

#endif
