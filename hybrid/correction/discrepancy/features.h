/* hybrid/correction/discrepancy/features.h: the features by which designs are compared. Designs
 * with similar features have similar errors of the model.
 *
 * Settings count by what they mean to a queue (buffers in packets, not in flits), loads by what
 * packets wait for in the model at 80 % of its saturation.
 *
 * Selection: the feature that improved leave-one-family-out predictions least was taken out in
 * turn, as long as errors got smaller: of 27 twenty are left (lab/experiments.md, 3.2). */
#ifndef NOC_HYBRID_CORRECTION_DISCREPANCY_FEATURES_H
#define NOC_HYBRID_CORRECTION_DISCREPANCY_FEATURES_H

#include "analytic/curve/model.h"

typedef enum noc_feature {
#define NOC_FEATURE(id, name) NOC_FEATURE_##id,
#include "hybrid/correction/discrepancy/features.def"
#undef NOC_FEATURE
    NOC_FEATURES
} noc_feature;
const char *noc_feature_name(size_t feature); /* NULL past the end */

typedef struct noc_features {
    double of[NOC_FEATURES];
} noc_features;

noc_features noc_features_of(const noc_system *system, noc_model *model);

#endif
