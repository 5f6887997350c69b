/* reports/front/importance_report.h: report of the settings that matter for the metrics of a
 * front's designs. */
#ifndef NOC_REPORTS_FRONT_IMPORTANCE_REPORT_H
#define NOC_REPORTS_FRONT_IMPORTANCE_REPORT_H

#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Prints a paragraph with the largest shares of each objective; nothing without shares. */
noc_status noc_front_print_importance(const noc_sheet *sheet, const noc_front_view *view,
                                      noc_diag *diag);

/* Reports the importance of settings for the metrics: for people a table with bars for each; as CSV
 * a row for each setting, each of the largest pairs and all interactions; as JSON an object
 * "nocsight.importance/1". */
noc_status noc_report_importance(const noc_sheet *sheet, const noc_front_view *view,
                                 const noc_metric_id *metrics, size_t count, noc_diag *diag);

#endif
