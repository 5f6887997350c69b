/* hybrid/difficulty.h: how hard a figure is to tell: the usual size of the model's error, from what is known
 * of a design and its load before anything is measured.
 *
 * log(size of the error) is linear in a few features, whose coefficients are learned by a ridge regression.
 * Features beyond those that were seen count as the last one seen. Which features: chosen by tenfold
 * cross-validation, whole designs left out, on the training suite alone, by the mean logarithm of the width
 * of intervals that hold 90 % of what was left out. Without any they are 19 % wider than with these. Of 14
 * more (packets longer than their buffer, packet lengths, iterations, speculation, stages, atomic VCs, hops,
 * nodes, destinations of a source, what limits, share of the bound used, waits at the source) none made
 * them more than 1 % narrower. */
#ifndef NOC_HYBRID_DIFFICULTY_H
#define NOC_HYBRID_DIFFICULTY_H

#include "analytic/model.h"

typedef enum noc_feature {
    NOC_FEATURE_VCS,     /* log of the VCs that a packet chooses among */
    NOC_FEATURE_ROOM,    /* log of a VC's buffer over the packet */
    NOC_FEATURE_SPEEDUP, /* log of the crossbar's inputs for a port */
    NOC_FEATURE_REACHED, /* log of the model's saturation over the bound of its busiest channel */
    /* of a load; 0 where there is none */
    NOC_FEATURE_LOAD,       /* square of its share in the model's saturation */
    NOC_FEATURE_CONTENTION, /* log of contention over the latency without it */
    NOC_FEATURES
} noc_feature;
const char *noc_feature_name(size_t feature); /* NULL past the end */

typedef struct noc_features {
    double of[NOC_FEATURES];
} noc_features;

/* Of a design; those of VCs, buffers and crossbars are means over the flits that its channels carry. */
noc_features noc_features_of(const noc_system *system, noc_model *model);

/* The same at a load that is `share` of saturation, with the model's latency `value`, `idle` without contention. */
noc_features noc_features_at(const noc_features *design, double share, double value, double idle);

/* Of a latency, what is uncertain at least: this share of it without contention. */
#define NOC_IDLE_SHARE 0.01

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
