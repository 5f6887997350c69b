/* studies/limits.h: te13's Figure 7: how much bandwidth pays, by an ideal network that takes so
 * many flits a cycle: a sweep with an optimum (`limits` of data/reproduce.cfg). */
#ifndef NOC_STUDIES_LIMITS_H
#define NOC_STUDIES_LIMITS_H

#include <libconfig.h>

#include "studies/bench.h"
#include "studies/study.h"

/* Asks both methods and fills the study; the caller clears it in either case. */
noc_status noc_study_limits(noc_bench *bench, const config_setting_t *recipe, noc_study *study);

#endif
