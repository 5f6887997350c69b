/* reports/estimates/comparison_data.h: model and sample side by side, as JSON and CSV. */
#ifndef NOC_REPORTS_ESTIMATES_COMPARISON_DATA_H
#define NOC_REPORTS_ESTIMATES_COMPARISON_DATA_H

#include "reports/words/comparison.h"
#include "reports/writers/sheet.h"

/* Writes an array: for every row the model's estimate, with the member `error` (error of the model
 * as a share of the sample), then the sample's estimate. */
noc_status noc_json_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                noc_diag *diag);

/* Writes the model's estimate of every row, then the sample's; the model's row has the error
 * columns filled. */
noc_status noc_csv_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                               noc_diag *diag);

#endif
