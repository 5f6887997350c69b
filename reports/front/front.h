/* reports/front/front.h: reports of fronts: the designs of a front, all designs of a space, and the
 * designs that dominate one design. */
#ifndef NOC_REPORTS_FRONT_FRONT_H
#define NOC_REPORTS_FRONT_FRONT_H

#include "explore/front/candidates.h"
#include "reports/front/front_order.h"
#include "reports/writers/sheet.h"

/* Reports the listed designs with hypervolume and knee: as a table, or as rows of CSV or JSON
 * (front_rows.h). */
noc_status noc_report_front(const noc_sheet *sheet, const noc_front_view *view,
                            const noc_front_listing *listing, noc_diag *diag);

/* Reports every design of the space, on the front or off it, as JSON (is_json) or CSV.
 * `has_method_rows`: one row for the model's answer and one for the sample; false: one for both. */
noc_status noc_report_designs(const noc_sheet *sheet, const noc_front_view *view, bool is_json,
                              bool has_method_rows, noc_diag *diag);

/* Prints the designs that dominate the design at position `design` of the candidates: better in an
 * objective, worse in none; with the change in each objective. */
noc_status noc_report_dominators(const noc_sheet *sheet, const noc_candidates *candidates,
                                 size_t design, noc_diag *diag);

#endif
