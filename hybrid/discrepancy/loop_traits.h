/* hybrid/discrepancy/loop_traits.h: by what closed loops are compared: numbers that say in which
 * the model has the same things wrong.
 *
 * What resources have left over the scarcest one, what cores have outstanding, what the model
 * thinks is lost by each cause, what the memory nodes are asked for, and VCs. Eight of 38 told
 * nothing of loops on other designs, and are gone (docs/lab/experiments.md, 4.10). */
#ifndef NOC_HYBRID_DISCREPANCY_LOOP_TRAITS_H
#define NOC_HYBRID_DISCREPANCY_LOOP_TRAITS_H

#include "analytic/closed_loop.h"

typedef enum noc_loop_trait {
#define NOC_LOOP_TRAIT(id, name) NOC_LOOP_##id,
#include "hybrid/discrepancy/loop_traits.def"
#undef NOC_LOOP_TRAIT
    NOC_LOOP_TRAITS
} noc_loop_trait;
const char *noc_loop_trait_name(size_t trait); /* NULL past the end */

typedef struct noc_loop_traits {
    double of[NOC_LOOP_TRAITS];
} noc_loop_traits;

/* `point`: where the model settles, with nothing told. Not of ideal networks. */
noc_loop_traits noc_loop_traits_of(const noc_open_curve *curve, const noc_workload *workload,
                                   const noc_closed_point *point);

#endif
