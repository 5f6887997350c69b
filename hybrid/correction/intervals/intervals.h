/* hybrid/correction/intervals/intervals.h: prediction intervals of the model's answers, by
 * cross-conformal prediction normalised by difficulty (Vovk, Annals of Mathematics and Artificial
 * Intelligence 74, 2015; Papadopoulos, Gammerman, Vovk 2008; Lei et al., JASA 2018).
 *
 *   latency     error log(measured / model) of contention, that is latency less idle, plus 1 % of
 *               idle: the latency without contention is exact, and what is wrong multiplies waits
 *   saturation, knee   error log(measured / model)
 *
 * The error of each design is that of the model corrected by the prediction from all other designs
 * (deviations.h); divided by the difficulty (difficulty.h), learned without the third that its
 * design is in, it is a score. An interval spans quantiles of all scores, times the difficulty of
 * what is asked. Designs outside the ranges of a calibration's own suite (ranges.h) are another
 * kind: intervals are as many times wider there, in each band of load, as hold the confidence of
 * those that it has learned from.
 *
 * What is guaranteed. If the next design is like those of the suite (exchangeable with them), each
 * score compared with its own third's difficulty and the deviations that left the design out, the
 * interval holds the next measured figure with a probability of 1 - 2 (1 - confidence) at least
 * (Barber et al., Annals of Statistics 49, 2021), on average over designs (not for each design),
 * whatever the errors' distribution. In practice such intervals hold the confidence: 89 to 90 % of
 * the training suite's figures, by kind, when tenths of its designs are held back, 84 to 92 % when
 * it is all that have one value of a setting (test_intervals). Designs that were in sight while the
 * model was made are not like the next one: its errors there are smaller, and more of them lie
 * inside (validate says how many). The loads of one design are scores that depend on each other:
 * they count one by one, as if it were one load drawn at random. */
#ifndef NOC_HYBRID_CORRECTION_INTERVALS_INTERVALS_H
#define NOC_HYBRID_CORRECTION_INTERVALS_INTERVALS_H

#include "analytic/network_model.h"
#include "hybrid/correction/discrepancy/latencies.h"
#include "hybrid/correction/intervals/difficulty.h"

/* Quantiles of scores of one kind. */
typedef struct noc_spread {
    double low, high; /* NAN: too few scores */
    size_t count;     /* scores */
} noc_spread;

/* The interval of `confidence` for one more score like the `count` ones, which are sorted. With
 * less than 2 / (1 - confidence) - 1 of them there is none. */
noc_spread noc_conformal(double *scores, size_t count, double confidence);

enum { NOC_BANDS = 5 };

/* The band that a load falls into, by its share of the model's saturation. */
size_t noc_band_of(double share);
/* Where band i ends; infinity for the last. */
double noc_band_end(size_t i);

/* Rule by which one figure gets its interval: from model * exp(low * d) to model * exp(high * d),
 * of latencies the model's contention, d its difficulty, with the spread of its band (Mondrian
 * prediction: each band of load is to hold the confidence by itself, as the errors near saturation
 * have other tails than those far below). Limits are all of the first band. docs/model.md (44). */
typedef struct noc_rule {
    noc_difficulty difficulty;
    noc_spread spreads[NOC_BANDS]; /* the spread of all bands where one has too few scores */
    double outside[NOC_BANDS];     /* times wider outside the ranges, no less than of all bands */
} noc_rule;

/* One error to learn a rule from. */
typedef struct noc_rule_error {
    double error;
    noc_difficulty_features features; /* the design's */
    size_t band;                      /* band of the load */
    unsigned char third;              /* third that the design is dealt to, below NOC_THIRDS */
    bool outside;                     /* the ranges */
    bool tells; /* its score tells how wide intervals are; others teach difficulty alone */
} noc_rule_error;
enum { NOC_THIRDS = 3 };

/* NOC_EFAILED when out of memory, or where the regression has no solution; with too few errors the
 * rule gives no interval. */
noc_status noc_rule_learn(const noc_rule_error *errors, size_t count, double confidence,
                          noc_rule *rule, noc_diag *diag);

/* Figures with an interval: latencies (noc_latency) and limits. */
enum { NOC_SCORED_SATURATION = NOC_LATENCIES, NOC_SCORED_KNEE, NOC_SCORED };
const char *noc_scored_name(size_t scored); /* NULL past the end */

typedef struct noc_intervals {
    double confidence; /* NAN: there are none */
    noc_rule model[NOC_SCORED];
    noc_rule checked
        [NOC_SCORED]; /* rules after one short window (hybrid/correction/discrepancy/check.h) */
} noc_intervals;

/* The quantity that errors of latency are measured in: latency less idle, plus 1 % of idle. No
 * packet is faster than alone, but for the noise of a measurement. */
double noc_contention_of(double latency, double idle);

/* The interval of a latency that the model gives as `value`, `idle` without contention; NAN if
 * there is none. `scale`: the difficulty, times what it is to be wider outside the calibrated
 * range. */
void noc_latency_interval(const noc_spread *spread, double scale, double value, double idle,
                          double *lo, double *hi);

/* The interval of a saturation or knee. */
void noc_limit_interval(const noc_spread *spread, double scale, double value, double *lo,
                        double *hi);

/* ---- networks whose packets wait at their senders ------------------------------------------- */

/* Slices, rings, tokens and the windows of overlays have intervals of their own.
 *
 * The errors are log(measured / model) of latency, by how waits are found and band of load, and of
 * saturation, of all of them together, over the rows of tests/reference/overlays.csv, an
 * independent simulator's; those of few packets and of high loads are large in the same way in all
 * families of a kind, so there is no difficulty. Nothing of the model was fitted to a row, but its
 * equations were chosen with these rows in sight: intervals are as narrow as its errors there.
 * sender_spreads.def has their conformal quantiles, for this confidence; `test_sender_intervals
 * FILE` writes it anew. */
#define NOC_SENDER_CONFIDENCE 0.9

/* The kind of the network that is found least exactly, among all that carry a class. */
noc_sender_kind noc_sender_kind_of_class(const noc_system *system, noc_class class);

/* Spreads of latencies, at a share of saturation, and of saturation. */
noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share);
noc_spread noc_sender_saturation_spread(void);

#endif
