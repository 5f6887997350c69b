/* reports/front.h: fronts on a page. */
#ifndef NOC_REPORTS_FRONT_H
#define NOC_REPORTS_FRONT_H

#include "reports/front_order.h"
#include "reports/writers/sheet.h"

/* The members, hypervolume and knee; JSON and CSV list all designs that are possibly on it. */
noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view, noc_diag *diag);

#endif
