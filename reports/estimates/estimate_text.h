/* reports/estimates/estimate_text.h: one answer for people: a line a figure. */
#ifndef NOC_REPORTS_ESTIMATES_ESTIMATE_TEXT_H
#define NOC_REPORTS_ESTIMATES_ESTIMATE_TEXT_H

#include "hybrid/answers/estimate.h"
#include "reports/writers/sheet.h"

/* Every figure that is there, why others are not, and what limits the design. */
noc_status noc_text_estimate(const noc_sheet *sheet, const noc_estimate *estimate, noc_diag *diag);

#endif
