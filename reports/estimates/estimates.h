/* reports/estimates/estimates.h: answers on a page, in the format asked for. */
#ifndef NOC_REPORTS_ESTIMATES_ESTIMATES_H
#define NOC_REPORTS_ESTIMATES_ESTIMATES_H

#include "explore/cures/cures.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"
#include "reports/writers/sheet.h"

/* Reports one estimate, or several as a what-if table, each against the first. `several` makes JSON
 * an array even of one. Components and channels are shown if all estimates have them; in CSV they
 * stand in place of the metrics. `breakdowns` has one for each estimate; NULL: none. `cures` are
 * those of one estimate; NULL: none; the best of them in a line where not all were asked for. */
noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                                const noc_breakdown *breakdowns, const noc_cures *cures,
                                size_t count, bool several, noc_diag *diag);

#endif
