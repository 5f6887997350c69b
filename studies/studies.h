/* studies/studies.h: registry of studies. A study reproduces a published figure from a recipe. */
#ifndef NOC_STUDIES_STUDIES_H
#define NOC_STUDIES_STUDIES_H

#include <libconfig.h>

#include "studies/bench.h"
#include "studies/study.h"

/* Kind of study (studies/kinds.def). */
typedef struct noc_study_kind {
    /* Fills in the study of a recipe; the caller clears it in either case. */
    noc_status (*make_study)(noc_bench *bench, const config_setting_t *recipe, noc_study *study);
} noc_study_kind;

/* Parameter `word` of the functions below: name of a study; NULL: all studies. */

/* Returns the number of studies that a word selects. */
size_t noc_studies_count(const char *word);

/* Returns the name of the study most similar to a misspelled word; NULL: none. */
const char *noc_studies_find_nearest(const char *word);

/* Makes the selected studies, one after the other, and passes each to `receive`, with `context`;
 * the study is valid during the call. */
typedef noc_status noc_study_receiver(void *context, const noc_study *study, noc_diag *diag);
noc_status noc_studies_make(const char *word, noc_bench *bench, noc_study_receiver *receive,
                            void *context);

#endif
