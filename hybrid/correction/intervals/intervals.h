/* hybrid/correction/intervals/intervals.h: prediction intervals of the model's answers, by
 * cross-conformal prediction normalised by difficulty (Vovk, Annals of Mathematics and Artificial
 * Intelligence 74, 2015; Papadopoulos, Gammerman, Vovk 2008; Lei et al., JASA 2018).
 *
 *   latency     error log(measured / model) of contention, that is latency less idle, plus 1 % of
 *               idle: the latency without contention is exact, and the model's error scales waits
 *   saturation, knee   error log(measured / model)
 *
 * The error of each design is that of the model corrected by the prediction from all other designs
 * (deviations.h). A score is this error divided by the difficulty (difficulty.h), which is learned
 * without the third of the designs with this one. An interval spans quantiles of all scores, times
 * the difficulty of the question. Designs outside the ranges of a calibration's own suite
 * (ranges.h) have wider intervals: the factor, by band of load, is the one with which the learned
 * designs outside hold the confidence.
 *
 * Guarantee. If the next design is like those of the suite (exchangeable with them), each score
 * compared with its own third's difficulty and the deviations that left the design out, the
 * interval holds the next measured figure with a probability of 1 - 2 (1 - confidence) at least
 * (Barber et al., Annals of Statistics 49, 2021), on average over designs (not for each design),
 * for any distribution of the errors. In practice such intervals hold the confidence: 89 to 90 % of
 * the training suite's figures, by kind, when tenths of its designs are held back, 84 to 92 % when
 * all designs with one value of a setting are held back (test_intervals). Designs that were in
 * sight while the model was made are not like the next one: the model's errors there are smaller,
 * and more of them lie inside (validate counts them). The loads of one design are dependent scores:
 * each counts as if it were one load drawn at random. */
#ifndef NOC_HYBRID_CORRECTION_INTERVALS_INTERVALS_H
#define NOC_HYBRID_CORRECTION_INTERVALS_INTERVALS_H

#include "analytic/network_model.h"
#include "hybrid/correction/discrepancy/latencies.h"
#include "hybrid/correction/intervals/difficulty.h"

/* Quantiles of scores of one kind. */
typedef struct noc_spread {
    double low, high; /* quantiles; NAN: too few scores */
    size_t count;     /* number of scores */
} noc_spread;

/* Interval of `confidence` for one more score like the `count` ones, which get sorted. NAN with
 * fewer than 2 / (1 - confidence) - 1 scores. */
noc_spread noc_conformal(double *scores, size_t count, double confidence);

enum { NOC_BANDS = 5 };

/* Band of a load, by its share of the model's saturation. */
size_t noc_band_of(double share);
/* Upper end of band i; infinity for the last. */
double noc_band_end(size_t i);

/* Rule of one figure's interval: from model * exp(low * d) to model * exp(high * d), for latencies
 * of the model's contention, with d the difficulty and the spread of the load's band (Mondrian
 * prediction: each band of load holds the confidence by itself, since errors near saturation have
 * other tails than errors far below). Limits belong to the first band. docs/model.md (44). */
typedef struct noc_rule {
    noc_difficulty difficulty;
    /* spread by band; the spread of all bands if one has too few scores */
    noc_spread spreads[NOC_BANDS];
    /* widening factor outside the ranges, by band; at least that of all bands */
    double outside[NOC_BANDS];
} noc_rule;

/* One error to learn a rule from. */
typedef struct noc_rule_error {
    double error;
    noc_difficulty_features features; /* features of the design */
    size_t band;                      /* band of the load */
    unsigned char third;              /* third to which the design was dealt, below NOC_THIRDS */
    bool outside;                     /* the design is outside the ranges */
    /* the score counts for the width of intervals; otherwise for the difficulty alone */
    bool tells;
} noc_rule_error;
enum { NOC_THIRDS = 3 };

/* Learns a rule. NOC_EFAILED when out of memory, or if the regression has no solution; with too few
 * errors the rule gives no interval. */
noc_status noc_rule_learn(const noc_rule_error *errors, size_t count, double confidence,
                          noc_rule *rule, noc_diag *diag);

/* Figures with an interval: latencies (noc_latency) and limits. */
enum { NOC_SCORED_SATURATION = NOC_LATENCIES, NOC_SCORED_KNEE, NOC_SCORED };
const char *noc_scored_name(size_t scored); /* name of a figure; NULL past the end */

typedef struct noc_intervals {
    double confidence; /* confidence, 0 to 1; NAN: no intervals */
    noc_rule model[NOC_SCORED];
    /* rules after one short window (hybrid/correction/discrepancy/check.h) */
    noc_rule checked[NOC_SCORED];
} noc_intervals;

/* Contention, the quantity in which errors of latency are measured: latency less idle, plus 1 % of
 * idle. No packet is faster than alone, except for the noise of a measurement. */
double noc_contention_of(double latency, double idle);

/* Interval of a latency `value` of the model, `idle` without contention; NAN if there is none.
 * `scale`: the difficulty, times the widening outside the calibrated range. */
void noc_latency_interval(const noc_spread *spread, double scale, double value, double idle,
                          double *lo, double *hi);

/* Interval of a saturation or knee. */
void noc_limit_interval(const noc_spread *spread, double scale, double value, double *lo,
                        double *hi);

/* ---- networks whose packets wait at their senders ------------------------------------------- */

/* Confidence of the intervals of slices, rings, tokens and the windows of overlays, which are
 * separate.
 *
 * The errors are log(measured / model) of latency, by the method that finds waits and band of load,
 * and of saturation, over all methods, in the rows of tests/reference/overlays.csv, from an
 * independent simulator. Rows with few packets and with high loads have similarly large errors in
 * all families of a kind, so there is no difficulty. Nothing of the model was fitted to a row, but
 * its equations were chosen with these rows in sight: intervals are as narrow as its errors there.
 * sender_spreads.def has their conformal quantiles, for this confidence; `test_sender_intervals
 * FILE` writes it anew. */
#define NOC_SENDER_CONFIDENCE 0.9

/* Kind of the least exact network among all that carry a class. */
noc_sender_kind noc_sender_kind_of_class(const noc_system *system, noc_class class);

/* Spread of latencies at a share of saturation, and spread of saturation. */
noc_spread noc_sender_latency_spread(noc_sender_kind kind, double share);
noc_spread noc_sender_saturation_spread(void);

#endif
