/* hybrid/answers/explain/breakdown.h: cost of each component of each network of a design. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_BREAKDOWN_H

#include "base/arena.h"
#include "hybrid/correction/calibration/calibration.h"
#include "power_area/cost.h"

typedef struct noc_breakdown {
    noc_cost cost;
    noc_network_cost *networks; /* [network]: costs */
    noc_router_power *routers;  /* [router]: power */
    char (*names)[48];          /* [network]: name, "network 0 (request, slice 1)" */
    uint16_t network_count;
    char slowest_router[64]; /* router that bounds the clock: "router (2,3), 5x5" */
    /* load at which dynamic power is given, flits per cycle of an injecting node; NAN: no load */
    double load;
    double activity;        /* nominal activity, flits per cycle on every channel; NAN: not used */
    bool has_loop_activity; /* dynamic power is given at the closed loop's operating point */
} noc_breakdown;

/* Makes the breakdown. Dynamic power is that of the model's rates at `load`, flits per cycle of an
 * injecting node, or of a nominal `activity`, flits per cycle on every channel. If both are NAN, it
 * is that of the closed loop's operating point, or missing without a workload. `calibration`
 * corrects the model; NULL: as derived. *breakdown lasts as long as the arena. */
noc_status noc_breakdown_make(const noc_system *system, const noc_calibration *calibration,
                              double load, double activity, noc_arena *arena,
                              noc_breakdown *breakdown, noc_diag *diag);

#endif
