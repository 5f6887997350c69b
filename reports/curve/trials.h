/* reports/curve/trials.h: report of the model's validation against a suite of measured designs. */
#ifndef NOC_REPORTS_CURVE_TRIALS_H
#define NOC_REPORTS_CURVE_TRIALS_H

#include "hybrid/training/suites/suite_validate.h"
#include "reports/writers/sheet.h"

/* Reports errors by family and load band, then the largest errors. CSV has a row for each trial. */
noc_status noc_report_trials(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_suite_comparisons *trials, const noc_ranking *ranking,
                             noc_diag *diag);

#endif
