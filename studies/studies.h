/* studies/studies.h: the published figures that there are, and what becomes of them. */
#ifndef NOC_STUDIES_STUDIES_H
#define NOC_STUDIES_STUDIES_H

#include "studies/bench.h"
#include "studies/study.h"

/* What is asked for is a study's name, or NULL: all of them. */

/* How many studies that is. */
size_t noc_studies_asked(const char *word);

/* The name of a study that is meant by a misspelled word; NULL: none is near. */
const char *noc_studies_nearest(const char *word);

/* Makes them one after the other, and gives each to `take`. */
typedef noc_status noc_study_taker(void *context, const noc_study *study, noc_diag *diag);
noc_status noc_studies_make(const char *word, noc_bench *bench, noc_study_taker *take,
                            void *context);

#endif
