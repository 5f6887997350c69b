/* explore/survey.h: dry run of a sweep: number of valid designs, reasons why others are not valid,
 * and predicted duration. */
#ifndef NOC_EXPLORE_SURVEY_H
#define NOC_EXPLORE_SURVEY_H

#include "explore/store/store_read.h"
#include "explore/sweep.h"

typedef struct noc_survey {
    /* Number of designs of the sweep, and number of checked designs. In a large space, only evenly
     * spaced designs are checked. */
    uint64_t designs, checked_designs;
    /* [noc_design_state]: number of checked designs; NOC_STATE_OK: the checks without the model
     * accept the design, which a constraint on the model's answers may still exclude. */
    uint64_t state_counts[4];
    noc_reason_list reasons;  /* reasons of checked designs, most frequent first */
    double predicted_seconds; /* predicted duration of the sweep, s, from timed designs */
    /* number of designs whose evaluation was timed */
    uint64_t timed_designs;
} noc_survey;

/* Checks the designs of a sweep without the model, and predicts the duration of the sweep. Returns
 * NOC_EINTERRUPTED if options->tick stopped it. The caller clears *survey in any case. */
noc_status noc_survey_sweep(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *survey, noc_diag *diag);
void noc_survey_clear(noc_survey *survey);

#endif
