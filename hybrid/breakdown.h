/* hybrid/breakdown.h: what each component of each network of a design costs. */
#ifndef NOC_HYBRID_BREAKDOWN_H
#define NOC_HYBRID_BREAKDOWN_H

#include "power_area/cost.h"

typedef struct noc_breakdown {
    noc_cost cost;
    noc_network_cost *networks; /* owned */
    char (*names)[48];          /* of the networks: "both", "request, slice 1"; owned */
    uint16_t network_count;
    char slowest[64]; /* the router that bounds the clock: "(2,3), 5x5" */
    double load;      /* of the dynamic power; NAN: none, or a nominal activity */
    double activity;  /* nominal, flits per cycle on every channel; NAN: none */
} noc_breakdown;

/* At the model's activity for `load` (flits per cycle of an injecting node), or at a nominal `activity`
 * (flits per cycle on every channel); NAN for both: no dynamic power. The caller clears it. */
noc_status noc_breakdown_make(const noc_system *system, double load, double activity,
                              noc_breakdown *breakdown, noc_diag *diag);
void noc_breakdown_clear(noc_breakdown *breakdown);

#endif
