/* explore/importance/importance.h: share of a metric's variance that each setting explains, over
 * the designs of a store.
 *
 * The designs are the population, not a sample of one, and the variance is that of their values.
 * Effects of settings (analysis of variance):
 *
 * - share: of the best sum of functions of single factors. The sum of squares that a factor adds is
 *   averaged over all orders in which factors are added (Lindeman, Merenda, Gold 1980; the Shapley
 *   value of R^2). If each combination of levels is there once, every order gives the first-order
 *   Sobol' index, Var(E[y | x_i]) / Var(y). If factors depend on each other, what two of them
 *   explain alike is divided between them. A factor comes after its parents, so that a setting of
 *   one topology gets only what it adds to the topology.
 * - interactions: the rest, which no sum of functions of single factors explains. Shares and
 *   interactions add up to 1.
 * - alone: Var(E[y | x_i]) / Var(y), by the means of the levels.
 * - total: E[Var(y | all factors but x_i and its descendants)] / Var(y), the total Sobol' index:
 *   what is left open if all else is known (Saltelli et al. 2010). */
#ifndef NOC_EXPLORE_IMPORTANCE_IMPORTANCE_H
#define NOC_EXPLORE_IMPORTANCE_IMPORTANCE_H

#include "explore/importance/factors.h"

typedef enum noc_importance_state {
    NOC_IMPORTANCE_KNOWN,
    NOC_IMPORTANCE_CONSTANT, /* the metric is the same in all designs */
    NOC_IMPORTANCE_UNVARIED, /* no setting varies */
    /* Not all combinations, and fewer than two designs for each level beyond the first of a factor:
     * sums of functions of single factors would explain differences by chance. */
    NOC_IMPORTANCE_FEW,
    NOC_IMPORTANCE_MANY, /* more factors than NOC_FACTORS_MAX, or levels than NOC_FACTOR_LEVELS_MAX */
} noc_importance_state;

enum { NOC_FACTOR_LEVELS_MAX = 512 }; /* limit of the levels of all factors together */

typedef struct noc_effect {
    size_t factor;
    double share, alone;
    /* NAN: less than half of the designs with the setting have another design that differs in it
     * alone */
    double total;
} noc_effect;

/* Part of the interactions that two factors explain beyond the sum of functions of single ones, as
 * functions of both; a lower bound if factors depend on each other. */
typedef struct noc_pair_effect {
    size_t factors[2];
    double share;
} noc_pair_effect;

typedef struct noc_importance {
    noc_importance_state state;
    noc_factors factors;
    size_t missing_count;   /* designs without a value, which are left out */
    double lowest, highest; /* smallest and largest value; NAN without designs */
    /* Variance of the logarithms: all values are positive, and span a factor of ten or more. */
    bool is_logarithmic;
    noc_effect *effects; /* NOC_IMPORTANCE_KNOWN: one a factor, the largest share first */
    double interactions;
    /* Pairs of factors with at least four designs for each combination, or with all combinations of
     * all factors; the largest share first. */
    noc_pair_effect *pairs;
    size_t pair_count;
} noc_importance;

/* Finds the effects on `values`, [design], NAN: missing. Memory is of the arena. NOC_EFAILED: out
 * of memory. */
noc_status noc_importance_find(const noc_setting_values *settings, const double *values,
                               noc_arena *arena, noc_importance *importance, noc_diag *diag);

#endif
