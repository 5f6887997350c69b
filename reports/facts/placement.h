/* reports/facts/placement.h: placements of memory nodes as a table and as pictures side by side. */
#ifndef NOC_REPORTS_FACTS_PLACEMENT_H
#define NOC_REPORTS_FACTS_PLACEMENT_H

#include "explore/place/place_designs.h"
#include "reports/writers/sheet.h"

typedef struct noc_placement_view {
    const noc_place_problem *problem;
    const noc_place_result *found;
    const char *design;        /* name of the design */
    int columns, rows, memory; /* columns of a graph are its nodes, in one row */
    const uint32_t *routers;   /* routers of a graph by tile; else NULL */
    bool rated;                /* some link accepts more or less than a flit per cycle */
    const noc_placement *best; /* best by the model's saturation */
    size_t shown;
    const noc_placement *named;
    size_t named_count;
} noc_placement_view;

noc_status noc_report_placement(const noc_sheet *sheet, const noc_placement_view *view,
                                noc_diag *diag);

#endif
