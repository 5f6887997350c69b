/* reports/front.h: fronts on a page. */
#ifndef NOC_REPORTS_FRONT_H
#define NOC_REPORTS_FRONT_H

#include "explore/candidates.h"
#include "explore/measure.h"
#include "reports/writers/sheet.h"

/* A front and where it came from. */
typedef struct noc_front_view {
    const noc_candidates *candidates;
    const noc_space_record *space;
    double model_error;
    const noc_measure_totals *measured; /* NULL: nothing was asked to be measured */
    const char *caveats;                /* noc_store_caveats */
} noc_front_view;

/* The members, hypervolume and knee; JSON and CSV list all designs that are possibly on it. */
noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view, noc_diag *diag);

/* What dominates one design, by how much in each objective. */
noc_status noc_report_why(const noc_sheet *sheet, const noc_front_view *view, size_t design,
                          noc_diag *diag);

/* "max throughput per area, min network area". */
void noc_objectives_text(const noc_objectives *objectives, char *text, size_t size);

#endif
