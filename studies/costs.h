/* studies/costs.h: published areas and powers beside ours: each figure by the readings that its
 * text allows (`costs` of data/reproduce.cfg). */
#ifndef NOC_STUDIES_COSTS_H
#define NOC_STUDIES_COSTS_H

#include <libconfig.h>

#include "studies/bench.h"
#include "studies/study.h"

/* Fills the study, with the difference by component of the readings that are taken; the caller
 * clears it in either case. */
noc_status noc_study_cost(noc_bench *bench, const config_setting_t *recipe, noc_study *study);

#endif
