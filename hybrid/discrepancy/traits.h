/* hybrid/discrepancy/traits.h: by what designs are compared: numbers that say which have the same
 * things wrong with their model's answers.
 *
 * Settings count by what they mean to a queue (buffers in packets, not in flits), loads by what
 * packets wait for in the model at 80 % of its saturation.
 *
 * Which ones: the trait that told least of families of designs by others was taken out in turn, as
 * long as errors got smaller: of 27 twenty are left (docs/lab/experiments.md, 3.2). */
#ifndef NOC_HYBRID_DISCREPANCY_TRAITS_H
#define NOC_HYBRID_DISCREPANCY_TRAITS_H

#include "analytic/model.h"

typedef enum noc_trait {
#define NOC_TRAIT(id, name) NOC_TRAIT_##id,
#include "hybrid/discrepancy/traits.def"
#undef NOC_TRAIT
    NOC_TRAITS
} noc_trait;
const char *noc_trait_name(size_t trait); /* NULL past the end */

typedef struct noc_traits {
    double of[NOC_TRAITS];
} noc_traits;

noc_traits noc_traits_of(const noc_system *system, noc_model *model);

#endif
