/* hybrid/check.h: the model corrected by one short measured window of the same design.
 *
 * The window gives one latency. What the model's contention is off by there is taken apart in two: part
 * of it stretches the load axis (the design saturates earlier or later than the model thinks), the rest
 * scales contention. */
#ifndef NOC_HYBRID_CHECK_H
#define NOC_HYBRID_CHECK_H

#include "hybrid/latencies.h"

/* Where the window stands: at this share of the load asked for, or of the model's saturation. */
#define NOC_CHECK_SHARE 0.8

typedef struct noc_check {
    double load, latency; /* of the window: flits per cycle, cycles */
    double predicted;     /* the model's latency there; NAN: saturated */
    noc_latency_set idle; /* the model's latencies without contention */
    double stretch;       /* the design at load x is as the model at stretch * x */
    double scale;         /* of contention, beside that */
} noc_check;

/* Learns from a window at `load` that measured `latency` (NOC_LATENCY_WATCHED). */
noc_check noc_check_learn(noc_model *model, double load, double latency);

/* The corrected latencies at a load; NAN when it is saturated. */
noc_latency_set noc_check_latencies(noc_model *model, const noc_check *check, double load);

/* A corrected saturation or knee. */
double noc_check_limit(const noc_check *check, double limit);

#endif
