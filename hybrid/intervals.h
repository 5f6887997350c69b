/* hybrid/intervals.h: prediction intervals of the model's answers, by split conformal prediction
 * (Vovk, Gammerman, Shafer 2005; Lei et al., JASA 2018).
 *
 * Scores are errors on designs that the fit has not seen, measured in units of what makes a case hard; an
 * interval spans the quantiles of the scores of cases alike. If the next design is like those (is
 * exchangeable with them), the interval holds its measured figure with at least the confidence stated,
 * whatever the errors' distribution.
 *
 *   latency     score (measured - model) / scale, scale = (model - idle) + 1 % of idle: what is uncertain
 *               is contention, since the latency without it is exact; by band of load over the model's
 *               saturation
 *   saturation, knee   score log(measured / model), by what limits the design */
#ifndef NOC_HYBRID_INTERVALS_H
#define NOC_HYBRID_INTERVALS_H

#include "hybrid/suite_answer.h"

/* Scores of one kind: the interval is from model + low * unit to model + high * unit. */
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

/* How hard a design is to tell the saturation of: by the station that limits it. */
enum { NOC_LIMIT_KINDS = NOC_STATION_SOURCE + 1 };
const char *noc_limit_kind_name(size_t kind); /* NULL past the end */

typedef struct noc_intervals {
    double confidence; /* NAN: there are none */
    noc_spread latency[NOC_LATENCIES][NOC_BANDS];
    noc_spread saturation[NOC_LIMIT_KINDS], knee[NOC_LIMIT_KINDS];
    /* After one short window (hybrid/check.h): scores of the corrected answers. */
    noc_spread checked_latency[NOC_LATENCIES][NOC_BANDS], checked_saturation, checked_knee;
} noc_intervals;

/* Learns from the measured cases that `held_out` (one a case) marks. */
noc_status noc_intervals_learn(const noc_suite *suite, const noc_suite_answer *answers,
                               const bool *held_out, double confidence, noc_intervals *intervals,
                               noc_diag *diag);

/* The interval of a latency that the model gives as `value`, `idle` without contention, at a load that is
 * `share` of the model's saturation. `widening`: 1, or more outside the calibrated range. */
void noc_latency_interval(const noc_spread *bands, double share, double value, double idle,
                          double widening, double *lo, double *hi);

/* The interval of a saturation or knee. */
void noc_limit_interval(const noc_spread *spread, double value, double widening, double *lo,
                        double *hi);

#endif
