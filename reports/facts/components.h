/* reports/facts/components.h: report of the numbers of a design's parts (query --breakdown). */
#ifndef NOC_REPORTS_FACTS_COMPONENTS_H
#define NOC_REPORTS_FACTS_COMPONENTS_H

#include <jansson.h>

#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"
#include "network/compile/components.h"
#include "reports/writers/sheet.h"

/* Returns the member "components" of a result. NULL: out of memory. */
json_t *noc_json_components(const noc_components *components);

/* Prints a table for each estimate. */
noc_status noc_text_components(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                               noc_diag *diag);

/* Writes CSV rows in place of the metrics: design, hash, component, count; with `breakdowns` also
 * network, area_mm2, leakage_mw, dynamic_mw. */
noc_status noc_csv_components(const noc_sheet *sheet, const noc_estimate *estimates,
                              const noc_breakdown *breakdowns, size_t count, noc_diag *diag);

#endif
