/* reports/front/page.h: interactive HTML page of a store's space, in one file. */
#ifndef NOC_REPORTS_FRONT_PAGE_H
#define NOC_REPORTS_FRONT_PAGE_H

#include "reports/front/front_order.h"
#include "reports/front/page_data.h"
#include "reports/writers/sheet.h"

/* Writes the page. `facts`: text of noc_store_write_facts. */
noc_status noc_report_page(const noc_sheet *sheet, const noc_front_view *view, const char *facts,
                           noc_diag *diag);

#endif
