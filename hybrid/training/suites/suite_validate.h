/* hybrid/training/suites/suite_validate.h: comparison of the model with the measurements of a
 * suite. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_VALIDATE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_VALIDATE_H

#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/training/suites/suite.h"

/* Kinds of compared figures. Latencies are divided by their load, as a share of the measured
 * saturation. */
typedef enum noc_trial_kind {
    NOC_TRIAL_LOW,  /* latency at loads to 55 % */
    NOC_TRIAL_HIGH, /* latency at loads over 55 %, to 85 % */
    NOC_TRIAL_NEAR, /* latency at loads over 85 % */
    NOC_TRIAL_SATURATION,
    NOC_TRIAL_KNEE,
    NOC_TRIAL_KINDS
} noc_trial_kind;
const char *noc_trial_kind_name(noc_trial_kind kind); /* name: "latency < 55%" */

/* One figure of one design: the model's value and the measured one. */
typedef struct noc_trial {
    size_t design; /* position among the suite's cases */
    noc_trial_kind kind;
    double load; /* load, flits per cycle of an injecting node; NAN for limits */
    /* the model's value and its interval, and the measured value; NAN: none */
    double model, lo, hi, measured;
} noc_trial;

/* Relative error, model over measured less 1; NAN if the model has no answer. */
double noc_trial_error(const noc_trial *trial);
bool noc_trial_has_interval(const noc_trial *trial);
bool noc_trial_is_inside(const noc_trial *trial);

typedef struct noc_trials {
    noc_trial *list;
    size_t count;
} noc_trials;

/* Counts and errors of comparisons. */
typedef struct noc_tally {
    size_t count;   /* comparisons with an error */
    size_t missing; /* comparisons without an answer, since the model is saturated at the load */
    double mean, worst, bias; /* mean absolute, worst signed and mean signed error, relative */
    size_t intervals, inside; /* number of intervals, and of measured values inside them */
    double half_width; /* median relative half-width of the intervals; NAN without intervals */
    /* factor by which intervals must be wider to contain NOC_TALLY_HELD of the values; INFINITY:
     * too few answers; NAN: no intervals */
    double widening;
} noc_tally;
#define NOC_TALLY_HELD 0.85

/* Tally of a kind in a family; NULL: all families. */
noc_tally noc_trials_tally(const noc_trials *trials, const noc_suite *suite, const char *family,
                           noc_trial_kind kind);

/* Tally of all latencies to 85 % of saturation. */
noc_tally noc_trials_latency(const noc_trials *trials);

/* Compares every measured design with the answer of `query`, after a check at every load if
 * `check_sampling` is not NULL. NOC_EINTERRUPTED leaves the finished designs. The caller frees
 * trials->list. */
noc_status noc_suite_try(const noc_suite *suite, const noc_calibration *calibration,
                         const noc_sampling *checking, noc_trials *trials, noc_diag *diag);

/* Order of two designs by saturation, for random pairs: number of pairs, of clear pairs, whose
 * measured intervals do not overlap, and of clear pairs with equal order in the model. */
typedef struct noc_ranking {
    size_t pairs, clear, agreed;
} noc_ranking;
noc_ranking noc_suite_rank(const noc_suite *suite, const noc_trials *trials, size_t pairs);

#endif
