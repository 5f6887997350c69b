/* explore/front/learn.h: what measurements say about model answers nearby: the logarithm of
 * measured over model, as a random field over the settings, with intervals.
 *
 * Kriging from the nearest measured designs (Vecchia 1988; Gramacy, Apley 2015): designs are the
 * more alike the fewer and the smaller their differences, each setting by a weight of its own that
 * predicts the measured designs best, each left out in turn. The intervals are the field's standard
 * deviations, scaled so that the measured designs, left out, lie inside (conformal prediction with
 * studentized residuals: Lei, G'Sell, Rinaldo, Tibshirani, Wasserman 2018). A design unlike all
 * that were measured has a wider interval by itself. */
#ifndef NOC_EXPLORE_FRONT_LEARN_H
#define NOC_EXPLORE_FRONT_LEARN_H

#include <stddef.h>

#include "base/diag.h"

/* A model answer becomes value * exp(centre), from value * exp(centre - half) to value * exp(centre
 * + half). */
typedef struct noc_correction {
    double centre, half;
} noc_correction;

typedef struct noc_learned {
    size_t measured; /* designs that it was learned from; 0: too few for the confidence */
    double centre;   /* median of their logarithms */
    double half;     /* median of the half-widths of the others, as logarithms */
} noc_learned;

/* `overrides`: of each design, a JSON list of texts. `logs`: measured over model, NAN where nothing
 * was measured. Fills `corrections` (count of them) and *learned; leaves the former alone if
 * measured is 0. At least c/(1-c) designs must be measured for a confidence of c. */
noc_status noc_learn(const char *const *overrides, const double *logs, size_t count,
                     double confidence, noc_correction *corrections, noc_learned *learned,
                     noc_diag *diag);

#endif
