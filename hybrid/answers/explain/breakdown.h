/* hybrid/answers/explain/breakdown.h: cost of each component of each network of a design. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H

#include "hybrid/correction/calibration/calibration.h"
#include "power_area/cost.h"

typedef struct noc_breakdown {
    noc_cost cost;
    noc_network_cost *networks; /* costs by network; owned */
    noc_router_power *routers;  /* power of each router of the graph; owned */
    char (*names)[48];          /* networks' names: "network 0 (request, slice 1)"; owned */
    uint16_t network_count;
    char slowest[64]; /* router that bounds the clock: "router (2,3), 5x5" */
    /* load at which dynamic power is given, flits per cycle of an injecting node; NAN: no load */
    double load;
    double activity;  /* nominal activity, flits per cycle on every channel; NAN: not used */
    bool closed_loop; /* dynamic power is given at the closed loop's operating point */
} noc_breakdown;

/* Makes the breakdown at one of three activities. `load`, flits per cycle of an injecting node:
 * rates by the model. `activity`, flits per cycle on every channel: nominal rates. NAN for both:
 * rates at the closed loop's operating point, or no dynamic power without a workload. `calibration`
 * corrects the model; NULL: as derived. The caller clears *breakdown. */
noc_status noc_breakdown_make(const noc_system *system, const noc_calibration *calibration,
                              double load, double activity, noc_breakdown *breakdown,
                              noc_diag *diag);
void noc_breakdown_clear(noc_breakdown *breakdown);

#endif
