/* power_area/cost.h: cost of a design's networks: silicon area, metal, power, and highest clock. */
#ifndef NOC_POWER_AREA_COST_H
#define NOC_POWER_AREA_COST_H

#include "network/graph/system.h"
#include "power_area/built/built_cost.h"
#include "power_area/network_cost.h"
#include "power_area/process.h"

/* Cost of a design's networks. */
typedef struct noc_cost {
    noc_network_cost sum;   /* sum over all physical networks */
    double router_area_mm2; /* routers, with concentrators */
    double link_area_mm2;   /* links, with local links */
    double network_area_mm2;
    double crossbar_area_mm2;      /* crossbars' part of the routers' area */
    double chip_area_mm2;          /* networks and chip.other_area_mm2 */
    double leakage_mw, dynamic_mw; /* leakage and dynamic power; NAN without power */
    const char *no_power_reason;   /* reason why there is no power; NULL: there is power */
    noc_clock_bound clock_bound;   /* clock of the slowest network */
    noc_built_cost built_cost;     /* cost as built, without other_area_mm2 */
    const char *family;            /* source of the tables; static */
    /* sum of the upper errors of the parts' areas that have their own intervals, mm2 */
    double area_error_mm2;
    double common_spread; /* spread of the error that all areas of the technology share */
    double design_spread; /* spread of the error of this design alone */
    /* sum of common_spread and design_spread: intervals reach from 1/(1 + spread) to 1 + spread
     * times a figure */
    double spread;
    /* spreads of leakages and of energies, with design_spread */
    double leakage_spread, energy_spread;
    /* spread of leakage and dynamic power together, weighted by their shares */
    double power_spread;
    /* words such as "interpolated between 22 and 32 nm"; "": measured */
    char label[NOC_PROCESS_LABEL_CHARS];
    /* words for the router farthest outside of the measured range; "": none is outside */
    char extent_words[NOC_EXTENT_CHARS];
    bool has_no_silicon; /* true: no network has silicon, so no figure is given */
} noc_cost;

/* Finds the cost of all networks with silicon (switching.def). activity NULL: no dynamic power.
 * `networks`, if not NULL, has room for each network of the graph. Without a table for the
 * technology: NOC_EINPUT at chip.technology_nm, or NOC_EUSAGE if a --set gave it; *cost is
 * unchanged. */
noc_status noc_cost_of(const noc_system *system, const noc_activity *activity, noc_cost *cost,
                       noc_network_cost *networks, noc_diag *diag);

/* Finds the cost of the networks, and the power of each router of the graph, which sums to the
 * power in *cost. */
noc_status noc_cost_by_router(const noc_system *system, const noc_activity *activity,
                              noc_cost *cost, noc_network_cost *networks, noc_router_power *routers,
                              noc_diag *diag);

/* True if a design has no cost because its technology has no table. `text` then names what is
 * missing, and technologies that have a cost. Latencies do not depend on the technology. */
bool noc_cost_describe_gap(const noc_design *design, char *text, size_t size);
enum { NOC_GAP_CHARS = 280 };

/* True if the design's technology has a table, lies between two tables, or may be scaled to. */
bool noc_cost_is_known(const noc_design *design);

/* Name of the router that bounds the clock: "router (2,3), 5x5"; "hinge router, 10x5" where all
 * routers are equal. */
void noc_cost_name_slowest(const noc_system *system, const noc_cost *cost, char *text, size_t size);

#endif
