/* hybrid/difficulty.h: how hard a figure is to tell: the usual size of the model's error, from what is known
 * of a design and its load before anything is measured.
 *
 * log(size of the error) is linear in a few features, whose coefficients are learned by a ridge regression.
 * Features beyond those that were seen count as the last one seen.
 *
 * Which features: chosen on the training suite alone, by tenfold cross-validation with whole designs left out, of
 * intervals that hold 90 % of what was left out: by their width; by their score, the width and 20 times what lies
 * outside (Gneiting, Raftery, JASA 102, 2007); and by how far from 90 % the coverage of 28 kinds of designs
 * lies (by VCs, room, stalls, topology, what limits ...). Without any features intervals are 15 % wider, and
 * kinds of designs 6.6 points off (root of the mean square) in place of 4.7, where 4.6 are chance. The share of the
 * bound narrows nothing, but makes the score of limits 3 % less, and their kinds 4.9 points off in place of 5.6. Of 40 more
 * (packets longer than their buffer, packet lengths, iterations, speculation, stages, atomic VCs, hops, nodes,
 * memory nodes, what limits, shares of the waits by cause, stalls, stretch, refused grants) none made all
 * three better. All that was before answers were adjusted by what alike designs deviate (deviations.h). Of errors of adjusted limits
 * the distance of the nearest design tells most (rank correlations: 0.22 and 0.23, the others at most 0.16). */
#ifndef NOC_HYBRID_DIFFICULTY_H
#define NOC_HYBRID_DIFFICULTY_H

#include "analytic/adjusted.h"

typedef enum noc_feature {
    NOC_FEATURE_VCS,     /* log of the VCs that a packet chooses among */
    NOC_FEATURE_ROOM,    /* log of a VC's buffer over the packet */
    NOC_FEATURE_SPEEDUP, /* log of the crossbar's inputs for a port */
    NOC_FEATURE_REACHED, /* log of the model's saturation over the bound of its busiest channel */
    NOC_FEATURE_APART,   /* log of how far the nearest measured design lies (adjusted.h) */
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
