/* power_area/cost.h: what a network costs: silicon, metal, power, and the clock that it can run
 * at. */
#ifndef NOC_POWER_AREA_COST_H
#define NOC_POWER_AREA_COST_H

#include "network/graph/system.h"
#include "power_area/built/built_cost.h"
#include "power_area/network_cost.h"
#include "power_area/process.h"

/* True if there are figures: designs may have routers that no source has measured. */
typedef struct noc_cost {
    noc_network_cost sum;   /* over all physical networks */
    double router_area_mm2; /* concentrators included */
    double link_area_mm2;   /* local links included */
    double network_area_mm2;
    double crossbar_area_mm2;      /* of the routers' */
    double chip_area_mm2;          /* with chip.other_area_mm2 */
    double leakage_mw, dynamic_mw; /* NAN where there is none */
    const char *no_power;          /* why; NULL if there is power */
    noc_clock_bound bound;         /* the clock of the slowest network */
    noc_built_cost built;          /* cost as built; other_area_mm2 is none of it */
    const char *family;            /* of the tables: who measured them; static */
    double doubt_mm2;              /* reach above of what has an interval of its own */
    double common_spread;          /* spread of a factor that all areas of the technology share */
    double own_spread;             /* of one that this design has for itself */
    double spread; /* sum of both: intervals reach from 1/(1 + spread) to 1 + spread times */
    double leakage_spread, energy_spread; /* sums for leakages and for energies */
    double power_spread; /* spread of leakage and dynamic power together, by their shares */
    char
        label[NOC_PROCESS_LABEL_CHARS]; /* "interpolated between 22 and 32 nm"; "" where measured */
    char beyond[NOC_EXTENT_CHARS];      /* a router outside of what was measured; "" if none is */
    bool unbuilt;                       /* no network is built at all: no figure is given */
} noc_cost;

/* Of the networks that are made of anything (switching.def), by their kinds. `activity` may be
 * NULL: no dynamic power. `networks`, if not NULL, takes as many elements as the graph has
 * networks. When there is no table for the technology: NOC_EINPUT at the place of
 * chip.technology_nm, or NOC_EUSAGE if a --set gave it; *cost is untouched. */
noc_status noc_cost_of(const noc_system *system, const noc_activity *activity, noc_cost *cost,
                       noc_network_cost *networks, noc_diag *diag);

/* The same with the power of each router, as many as the graph has. Their sum is that of *cost. */
noc_status noc_cost_by_router(const noc_system *system, const noc_activity *activity,
                              noc_cost *cost, noc_network_cost *networks, noc_router_power *routers,
                              noc_diag *diag);

/* True if a design has no cost because its technology has no table. Then `text` says what is
 * missing, and what would have a cost. Latencies do not depend on it. */
bool noc_cost_gap(const noc_design *design, char *text, size_t size);
enum { NOC_GAP_CHARS = 280 };

/* True if the design's technology has a table, lies between two, or may be scaled to. */
bool noc_cost_is_known(const noc_design *design);

/* The router that bounds the clock: "router (2,3), 5x5"; "hinge router, 10x5" where all are
 * alike. */
void noc_cost_slowest(const noc_system *system, const noc_cost *cost, char *text, size_t size);

#endif
