/* reports/facts/breakdown.h: the cost tree of a design, by network and component. */
#ifndef NOC_REPORTS_FACTS_BREAKDOWN_H
#define NOC_REPORTS_FACTS_BREAKDOWN_H

#include <jansson.h>

#include "hybrid/answers/explain/breakdown.h"
#include "reports/writers/sheet.h"

/* Adds the members of a breakdown to the object `components` of an estimate. */
void noc_breakdown_json(json_t *components, const noc_breakdown *breakdown);

/* True if a network has a part, and the tables a figure for it; from NOC_PART_HINGE_ROUTERS on also
 * without a figure, as the count alone tells how the network is built. */
bool noc_breakdown_shows(const noc_network_cost *network, size_t part);

/* Prints the breakdown as a table. */
noc_status noc_breakdown_text(const noc_sheet *sheet, const noc_breakdown *breakdown,
                              noc_diag *diag);

#endif
