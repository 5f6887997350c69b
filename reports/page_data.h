/* reports/page_data.h: the data of the HTML page, one JSON object, which reports/page/page.js
 * draws. */
#ifndef NOC_REPORTS_PAGE_DATA_H
#define NOC_REPORTS_PAGE_DATA_H

#include <jansson.h>

#include "explore/store.h"
#include "reports/design_names.h"
#include "reports/front_order.h"
#include "reports/page_drawn.h"
#include "reports/page_settings.h"

/* How a command line names a design's file. The caller frees it; NULL when out of memory. */
typedef char *noc_word_for(const char *path);

json_t *noc_page_data(const noc_front_view *view, const noc_design_names *names, noc_store *store,
                      const noc_page_drawn *drawn, const noc_page_settings *settings,
                      noc_word_for *word_for);

#endif
