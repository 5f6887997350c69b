/* hybrid/answers/explain/breakdown.h: what each component of each network of a design costs. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H

#include "hybrid/correction/calibration/calibration.h"
#include "power_area/cost.h"

typedef struct noc_breakdown {
    noc_cost cost;
    noc_network_cost *networks; /* owned */
    noc_router_power *routers;  /* power by router of the graph; owned */
    char (*names)[48];          /* networks' names: "network 0 (request, slice 1)"; owned */
    uint16_t network_count;
    char slowest[64]; /* the router that bounds the clock: "router (2,3), 5x5" */
    double load;      /* of the dynamic power; NAN: another activity, or none */
    double activity;  /* nominal, flits per cycle on every channel; NAN: none */
    bool closed_loop; /* dynamic power is that where the closed loop settles */
} noc_breakdown;

/* At the model's activity for `load` (flits per cycle of an injecting node), or at a nominal
 * `activity` (flits per cycle on every channel). NAN for both: where the closed loop of a design
 * with a workload settles, and no dynamic power of others. `calibration` is the model's (NULL: as
 * derived). The caller clears it. */
noc_status noc_breakdown_make(const noc_system *system, const noc_calibration *calibration,
                              double load, double activity, noc_breakdown *breakdown,
                              noc_diag *diag);
void noc_breakdown_clear(noc_breakdown *breakdown);

#endif
