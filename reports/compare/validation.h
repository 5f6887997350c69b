/* reports/compare/validation.h: model and sample side by side: how far the model can be trusted,
 * and whether both methods see the same change from one design to the next. */
#ifndef NOC_REPORTS_COMPARE_VALIDATION_H
#define NOC_REPORTS_COMPARE_VALIDATION_H

#include "reports/words/comparison.h"
#include "reports/writers/sheet.h"

/* Reports model, sample and error of every design, then the change of both methods against the
 * first. */
noc_status noc_report_validation(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                 noc_diag *diag);

/* Prints one design's figures that were measured, beside the model's, with the difference of the
 * model. */
noc_status noc_text_beside(const noc_sheet *sheet, const noc_comparison *row, noc_diag *diag);

#endif
