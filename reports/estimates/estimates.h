/* reports/estimates/estimates.h: report of estimates, as text, JSON or CSV. */
#ifndef NOC_REPORTS_ESTIMATES_ESTIMATES_H
#define NOC_REPORTS_ESTIMATES_ESTIMATES_H

#include "explore/cures/cures.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"
#include "reports/writers/sheet.h"

/* Reports one estimate, or several as a what-if table with changes against the first. `is_array`:
 * JSON is an array even for one estimate. Components and channels are reported if all estimates
 * have them; in CSV they replace the metrics. `breakdowns`: [estimate]; NULL: none. `cures`: cures
 * of one estimate; NULL: none. */
noc_status noc_report_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                                const noc_breakdown *breakdowns, const noc_cures *cures,
                                size_t count, bool is_array, noc_diag *diag);

#endif
