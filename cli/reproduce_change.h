/* cli/reproduce_change.h: published changes between two designs beside ours (`studies` of data/reproduce.cfg). */
#ifndef NOC_CLI_REPRODUCE_CHANGE_H
#define NOC_CLI_REPRODUCE_CHANGE_H

#include <libconfig.h>

#include "cli/reproduce_bench.h"
#include "reports/study.h"

/* Asks both methods and fills the study; the caller clears it in either case. */
noc_status noc_reproduce_change(noc_bench *bench, const config_setting_t *words, noc_study *study);

/* te13's Figure 7: an ideal network that takes so many flits a cycle, a sweep with an optimum. */
extern const char noc_reproduce_limits_name[];
noc_status noc_reproduce_limits(noc_bench *bench, noc_study *study);

/* How many answers of both methods it asks for. */
double noc_reproduce_limits_weight(void);

#endif
