/* explore/front/learn.h: corrections of model answers by the measurements of similar designs, with
 * intervals. The logarithm of measured over model is a random field over the settings.
 *
 * Method: kriging from the nearest measured designs (Vecchia 1988; Gramacy, Apley 2015). Designs
 * with fewer and smaller differences correlate more. Each setting has a weight, chosen so that
 * leave-one-out predictions of the measured designs are best. Intervals are standard deviations of
 * the field, scaled to cover the measured designs, each left out in turn (conformal prediction with
 * studentized residuals: Lei, G'Sell, Rinaldo, Tibshirani, Wasserman 2018). A design that differs
 * from all measured designs has a wider interval. */
#ifndef NOC_EXPLORE_FRONT_LEARN_H
#define NOC_EXPLORE_FRONT_LEARN_H

#include <stddef.h>

#include "base/diag.h"

/* Correction of a model answer to value * exp(centre), with the interval from value * exp(centre -
 * half_width) to value * exp(centre + half_width). */
typedef struct noc_correction {
    double centre, half_width;
} noc_correction;

/* Facts about the corrections of one objective. */
typedef struct noc_correction_info {
    size_t measured_count; /* measured designs; 0: too few for the confidence */
    double centre;         /* median logarithm of measured over model */
    double half_width;     /* median half-width over designs without measurement, as a logarithm */
} noc_correction_info;

/* Learns a correction for each of `count` designs. `overrides`: [design], texts "key=value" as a
 * JSON list. `logs`: [design], logarithm of measured over model; NAN without measurement. Fills
 * `corrections` (`count` of them) and *info; leaves `corrections` unchanged if info->measured_count
 * is 0. Confidence c needs at least c/(1-c) measured designs. */
noc_status noc_corrections_learn(const char *const *overrides, const double *logs, size_t count,
                                 double confidence, noc_correction *corrections,
                                 noc_correction_info *info, noc_diag *diag);

#endif
