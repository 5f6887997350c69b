/* studies/changes.h: published changes between two designs beside ours (`changes` of
 * data/reproduce.cfg). */
#ifndef NOC_STUDIES_CHANGES_H
#define NOC_STUDIES_CHANGES_H

#include <libconfig.h>

#include "studies/bench.h"
#include "studies/study.h"

/* Asks both methods and fills the study; the caller clears it in either case. */
noc_status noc_study_change(noc_bench *bench, const config_setting_t *recipe, noc_study *study);

/* How many answers it asks for. */
double noc_study_change_weight(const config_setting_t *recipe);

#endif
