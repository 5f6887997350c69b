/* cli/reproduce_cost.h: published areas, powers and clocks beside ours (`costs` and `clocks` of
 * data/reproduce.cfg). */
#ifndef NOC_CLI_REPRODUCE_COST_H
#define NOC_CLI_REPRODUCE_COST_H

#include <libconfig.h>

#include "reports/report.h"

/* A study of `costs`: each figure by the readings that its text allows, then, of the reading that is taken,
 * the difference by component. As CSV or JSON a row a component. */
noc_status noc_reproduce_cost(const config_setting_t *study, const noc_sheet *sheet,
                              noc_diag *diag);

/* A study of `clocks`: routers whose clock is published, and ours. */
noc_status noc_reproduce_clock(const config_setting_t *study, const noc_sheet *sheet,
                               noc_diag *diag);

#endif
