/* explore/front/learn.h: corrections of model answers by measurements nearby: the logarithm of
 * measured over model, as a random field over the settings, with intervals.
 *
 * Kriging from the nearest measured designs (Vecchia 1988; Gramacy, Apley 2015). Designs correlate
 * the more, the fewer and the smaller their differences. Each setting has a weight, chosen so that
 * the measured designs, each left out in turn, are predicted best. The intervals are the field's
 * standard deviations, scaled so that the measured designs, left out, lie inside (conformal
 * prediction with studentized residuals: Lei, G'Sell, Rinaldo, Tibshirani, Wasserman 2018). A
 * design unlike all measured designs has a wider interval by itself. */
#ifndef NOC_EXPLORE_FRONT_LEARN_H
#define NOC_EXPLORE_FRONT_LEARN_H

#include <stddef.h>

#include "base/diag.h"

/* Correction of a model answer: value * exp(centre), from value * exp(centre - half) to value *
 * exp(centre + half). */
typedef struct noc_correction {
    double centre, half;
} noc_correction;

typedef struct noc_learned {
    size_t measured; /* designs learned from; 0: too few for the confidence */
    double centre;   /* median of the measured designs' logarithms of measured over model */
    double half;     /* median half-width over the designs without measurement, as a logarithm */
} noc_learned;

/* Learns a correction for each of `count` designs. `overrides`: a JSON list of texts for each
 * design. `logs`: logarithm of measured over model, NAN for designs without measurement. Fills
 * `corrections` (`count` of them) and *learned; leaves `corrections` alone if learned->measured is
 * 0. A confidence of c needs at least c/(1-c) measured designs. */
noc_status noc_learn(const char *const *overrides, const double *logs, size_t count,
                     double confidence, noc_correction *corrections, noc_learned *learned,
                     noc_diag *diag);

#endif
