/* explore/survey.h: dry run of a sweep: number of valid designs, reasons why others are not valid,
 * and predicted duration. */
#ifndef NOC_EXPLORE_SURVEY_H
#define NOC_EXPLORE_SURVEY_H

#include "explore/store/store_read.h"
#include "explore/sweep.h"

typedef struct noc_survey {
    /* Number of designs of the sweep, and number of checked designs. In a large space, checked
     * designs are an evenly spaced part. */
    uint64_t designs, checked_designs;
    /* Number of checked designs by noc_design_state; ok: only the model could exclude the
     * design. */
    uint64_t state_counts[4];
    noc_reason_list reasons; /* reasons of checked designs, most frequent first */
    double seconds;          /* predicted duration of the sweep, s, from timed designs */
    uint64_t timed_designs;
} noc_survey;

noc_status noc_sweep_survey(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *survey, noc_diag *diag);
void noc_survey_clear(noc_survey *survey);

#endif
