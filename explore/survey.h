/* explore/survey.h: a dry run of a sweep: how many designs are valid, why others are not, how long
 * it will take. */
#ifndef NOC_EXPLORE_SURVEY_H
#define NOC_EXPLORE_SURVEY_H

#include "explore/store/store_read.h"
#include "explore/sweep.h"

typedef struct noc_survey {
    uint64_t designs, looked_at; /* looked_at < designs: an evenly spread part of a large space */
    uint64_t states[4];      /* of those looked at; ok: valid as far as the model is not needed */
    noc_reason_list reasons; /* of those looked at, most frequent first */
    double seconds;          /* that the sweep will take, from a timed part */
    uint64_t timed;
} noc_survey;

noc_status noc_sweep_survey(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *survey, noc_diag *diag);
void noc_survey_clear(noc_survey *survey);

#endif
