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

/* Makes the data of the page (page_data.h) for another page. The caller releases *data. */
noc_status noc_report_page_data(const noc_front_view *view, json_t **data, noc_diag *diag);

/* Flags of json_dumps for the data, whose numbers have five digits. */
#define NOC_PAGE_DATA_FLAGS (JSON_COMPACT | JSON_REAL_PRECISION(6))

#endif
