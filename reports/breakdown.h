/* reports/breakdown.h: the cost tree of a design, by network and component. */
#ifndef NOC_REPORTS_BREAKDOWN_H
#define NOC_REPORTS_BREAKDOWN_H

#include <jansson.h>

#include "hybrid/explanations/breakdown.h"
#include "reports/writers/sheet.h"

/* The members that it adds to the object `components` of an estimate. */
void noc_breakdown_json(json_t *components, const noc_breakdown *breakdown);

/* Whether a network has such a part, and the tables a figure for it. */
bool noc_breakdown_shows(const noc_part_cost *part);

/* As a table. */
noc_status noc_breakdown_text(const noc_sheet *sheet, const noc_breakdown *breakdown,
                              noc_diag *diag);

#endif
