/* hybrid/correction/discrepancy/loop_features.h: features by which closed loops are compared,
 * chosen so that loops with equal features have equal errors of the model.
 *
 * They describe the capacity of each resource over that of the scarcest one, outstanding requests
 * of cores, losses by cause in the model, work of the memory nodes, and VCs. 8 of 38 features did
 * not help to predict loops on other designs, and were removed (lab/experiments.md, 4.10). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_LOOP_FEATURES_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_LOOP_FEATURES_H

#include "analytic/loop/closed_loop.h"

typedef enum noc_loop_feature {
#define NOC_LOOP_FEATURE(id, name, value) NOC_LOOP_##id,
#include "hybrid/correction/discrepancy/loop_features.def"
#undef NOC_LOOP_FEATURE
    NOC_LOOP_FEATURES
} noc_loop_feature;
const char *noc_loop_feature_name(size_t feature); /* name of a feature; NULL past the end */

typedef struct noc_loop_features {
    double values[NOC_LOOP_FEATURES];
} noc_loop_features;

/* Computes the features of a loop. `point`: the model's operating point without correction. Not
 * defined for ideal networks. */
noc_loop_features noc_loop_features_find(const noc_open_curve *curve, const noc_workload *workload,
                                         const noc_closed_point *point);

#endif
