/* reports/curve/suite_comparison.h: report of the model's validation against a suite of measured
 * designs. A trial is the comparison of one figure of a design by the model with its measured
 * value. */
#ifndef NOC_REPORTS_CURVE_SUITE_COMPARISON_H
#define NOC_REPORTS_CURVE_SUITE_COMPARISON_H

#include "hybrid/training/suites/suite_validate.h"
#include "reports/writers/sheet.h"

/* Reports errors by family of designs and kind of figure (latencies by load band), then the trials
 * with the largest errors, then the agreement of model and samples on the order of designs. CSV has
 * a row for each trial. */
noc_status noc_report_trials(const noc_sheet *sheet, const noc_suite *suite,
                             const noc_suite_comparisons *trials, const noc_ranking *ranking,
                             noc_diag *diag);

#endif
