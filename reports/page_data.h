/* reports/page_data.h: the data of the HTML page, one JSON object, which the scripts of
 * reports/page/ draw. */
#ifndef NOC_REPORTS_PAGE_DATA_H
#define NOC_REPORTS_PAGE_DATA_H

#include <jansson.h>

#include "reports/design_names.h"
#include "reports/front_order.h"
#include "reports/page_drawn.h"
#include "reports/page_settings.h"

json_t *noc_page_data(const noc_front_view *view, const noc_design_names *names,
                      const noc_page_drawn *drawn, const noc_page_settings *settings);

#endif
