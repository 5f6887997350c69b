/* reports/facts/cures.h: report of cures (query --cures): each changes one setting by one step, and
 * has a gain and a cost. */
#ifndef NOC_REPORTS_FACTS_CURES_H
#define NOC_REPORTS_FACTS_CURES_H

#include <jansson.h>

#include "explore/cures/cures.h"
#include "reports/writers/sheet.h"

/* Returns the member "cures" of a result, best first. NULL: out of memory. */
json_t *noc_json_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                       const noc_cures *cures);

/* Prints a table of all cures if all were searched (--cures); otherwise a line with the best. */
noc_status noc_text_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                          const noc_cures *cures, noc_diag *diag);

/* Writes CSV rows in place of the metrics: a header, then one row for each cure, best first. */
noc_status noc_csv_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                         const noc_cures *cures, noc_diag *diag);

#endif
