/* hybrid/answers/explain/breakdown.h: cost of each component of each network of a design. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H

#include "hybrid/correction/calibration/calibration.h"
#include "power_area/cost.h"

typedef struct noc_breakdown {
    noc_cost cost;
    noc_network_cost *networks; /* costs by network; owned */
    noc_router_power *routers;  /* power by router of the graph; owned */
    char (*names)[48];          /* networks' names: "network 0 (request, slice 1)"; owned */
    uint16_t network_count;
    char slowest[64]; /* router that bounds the clock: "router (2,3), 5x5" */
    /* load of the dynamic power, flits per cycle of an injecting node; NAN: another activity, or
     * none */
    double load;
    double activity;  /* nominal activity, flits per cycle on every channel; NAN: none */
    bool closed_loop; /* dynamic power is that at the closed loop's operating point */
} noc_breakdown;

/* Makes the breakdown at the model's activity for `load` (flits per cycle of an injecting node), or
 * at a nominal `activity` (flits per cycle on every channel). NAN for both: at the closed loop's
 * operating point of a design with a workload, and without dynamic power for other designs.
 * `calibration` is the model's (NULL: as derived). The caller clears *components. */
noc_status noc_breakdown_make(const noc_system *system, const noc_calibration *calibration,
                              double load, double activity, noc_breakdown *breakdown,
                              noc_diag *diag);
void noc_breakdown_clear(noc_breakdown *breakdown);

#endif
