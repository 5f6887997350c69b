/* reports/facts/bound.h: report of the upper bound of throughput under any routing, beside the
 * throughput of the design's routing. */
#ifndef NOC_REPORTS_FACTS_BOUND_H
#define NOC_REPORTS_FACTS_BOUND_H

#include "analytic/bound/bound.h"
#include "reports/writers/sheet.h"

/* A compiled design and its bound. */
typedef struct noc_bound_view {
    const noc_system *system;
    noc_bound bound;
} noc_bound_view;

/* Reports one bound, or several in a table with changes against the base (sheet->base_index).
 * `is_array`: JSON is an array even for one bound. */
noc_status noc_report_bounds(const noc_sheet *sheet, const noc_bound_view *views, size_t count,
                             bool is_array, noc_diag *diag);

#endif
