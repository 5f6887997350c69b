/* reports/curve/trials.h: a report of a suite's validation. */
#ifndef NOC_REPORTS_CURVE_TRIALS_H
#define NOC_REPORTS_CURVE_TRIALS_H

#include "hybrid/training/suites/suite_validate.h"
#include "reports/writers/sheet.h"

/* Reports errors by family and load band, then the worst cases. CSV has a row for each trial. */
noc_status noc_report_trials(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_trials *trials, const noc_ranking *ranking, noc_diag *diag);

#endif
