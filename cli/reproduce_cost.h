/* cli/reproduce_cost.h: published areas, powers and clocks beside ours (`costs` and `clocks` of
 * data/reproduce.cfg). */
#ifndef NOC_CLI_REPRODUCE_COST_H
#define NOC_CLI_REPRODUCE_COST_H

#include <libconfig.h>

#include "reports/study.h"
#include "reports/writers/sheet.h"

/* A study of `costs`: each figure by the readings that its text allows. On a sheet it is written at once, with
 * the difference by component of the reading that is taken (as CSV or JSON a row a component); without one it
 * is filled to be drawn. The caller clears the study in either case. */
noc_status noc_reproduce_cost(const config_setting_t *words, const noc_sheet *sheet,
                              noc_study *study, noc_diag *diag);

/* A study of `clocks`: routers whose clock is published, and ours. `folded`: headers of several lines. */
noc_status noc_reproduce_clock(const config_setting_t *words, bool folded, noc_study *study,
                               noc_diag *diag);

#endif
