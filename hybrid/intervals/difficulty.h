/* hybrid/intervals/difficulty.h: how hard a figure is to tell: the usual size of the model's error, from what is known
 * of a design and its load before anything is measured.
 *
 * log(size of the error) is linear in a few features, whose coefficients are learned by a ridge regression.
 * Features beyond those that were seen count as the last one seen.
 *
 * Which features: chosen on the training suite alone, each third by what the others teach, by the score of intervals of 90 %:
 * their width, and 20 times what lies outside (Gneiting, Raftery, JASA 102, 2007). Of contention at all loads, saturation and knee
 * (as logarithms) it is 0.717, 0.136 and 0.135; without what designs like it are missed by 0.732, 0.140 and 0.137. With that the
 * VCs that a packet chooses among, the crossbar's inputs for a port and the share of the bound that saturation reaches, which
 * were features before, tell nothing more (0.720, 0.137, 0.134). Of 40 others (packets longer than their buffer, packet lengths,
 * iterations, speculation, stages, atomic VCs, hops, nodes, memory nodes, what limits, shares of the waits by cause, stalls,
 * stretch, refused grants) none did, before answers were adjusted by what alike designs deviate (deviations.h). */
#ifndef NOC_HYBRID_INTERVALS_DIFFICULTY_H
#define NOC_HYBRID_INTERVALS_DIFFICULTY_H

#include "analytic/adjusted.h"

typedef enum noc_feature {
    NOC_FEATURE_ROOM,  /* log of a VC's buffer over the packet */
    NOC_FEATURE_APART, /* log of how far the nearest measured design lies (adjusted.h) */
    NOC_FEATURE_MISSED, /* log of how far designs like it are off what is told of them (adjusted.h) */
    /* of a load; 0 where there is none */
    NOC_FEATURE_LOAD,       /* square of its share in the model's saturation */
    NOC_FEATURE_CONTENTION, /* log of contention over the latency without it */
    NOC_FEATURES
} noc_feature;
const char *noc_feature_name(size_t feature); /* NULL past the end */

typedef struct noc_features {
    double of[NOC_FEATURES];
} noc_features;

/* Of a design; its room is the mean over the flits that its channels carry. */
noc_features noc_features_of(const noc_system *system, const noc_adjusted *model);

/* The same at a load that is `share` of saturation, with the model's latency `value`, `idle` without contention. */
noc_features noc_features_at(const noc_features *design, double share, double value, double idle);

typedef struct noc_difficulty {
    double base, slopes[NOC_FEATURES];            /* NAN: nothing learned */
    double low[NOC_FEATURES], high[NOC_FEATURES]; /* of the features seen */
} noc_difficulty;

/* The size of error to expect, above 0; NAN if nothing was learned. */
double noc_difficulty_of(const noc_difficulty *difficulty, const noc_features *features);

/* Learns from errors and the features that they had. NOC_EFAILED when out of memory. */
noc_status noc_difficulty_learn(const noc_features *features, const double *errors, size_t count,
                                noc_difficulty *difficulty, noc_diag *diag);

#endif
