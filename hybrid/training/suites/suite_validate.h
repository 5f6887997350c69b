/* hybrid/training/suites/suite_validate.h: the model beside the measurements of a suite. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_VALIDATE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_VALIDATE_H

#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/training/suites/suite.h"

/* What is compared, latencies by the share of the measured saturation at which they were
 * measured. */
typedef enum noc_trial_kind {
    NOC_TRIAL_LOW,  /* latency to 55 % */
    NOC_TRIAL_HIGH, /* to 85 % */
    NOC_TRIAL_NEAR, /* beyond */
    NOC_TRIAL_SATURATION,
    NOC_TRIAL_KNEE,
    NOC_TRIAL_KINDS
} noc_trial_kind;
const char *noc_trial_kind_name(noc_trial_kind kind); /* "latency < 55%" */

/* One figure of one design, modelled and measured. */
typedef struct noc_trial {
    size_t design; /* among the suite's cases */
    noc_trial_kind kind;
    double load;                    /* NAN for limits */
    double model, lo, hi, measured; /* NAN: there is none */
} noc_trial;

/* Model over measured less 1; NAN where the model has no answer. */
double noc_trial_error(const noc_trial *trial);
bool noc_trial_has_interval(const noc_trial *trial);
bool noc_trial_is_inside(const noc_trial *trial);

typedef struct noc_trials {
    noc_trial *list;
    size_t count;
} noc_trials;

/* Trials counted. */
typedef struct noc_tally {
    size_t count;   /* with an error */
    size_t missing; /* the model has no answer: it thinks that the load is above saturation */
    double mean, worst, bias; /* of absolute errors; the worst, and the mean, with their signs */
    size_t intervals, inside; /* of the answers */
    double half_width;        /* median, over the answer; NAN without intervals */
    /* times wider intervals hold NOC_TALLY_HELD of the cases; INFINITY: no answers for so many;
     * NAN without */
    double widening;
} noc_tally;
#define NOC_TALLY_HELD 0.85

/* Of a kind in a family (NULL: all). */
noc_tally noc_trials_tally(const noc_trials *trials, const noc_suite *suite, const char *family,
                           noc_trial_kind kind);

/* Of all latencies to 85 % of saturation. */
noc_tally noc_trials_latency(const noc_trials *trials);

/* Compares every measured design as `query` would answer, with `checking` after a check of its own
 * at every load (NULL: none). NOC_EINTERRUPTED leaves the finished ones. The caller frees
 * trials->list. */
noc_status noc_suite_try(const noc_suite *suite, const noc_calibration *calibration,
                         const noc_sampling *checking, noc_trials *trials, noc_diag *diag);

/* How often two designs drawn at random stand in the same order of saturation in the model as in
 * the measurements, pairs left out whose measured intervals overlap. */
typedef struct noc_ranking {
    size_t pairs, clear, agreed;
} noc_ranking;
noc_ranking noc_suite_rank(const noc_suite *suite, const noc_trials *trials, size_t pairs);

#endif
