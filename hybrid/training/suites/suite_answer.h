/* hybrid/training/suites/suite_answer.h: what the model says of the designs of a suite, at the
 * loads that were measured, and how far measurements lie from it. */
#ifndef NOC_HYBRID_TRAINING_SUITES_SUITE_ANSWER_H
#define NOC_HYBRID_TRAINING_SUITES_SUITE_ANSWER_H

#include "hybrid/correction/discrepancy/deviations.h"
#include "hybrid/correction/discrepancy/latencies.h"
#include "hybrid/correction/intervals/difficulty.h"
#include "hybrid/training/suites/suite.h"

typedef struct noc_suite_answer {
    noc_model_limits limits;
    noc_difficulty_features difficulty;            /* the design's */
    noc_latency_set idle;                          /* latencies without contention */
    noc_latency_set points[NOC_SUITE_SHARES_MOST]; /* NAN where the model has none: saturated */
    /* Latencies after a short window of the design (hybrid/correction/discrepancy/check.h), for
     * which its measured point below stands; NAN for the first point, which has none. */
    noc_latency_set checked[NOC_SUITE_SHARES_MOST];
    double checked_saturation, checked_knee;
    /* the model's, uncorrected */
    noc_features features;
    noc_deviation deviation;
} noc_suite_answer;

noc_latency_set noc_latencies_measured(const noc_suite_point *point);

/* A question to the model. */
typedef struct noc_suite_asking {
    const noc_prediction *predicted; /* corrections of answers, one a case; NULL: none */
    bool comparing;                  /* features and deviations too, in twice the time */
    bool checks;                     /* the anchored answers too, in five times the time */
    unsigned jobs;                   /* threads, 0: one a processor; they change nothing */
} noc_suite_asking;

/* Answers for the measured cases (others stay zero). `answers`: one a case. NOC_EFAILED when out of
 * memory. */
noc_status noc_suite_answer_all(const noc_suite *suite, const noc_suite_asking *asking,
                                noc_suite_answer *answers, noc_diag *diag);

/* The distance of a measurement from the model, uncorrected; NAN where something is missing. */
noc_deviation noc_deviation_measured(noc_model *model, const noc_suite_record *record);

#endif
