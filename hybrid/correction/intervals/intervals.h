/* hybrid/correction/intervals/intervals.h: prediction intervals of the model's answers, by
 * cross-conformal prediction normalised by difficulty (Vovk, Annals of Mathematics and Artificial
 * Intelligence 74, 2015; Papadopoulos, Gammerman, Vovk 2008; Lei et al., JASA 2018).
 *
 *   error of a latency:           log(measured / model) of contention: latency less idle, plus
 *                                 1 % of idle. The latency without contention (idle) is exact,
 *                                 and the model's error scales waits.
 *   error of saturation or knee:  log(measured / model)
 *
 * The error of a design is that of the model corrected by the deviations of all other designs
 * (deviations.h). Designs are divided into three folds. A score is an error divided by the
 * difficulty (difficulty.h), which is learned without the design's fold. An interval spans
 * quantiles of all scores, times the difficulty of the answered design. Designs outside the ranges
 * of the calibration's own suite (ranges.h) have wider intervals. Their factor, by band of load, is
 * the one with which the learned designs outside the ranges hold the confidence.
 *
 * Guarantee: if the next design is exchangeable with those of the suite, and scores are compared
 * with the difficulty of their own fold and the deviations without their design, the interval
 * contains the next measured figure with a probability of at least 1 - 2 (1 - confidence) (Barber
 * et al., Annals of Statistics 49, 2021). The probability is an average over designs, not for each
 * design, and holds for any distribution of errors.
 *
 * In practice such intervals hold the confidence: 89 to 90 % of the training suite's figures, by
 * kind, when tenths of its designs are held back, and 84 to 92 % when all designs with one value of
 * a setting are held back (test_intervals). Designs that were seen while the model was made are not
 * exchangeable with the next one: the model's errors are smaller, and more figures lie inside
 * (validate counts them). The loads of one design are dependent scores, and each counts like one
 * load drawn at random. */
#ifndef NOC_HYBRID_CORRECTION_INTERVALS_INTERVALS_H
#define NOC_HYBRID_CORRECTION_INTERVALS_INTERVALS_H

#include "analytic/network_model.h"
#include "hybrid/correction/discrepancy/latencies.h"
#include "hybrid/correction/intervals/difficulty.h"

/* Quantiles of the scores of one kind. */
typedef struct noc_spread {
    double low, high; /* quantiles; NAN: too few scores */
    size_t count;     /* number of scores */
} noc_spread;

/* Finds the quantiles between which one more score lies with this confidence. Sorts the scores. NAN
 * for fewer than 2 / (1 - confidence) - 1 scores. */
noc_spread noc_conformal_spread(double *scores, size_t count, double confidence);

enum { NOC_BANDS = 5 };

/* Band of a load, by its share of the model's saturation. */
size_t noc_band_find(double share);
/* Upper end of band i; infinity for the last. */
double noc_band_end(size_t i);

/* Rule for the interval of one figure, docs/model.md (44): from model * exp(low * d) to model *
 * exp(high * d), where d is the difficulty, and low and high are the spread of the load's band. For
 * latencies, model is the model's contention. Each band of load holds the confidence by itself
 * (Mondrian prediction), since errors near saturation have another distribution than errors far
 * below. Saturation and knee use the first band. */
typedef struct noc_interval_rule {
    noc_difficulty difficulty;
    /* spread by band; that of all bands, if one has too few scores */
    noc_spread spreads[NOC_BANDS];
    /* widening factor outside the ranges, by band; at least the factor over all bands */
    double widening_factors[NOC_BANDS];
} noc_interval_rule;

/* One error from which a rule is learned. */
typedef struct noc_training_error {
    double error;
    noc_difficulty_features features; /* features of the design */
    size_t band;                      /* band of the load */
    unsigned char fold;               /* fold of the design, below NOC_FOLDS */
    bool is_outside;                  /* the design is outside the ranges */
    /* the score affects the width of intervals; false: the difficulty alone */
    bool sets_width;
} noc_training_error;
enum { NOC_FOLDS = 3 };

/* Learns a rule from errors. NOC_EFAILED when out of memory, or if the regression has no solution.
 * With too few errors the rule gives no interval. */
noc_status noc_rule_learn(const noc_training_error *errors, size_t count, double confidence,
                          noc_interval_rule *rule, noc_diag *diag);

/* Figures with an interval: latencies (noc_latency) and limits. */
enum { NOC_SCORED_SATURATION = NOC_LATENCIES, NOC_SCORED_KNEE, NOC_SCORED_FIGURES };
const char *noc_scored_figure_name(size_t figure); /* name of a figure; NULL past the end */

typedef struct noc_intervals {
    double confidence; /* confidence, 0 to 1; NAN: no intervals */
    noc_interval_rule model_rules[NOC_SCORED_FIGURES];
    /* rules after a check by a short window (hybrid/correction/discrepancy/check.h) */
    noc_interval_rule checked_rules[NOC_SCORED_FIGURES];
} noc_intervals;

/* Contention, to which errors of latency are relative: latency less idle, plus 1 % of idle, cycles.
 * Latency below idle, noise of a measurement, counts as idle. */
double noc_contention_cycles(double latency, double idle);

/* Interval of the model's latency `value`; `idle`: latency without contention, cycles. NAN: no
 * interval. `scale`: difficulty, times the widening factor outside the calibrated ranges. */
void noc_latency_interval(const noc_spread *spread, double scale, double value, double idle,
                          double *lo, double *hi);

/* Interval of a saturation or knee `value`, or of any figure with error log(measured / model). */
void noc_limit_interval(const noc_spread *spread, double scale, double value, double *lo,
                        double *hi);

/* ---- networks whose packets wait at their senders ------------------------------------------- */

/* Confidence of the separate intervals of slices, rings, tokens and the windows of overlays.
 *
 * Errors are log(measured / model) of latency, by kind of sender and band of load, and of
 * saturation, over all kinds. Measurements are the rows of tests/reference/overlays.csv, from an
 * independent simulator. There is no difficulty, since all families of a kind have similar errors.
 * No coefficient of the model was fitted to a row, but its equations were chosen with these rows in
 * sight, so the intervals are as narrow as the errors on these rows. sender_spreads.def has their
 * conformal quantiles for this confidence; `test_sender_intervals FILE` writes it. */
#define NOC_SENDER_CONFIDENCE 0.9

/* Kind of the network with the largest errors among those that carry a class. */
noc_sender_kind noc_sender_kind_find(const noc_system *system, noc_class class);

/* Spread of latencies at a share of saturation, and spread of saturation. */
noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share);
noc_spread noc_sender_saturation_spread(void);

#endif
