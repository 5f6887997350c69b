/* reports/compare/validation.h: report of model and sample side by side: the model's errors, and
 * the change from design to design by both methods. */
#ifndef NOC_REPORTS_COMPARE_VALIDATION_H
#define NOC_REPORTS_COMPARE_VALIDATION_H

#include "reports/words/comparison.h"
#include "reports/writers/sheet.h"

/* Reports model, sample and error of every design, then both methods' changes against the first
 * design. */
noc_status noc_report_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                 noc_diag *diag);

/* Prints one design's measured metrics beside the model's, with the difference. */
noc_status noc_text_comparison(const noc_sheet *sheet, const noc_comparison *row, noc_diag *diag);

#endif
