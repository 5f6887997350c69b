/* explore/survey.h: dry run of a sweep: number of valid designs, reasons of the others, and
 * duration of the sweep. */
#ifndef NOC_EXPLORE_SURVEY_H
#define NOC_EXPLORE_SURVEY_H

#include "explore/store/store_read.h"
#include "explore/sweep.h"

typedef struct noc_survey {
    /* designs looked at; fewer than `designs`: an evenly spread part of a large space */
    uint64_t designs, looked_at;
    /* designs looked at, by noc_state; ok: valid as far as known without the model */
    uint64_t states[4];
    noc_reason_list reasons; /* reasons of the designs looked at, most frequent first */
    double seconds;          /* predicted duration of the sweep, s, from a timed part */
    uint64_t timed;
} noc_survey;

noc_status noc_sweep_survey(const noc_space *space, const noc_sweep_options *options,
                            noc_survey *survey, noc_diag *diag);
void noc_survey_clear(noc_survey *survey);

#endif
