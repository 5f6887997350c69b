/* reports/front/front.h: fronts on a page: the designs of a front, those of a whole space, and why
 * one is not on the front. */
#ifndef NOC_REPORTS_FRONT_FRONT_H
#define NOC_REPORTS_FRONT_FRONT_H

#include "explore/front/candidates.h"
#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Reports the designs of the listing, hypervolume and knee; as a table, or as front_rows.h has
 * them. */
noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view,
                            const noc_front_listing *listing, noc_diag *diag);

/* Reports every design of the space, whether on the front or not, as CSV or JSON; with `methods` a
 * row each for the model and the sample. */
noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *view, bool json,
                              bool methods, noc_diag *diag);

/* Tells the designs that dominate one, and by how much in each objective. */
noc_status noc_report_why(const noc_sheet *sheet, const noc_candidates *all, size_t design,
                          noc_diag *diag);

#endif
