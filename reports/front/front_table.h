/* reports/front/front_table.h: table of a front's designs for the terminal, one row for each. */
#ifndef NOC_REPORTS_FRONT_FRONT_TABLE_H
#define NOC_REPORTS_FRONT_FRONT_TABLE_H

#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Prints the table: id, probability to be on the front, objectives, the sort metric, and a column
 * for each setting in which the listed designs differ. A line below the table has the settings that
 * all listed designs share. */
noc_status noc_front_print_table(const noc_sheet *sheet, const noc_front_view *view,
                                 const noc_front_listing *listing, const noc_front_order *order,
                                 noc_diag *diag);

#endif
