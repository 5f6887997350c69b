/* hybrid/correction/discrepancy/loop_features.h: by what closed loops are compared: numbers that
 * say in which the model has the same things wrong.
 *
 * What resources have left over the scarcest one, what cores have outstanding, what the model
 * thinks is lost by each cause, what the memory nodes are asked for, and VCs. Eight of 38 said
 * nothing of loops on other designs, and are gone (lab/experiments.md, 4.10). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_LOOP_FEATURES_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_LOOP_FEATURES_H

#include "analytic/loop/closed_loop.h"

typedef enum noc_loop_feature {
#define NOC_LOOP_FEATURE(id, name) NOC_LOOP_##id,
#include "hybrid/correction/discrepancy/loop_features.def"
#undef NOC_LOOP_FEATURE
    NOC_LOOP_FEATURES
} noc_loop_feature;
const char *noc_loop_feature_name(size_t feature); /* NULL past the end */

typedef struct noc_loop_features {
    double of[NOC_LOOP_FEATURES];
} noc_loop_features;

/* `point`: where the model settles, uncorrected. Not of ideal networks. */
noc_loop_features noc_loop_features_of(const noc_open_curve *curve, const noc_workload *workload,
                                       const noc_closed_point *point);

#endif
