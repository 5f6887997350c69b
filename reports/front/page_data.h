/* reports/front/page_data.h: data of the HTML page, one JSON object for the scripts in
 * reports/page/. */
#ifndef NOC_REPORTS_FRONT_PAGE_DATA_H
#define NOC_REPORTS_FRONT_PAGE_DATA_H

#include <jansson.h>

#include "reports/front/front_order.h"
#include "reports/front/page_designs.h"
#include "reports/words/design_names.h"

/* True for a metric that the page shows at first: an objective, a metric of a constraint, or one of
 * five common metrics. */
bool noc_page_metric_is_asked(const noc_front_view *view, noc_metric_id id);

/* Returns the object: space, metrics, settings, and a row for each drawn design, in the form that
 * reports/page/designs.js reads. The caller releases the object. */
json_t *noc_page_data(const noc_front_view *view, const noc_design_names *design_names,
                      const noc_page_designs *drawn, const noc_page_settings *settings);

#endif
