/* studies/clocks.h: routers whose clock is published, and ours (`clocks` of data/reproduce.cfg). */
#ifndef NOC_STUDIES_CLOCKS_H
#define NOC_STUDIES_CLOCKS_H

#include <libconfig.h>

#include "studies/bench.h"
#include "studies/study.h"

/* Fills the study; the caller clears it in either case. */
noc_status noc_study_clock(noc_bench *bench, const config_setting_t *recipe, noc_study *study);

#endif
