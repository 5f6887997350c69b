/* reports/front/page_drawn.h: which designs the HTML page draws: all that are on the front by
 * value, the measured, then even parts of the possible and the rest. */
#ifndef NOC_REPORTS_FRONT_PAGE_DRAWN_H
#define NOC_REPORTS_FRONT_PAGE_DRAWN_H

#include "explore/front/candidates.h"

typedef struct noc_page_drawn {
    size_t *list; /* candidates, by rank */
    size_t count, front;
} noc_page_drawn;

/* The caller frees drawn->list. */
noc_status noc_page_choose(const noc_candidates *all, noc_page_drawn *drawn, noc_diag *diag);

#endif
