/* reports/json.h: answers as JSON. Objects keep the order of their members; a figure that is
 * missing is null with a `why`, never NaN or infinity. */
#ifndef NOC_REPORTS_JSON_H
#define NOC_REPORTS_JSON_H

#include "reports/report.h"
#include "reports/verdict.h"

/* One object, or an array of them when `several`. */
noc_status noc_json_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                              bool several, noc_diag *diag);

/* An array: of every row the model's estimate, with the member `error` (model against sample, as a
 * share of the sample), then the sample's. */
noc_status noc_json_comparisons(const noc_sheet *sheet, const noc_comparison *rows, size_t count,
                                noc_diag *diag);

/* An array of objects: the rows of the tables, a member a column; empty cells are null. With
 * `several` false, a single row is that one object. */
noc_status noc_json_tables(const noc_sheet *sheet, const noc_table *tables, size_t count,
                           bool several, noc_diag *diag);

/* One object, or an array of them for several files. */
noc_status noc_json_verdicts(const noc_sheet *sheet, const noc_verdict *verdicts, size_t count,
                             bool resolved, noc_diag *diag);

#endif
