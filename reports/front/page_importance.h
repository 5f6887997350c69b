/* reports/front/page_importance.h: section of the HTML page on the settings that matter. */
#ifndef NOC_REPORTS_FRONT_PAGE_IMPORTANCE_H
#define NOC_REPORTS_FRONT_PAGE_IMPORTANCE_H

#include <stdio.h>

#include "reports/front/front_order.h"
#include "reports/front/importance.h"

/* Importance of settings for the objectives, then for the other metrics that the page shows at
 * first and that settings explain. */
typedef struct noc_page_importance {
    noc_front_importance *list; /* one a metric */
    size_t count, objective_count;
    noc_arena memory;
} noc_page_importance;

/* Finds the importances over all compared designs. The caller clears *page, even after an error.
 * NOC_EFAILED: out of memory. */
noc_status noc_page_importance_find(const noc_front_view *view, const noc_design_names *names,
                                    noc_page_importance *page, noc_diag *diag);
void noc_page_importance_clear(noc_page_importance *page);

/* Writes the objectives' largest shares as an item of a list; nothing without shares. */
void noc_page_importance_put_item(FILE *out, const noc_page_importance *page);

/* Writes the section: a table with bars for each metric. */
void noc_page_importance_put_section(FILE *out, const noc_front_view *view,
                                     const noc_page_importance *page);

#endif
