/* hybrid/intervals/intervals.h: prediction intervals of the model's answers, by cross-conformal prediction normalised
 * by difficulty (Vovk, Annals of Mathematics and Artificial Intelligence 74, 2015; Papadopoulos, Gammerman,
 * Vovk 2008; Lei et al., JASA 2018).
 *
 *   latency     error log(measured / model) of contention, that is latency less idle, plus 1 % of idle: the
 *               latency without contention is exact, and what is wrong multiplies waits
 *   saturation, knee   error log(measured / model)
 *
 * Designs are dealt into thirds. The error of each is that of a fit that has not seen it, adjusted by what all
 * other designs tell (deviations.h); divided by the difficulty (difficulty.h), learned without its third too, it is a score. An interval spans quantiles of all
 * scores, times the difficulty of what is asked.
 *
 * What is guaranteed. If the next design is like those of the suite (exchangeable with them), the scores of
 * one third alone, with the fit and the deviations that left it out, would give an interval that holds the next measured figure
 * with at least the confidence stated, on average over designs (not for each design), whatever the errors'
 * distribution. Pooling three fits' scores gives that up for three times the scores: what is left for
 * certain when every score is compared with its own fit is 1 - 2 (1 - confidence) (Barber et al., Annals of
 * Statistics 49, 2021), and as the answer comes of one fit, that too only as far as the three agree. In
 * practice such intervals hold the confidence: 89 to 90 % of the training suite's figures, by kind, when tenths
 * of its designs are held back, 84 to 92 % when it is all that have one value of a setting (test_intervals). Designs
 * that were in sight while the model was made are not like the next one: its errors there are smaller, and more
 * of them lie inside (validate says how many). The loads of one design are scores that depend on each other:
 * they count one by one, as if it were one load drawn at random. */
#ifndef NOC_HYBRID_INTERVALS_INTERVALS_H
#define NOC_HYBRID_INTERVALS_INTERVALS_H

#include "hybrid/suites/suite_answer.h"

/* Quantiles of scores of one kind. */
typedef struct noc_spread {
    double low, high; /* NAN: too few scores */
    size_t count;     /* scores */
} noc_spread;

/* The interval of `confidence` for one more score like the `count` ones, which are sorted. With less than
 * 2 / (1 - confidence) - 1 of them there is none. */
noc_spread noc_conformal(double *scores, size_t count, double confidence);

enum { NOC_BANDS = 5 };

/* Which band a load falls into, by its share of the model's saturation. */
size_t noc_band_of(double share);
/* Where band i ends; infinity for the last. */
double noc_band_end(size_t i);

/* How one figure gets its interval: from model * exp(low * d) to model * exp(high * d), of latencies the model's contention,
 * d its difficulty, with the spread of its band (Mondrian prediction: each band of load is to hold the confidence by
 * itself, as the errors near saturation have other tails than those far below). Limits are all of the first band. */
typedef struct noc_rule {
    noc_difficulty difficulty;
    noc_spread spreads[NOC_BANDS]; /* of all bands, where one has too few scores */
} noc_rule;

const noc_spread *noc_rule_spread(const noc_rule *rule, const noc_features *features);

enum { NOC_THIRDS = 3 };

/* Errors to learn a rule from, `features` and `thirds` (which third its design is in) one each. */
typedef struct noc_rule_errors {
    double *list;
    noc_features *features;
    unsigned char *thirds;
    size_t count;
} noc_rule_errors;

/* NOC_EFAILED when out of memory; with too few errors the rule gives no interval. */
noc_status noc_rule_learn(const noc_rule_errors *errors, double confidence, noc_rule *rule,
                          noc_diag *diag);

/* What has an interval: latencies (noc_latency) and limits. */
enum { NOC_SCORED_SATURATION = NOC_LATENCIES, NOC_SCORED_KNEE, NOC_SCORED };
const char *noc_scored_name(size_t scored); /* NULL past the end */

typedef struct noc_intervals {
    double confidence; /* NAN: there are none */
    noc_rule model[NOC_SCORED];
    noc_rule checked[NOC_SCORED]; /* after one short window (hybrid/discrepancy/check.h) */
} noc_intervals;

/* Learns from the measured cases; `thirds`: one a case, and its answer is that of a fit without its third. */
noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const unsigned char *thirds, double confidence,
                               noc_intervals *intervals, noc_diag *diag);

/* The interval of a latency that the model gives as `value`, `idle` without contention; NAN if there is none.
 * `scale`: the difficulty, times what it is to be wider outside the calibrated range. */
void noc_latency_interval(const noc_spread *spread, double scale, double value, double idle,
                          double *lo, double *hi);

/* The interval of a saturation or knee. */
void noc_limit_interval(const noc_spread *spread, double scale, double value, double *lo,
                        double *hi);

#endif
