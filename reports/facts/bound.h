/* reports/facts/bound.h: upper bound of the throughput under any routing, and the design's own
 * throughput beside it. */
#ifndef NOC_REPORTS_FACTS_BOUND_H
#define NOC_REPORTS_FACTS_BOUND_H

#include "analytic/bound/bound.h"
#include "reports/writers/sheet.h"

typedef struct noc_bound_view {
    const noc_system *system;
    noc_bound bound;
} noc_bound_view;

/* Reports one bound, or several in a table with a row each, the first being the base. `several`
 * makes JSON an array even of one. */
noc_status noc_report_bounds(const noc_sheet *sheet, const noc_bound_view *views, size_t count,
                             bool several, noc_diag *diag);

#endif
