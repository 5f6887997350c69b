/* reports/front/page.h: interactive HTML page of a store's space, in one file. */
#ifndef NOC_REPORTS_FRONT_PAGE_H
#define NOC_REPORTS_FRONT_PAGE_H

#include "reports/front/front_order.h"
#include "reports/front/page_data.h"
#include "reports/writers/sheet.h"

/* Writes the page. `facts`: facts on the store's results, a line each (noc_store_write_facts).
 * Fails if a drawn design cannot be built again from the store, or when out of memory. */
noc_status noc_report_page(const noc_sheet *sheet, const noc_front_view *view, const char *facts,
                           noc_diag *diag);

#endif
