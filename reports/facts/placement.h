/* reports/facts/placement.h: report of placements of memory nodes: table, pictures, JSON and
 * CSV. */
#ifndef NOC_REPORTS_FACTS_PLACEMENT_H
#define NOC_REPORTS_FACTS_PLACEMENT_H

#include "explore/place/place_designs.h"
#include "reports/writers/sheet.h"

/* Results of a search for placements. */
typedef struct noc_placement_view {
    const noc_place_problem *problem;
    const noc_place_result *result;
    const char *design;              /* name of the design */
    int columns, rows, memory_count; /* tiles of the grid; a graph has its nodes in one row */
    const uint32_t *routers;         /* [tile]: router of a graph; NULL: a grid */
    bool has_link_rates;             /* a link accepts more or less than one flit per cycle */
    /* Best placements found, by falling saturation of the model. */
    const noc_ranked_placement *best_placements;
    size_t best_count;
    /* Placements of the registry, for comparison. */
    const noc_ranked_placement *named_placements;
    size_t named_count;
} noc_placement_view;

/* Reports the placements in the format of the sheet. */
noc_status noc_report_placement(const noc_sheet *sheet, const noc_placement_view *view,
                                noc_diag *diag);

#endif
