/* reports/facts/breakdown.h: report of a design's costs by network and component. */
#ifndef NOC_REPORTS_FACTS_BREAKDOWN_H
#define NOC_REPORTS_FACTS_BREAKDOWN_H

#include <jansson.h>

#include "hybrid/answers/explain/breakdown.h"
#include "reports/writers/sheet.h"

/* Adds the breakdown to the object `components` of an estimate. */
void noc_breakdown_add_json(json_t *components, const noc_breakdown *breakdown);

/* True if a table shows a part of a network: the network has such parts, and their area or leakage
 * is above 0, or they are NOC_PART_HINGE_ROUTERS or a later part, whose number is shown even
 * without a cost. */
bool noc_breakdown_has_part(const noc_network_cost *network, size_t part);

/* Prints the breakdown as a table. */
noc_status noc_breakdown_print(const noc_sheet *sheet, const noc_breakdown *breakdown,
                               noc_diag *diag);

#endif
