/* hybrid/correction/discrepancy/loop_features.h: features for the comparison of closed loops:
 * numbers that tell apart loops with different errors of the model.
 *
 * Capacity of each resource over that of the scarcest one, requests that cores have outstanding,
 * losses by cause in the model, work of the memory nodes, and VCs. Eight of 38 features were
 * uninformative about loops on other designs and were removed (lab/experiments.md, 4.10). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_LOOP_FEATURES_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_LOOP_FEATURES_H

#include "analytic/loop/closed_loop.h"

typedef enum noc_loop_feature {
#define NOC_LOOP_FEATURE(id, name) NOC_LOOP_##id,
#include "hybrid/correction/discrepancy/loop_features.def"
#undef NOC_LOOP_FEATURE
    NOC_LOOP_FEATURES
} noc_loop_feature;
const char *noc_loop_feature_name(size_t feature); /* name of a feature; NULL past the end */

typedef struct noc_loop_features {
    double of[NOC_LOOP_FEATURES];
} noc_loop_features;

/* Features of a loop. `point`: the model's operating point, uncorrected. Not defined for ideal
 * networks. */
noc_loop_features noc_loop_features_of(const noc_open_curve *curve, const noc_workload *workload,
                                       const noc_closed_point *point);

#endif
