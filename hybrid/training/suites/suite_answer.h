/* hybrid/training/suites/suite_answer.h: the model's answers for the designs of a suite at the
 * measured loads, and the deviations of measurements from the model. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_ANSWER_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_ANSWER_H

#include "hybrid/correction/discrepancy/deviations.h"
#include "hybrid/correction/discrepancy/latencies.h"
#include "hybrid/correction/intervals/difficulty.h"
#include "hybrid/training/suites/suite.h"

typedef struct noc_suite_answer {
    noc_model_limits limits;
    noc_difficulty_features difficulty; /* difficulty features of the design */
    noc_latency_set idle;               /* latencies without contention, cycles */
    /* latencies by measured point; NAN if the model is saturated there */
    noc_latency_set points[NOC_SUITE_SHARES_MAX];
    /* Latencies by measured point after a check (hybrid/correction/discrepancy/check.h) by the
     * point's window, or by the measured point below it; NAN: neither exists. */
    noc_latency_set checked_points[NOC_SUITE_SHARES_MAX];
    /* limits after the check at the highest share up to NOC_CHECK_SHARE, flits per cycle of an
     * injecting node; NAN: none */
    double checked_saturation, checked_knee;
    /* features of the design, and deviation of its measurement from the uncorrected model */
    noc_features features;
    noc_deviation deviation;
} noc_suite_answer;

/* Measured latencies of a point, cycles. */
noc_latency_set noc_suite_point_latencies(const noc_suite_point *point);

/* Options of the model's answers. */
typedef struct noc_suite_question {
    const noc_prediction *predictions; /* predicted deviations, one per case; NULL: no correction */
    /* compute features and deviations as well, in twice the time */
    bool wants_features;
    /* compute answers after a check as well, in five times the time */
    bool wants_checks;
    unsigned jobs; /* threads; 0: one per processor; never changes a result */
} noc_suite_question;

/* Computes the answers for the measured cases; others stay unchanged. `answers`: one per case.
 * NOC_EFAILED when out of memory. */
noc_status noc_suite_answer_cases(const noc_suite *suite, const noc_suite_question *question,
                                  noc_suite_answer *answers, noc_diag *diag);

/* Deviation of a measurement from the uncorrected model; NAN: either is missing. */
noc_deviation noc_deviation_measure(noc_model *model, const noc_suite_record *record);

#endif
