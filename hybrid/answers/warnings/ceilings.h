/* hybrid/answers/warnings/ceilings.h: what no design with these channels exceeds, whatever its
 * routers. What was measured in a run that ends is held to it. */
#ifndef NOC_HYBRID_ANSWERS_WARNINGS_CEILINGS_H
#define NOC_HYBRID_ANSWERS_WARNINGS_CEILINGS_H

#include "network/graph/system.h"

/* Flits per cycle of an injecting node. */
typedef struct noc_ceilings {
    /* the busiest channel is full: beyond, a queue grows, and the mean latency has no value */
    double bound;
    double
        saturation; /* so much is lost in front of full channels that less than 98 % is accepted */
} noc_ceilings;

noc_status noc_ceilings_find(const noc_system *system, noc_ceilings *ceilings, noc_diag *diag);

#endif
