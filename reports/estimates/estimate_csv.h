/* reports/estimates/estimate_csv.h: answers as CSV: one row for each estimate. */
#ifndef NOC_REPORTS_ESTIMATES_ESTIMATE_CSV_H
#define NOC_REPORTS_ESTIMATES_ESTIMATE_CSV_H

#include "explore/space/setting_columns.h"
#include "hybrid/answers/estimate.h"
#include "reports/words/label.h"
#include "reports/writers/csv.h"
#include "reports/writers/sheet.h"

/* The designs of a table: labels of their rows, and a column for each setting that --set or --vary
 * changes in one of them. Start with {0} and show it every design. */
typedef struct noc_csv_designs {
    noc_labels labels;
    noc_setting_columns settings;
    size_t classes; /* largest number of traffic classes of a design: columns for each class */
    size_t phases;  /* largest number of phases of a trace: columns for each phase */
    bool traces;    /* a trace is played: columns for its classes of packets */
} noc_csv_designs;

noc_status noc_csv_designs_see(noc_csv_designs *designs, const noc_design *design, noc_diag *diag);
void noc_csv_designs_see_trace(noc_csv_designs *designs, const noc_estimate *estimate);
void noc_csv_designs_clear(noc_csv_designs *designs);

/* Adds the columns, or the cells, of an answer to a line; other cells may follow. */
void noc_csv_estimate_header(noc_csv_line *line, const noc_csv_designs *designs);
void noc_csv_estimate(noc_csv_line *line, const noc_csv_designs *designs,
                      const noc_estimate *estimate);

noc_status noc_csv_estimates(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag);

#endif
