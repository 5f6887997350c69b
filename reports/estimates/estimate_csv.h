/* reports/estimates/estimate_csv.h: estimates as CSV, one row for each. */
#ifndef NOC_REPORTS_ESTIMATES_ESTIMATE_CSV_H
#define NOC_REPORTS_ESTIMATES_ESTIMATE_CSV_H

#include "explore/space/setting_columns.h"
#include "hybrid/answers/estimate.h"
#include "reports/words/label.h"
#include "reports/writers/rows.h"

/* Columns that depend on the designs of a table: a column for each setting that --set or --vary
 * changes in any design; columns of classes and traces. Starts as {0}; every design is added. */
typedef struct noc_csv_designs {
    noc_labels labels;
    noc_setting_columns settings;
    size_t class_count; /* largest number of traffic classes of a design */
    size_t phase_count; /* largest number of phases of a trace */
    bool has_traces;    /* an estimate plays a trace */
} noc_csv_designs;

/* Adds a design: its label, settings and classes. */
noc_status noc_csv_designs_add(noc_csv_designs *designs, const noc_design *design, noc_diag *diag);
void noc_csv_designs_clear(noc_csv_designs *designs);

/* Adds a row with the cells of an estimate; other cells may follow. */
void noc_csv_add_estimate(noc_rows *rows, const noc_csv_designs *designs,
                          const noc_estimate *estimate);

/* Writes the header and a row for each estimate. */
noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag);

#endif
