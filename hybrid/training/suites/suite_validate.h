/* hybrid/training/suites/suite_validate.h: comparison of the model with the measurements of a
 * suite. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_VALIDATE_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_VALIDATE_H

#include "hybrid/answers/figures/sampling.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/training/suites/suite.h"

/* Kinds of compared figures. Latencies are grouped by their load, as a share of the measured
 * saturation. */
typedef enum noc_compared_kind {
    NOC_COMPARED_LOW,    /* latency at loads to 55 % */
    NOC_COMPARED_MIDDLE, /* latency at loads over 55 %, to 85 % */
    NOC_COMPARED_HIGH,   /* latency at loads over 85 % */
    NOC_COMPARED_SATURATION,
    NOC_COMPARED_KNEE,
    NOC_COMPARED_KINDS
} noc_compared_kind;
const char *noc_compared_kind_name(noc_compared_kind kind); /* name: "latency < 55%" */

/* One figure of one design: the model's value and the measured one. */
typedef struct noc_suite_comparison {
    size_t case_index; /* position among the suite's cases */
    noc_compared_kind kind;
    double load; /* load, flits per cycle of an injecting node; NAN for limits */
    /* the model's value and its interval, and the measured value; NAN: none */
    double model, lo, hi, measured;
} noc_suite_comparison;

/* Relative error, model over measured less 1; NAN if the model has no answer. */
double noc_suite_relative_error(const noc_suite_comparison *comparison);
bool noc_has_interval(const noc_suite_comparison *comparison);
bool noc_is_inside_interval(const noc_suite_comparison *comparison);

typedef struct noc_suite_comparisons {
    noc_suite_comparison *list;
    size_t count;
} noc_suite_comparisons;

/* Counts and errors of comparisons. */
typedef struct noc_tally {
    size_t count;   /* comparisons with an error */
    size_t missing; /* comparisons without an answer, since the model is saturated at the load */
    /* mean absolute, worst signed and mean signed error, relative */
    double mean_error, worst_error, mean_signed_error;
    /* number of intervals, and of measured values inside them */
    size_t interval_count, inside_count;
    double half_width; /* median relative half-width of the intervals; NAN without intervals */
    /* factor by which intervals must be wider to contain NOC_TALLY_HELD of the values; INFINITY:
     * too few answers; NAN: no intervals */
    double widening;
} noc_tally;
#define NOC_TALLY_HELD 0.85

/* Tally of a kind in a family; NULL: all families. */
noc_tally noc_comparisons_tally(const noc_suite_comparisons *comparisons, const noc_suite *suite,
                                const char *family, noc_compared_kind kind);

/* Tally of all latencies to 85 % of saturation. */
noc_tally noc_comparisons_tally_low(const noc_suite_comparisons *comparisons);

/* Compares every measured design with the answer of `query`, after a check at every load if
 * `check_sampling` is not NULL. NOC_EINTERRUPTED leaves the finished designs. The caller frees
 * comparisons->list. */
noc_status noc_suite_compare(const noc_suite *suite, const noc_calibration *calibration,
                             const noc_sampling *check_sampling, noc_suite_comparisons *comparisons,
                             noc_diag *diag);

/* Agreement of model and measurements on which of two designs has the higher saturation. Numbers of
 * random pairs: all; clear pairs, whose measured intervals do not overlap; clear pairs that the
 * model orders like the measurements. */
typedef struct noc_ranking {
    size_t pairs, clear_pairs, agreed_pairs;
} noc_ranking;
noc_ranking noc_suite_rank(const noc_suite *suite, const noc_suite_comparisons *comparisons,
                           size_t pairs);

#endif
