/* hybrid/correction/discrepancy/latencies.h: latencies that are compared between model and
 * sample. */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_LATENCIES_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_LATENCIES_H

#include "analytic/curve/corrected_model.h"

typedef enum noc_latency {
    NOC_LATENCY_MAIN, /* round trip if there are replies, else latency of packets */
    NOC_LATENCY_NETWORK,
    NOC_LATENCY_REQUEST,
    NOC_LATENCY_REPLY,
    NOC_LATENCIES
} noc_latency;

/* Mean latencies, cycles; NAN if the design has no such packets, or is saturated. */
typedef struct noc_latency_set {
    double cycles[NOC_LATENCIES];
} noc_latency_set;

/* Latencies at a solved point of the model. */
noc_latency_set noc_point_latencies(const noc_model_point *point);
/* Latencies at a load, flits per cycle of an injecting node, by the corrected model. */
noc_latency_set noc_load_latencies(const noc_corrected_model *corrected, double load);

#endif
