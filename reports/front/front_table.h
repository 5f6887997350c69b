/* reports/front/front_table.h: the designs of a front, a row for each, for people. */
#ifndef NOC_REPORTS_FRONT_FRONT_TABLE_H
#define NOC_REPORTS_FRONT_FRONT_TABLE_H

#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Prints the designs: id, probability of being on the front, objectives, the metric that sorts,
 * and a column for each setting in which the designs differ; settings that they share are told
 * below. */
noc_status noc_front_table(const noc_sheet *sheet, const noc_front_view *view,
                           const noc_front_listing *listing, const noc_front_order *order,
                           noc_diag *diag);

#endif
