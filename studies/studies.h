/* studies/studies.h: studies: published figures that are reproduced, by recipes. */
#ifndef NOC_STUDIES_STUDIES_H
#define NOC_STUDIES_STUDIES_H

#include <libconfig.h>

#include "studies/bench.h"
#include "studies/study.h"

/* A kind of study (studies/kinds.def). */
typedef struct noc_study_kind {
    /* Fills the study of a recipe; the caller clears it in either case. */
    noc_status (*make)(noc_bench *bench, const config_setting_t *recipe, noc_study *study);
} noc_study_kind;

/* Words below: a study's name, or NULL for all studies. */

/* Number of studies that a word selects. */
size_t noc_studies_asked(const char *word);

/* Returns the name of the study that a misspelled word probably means; NULL: none is near. */
const char *noc_studies_nearest(const char *word);

/* Makes the selected studies one after the other, and gives each to `take`. */
typedef noc_status noc_study_taker(void *context, const noc_study *study, noc_diag *diag);
noc_status noc_studies_make(const char *word, noc_bench *bench, noc_study_taker *take,
                            void *context);

#endif
