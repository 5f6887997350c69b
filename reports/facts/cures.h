/* reports/facts/cures.h: gain and cost of each setting one step on (query --cures), as JSON, table
 * and CSV; the best of them in a line. */
#ifndef NOC_REPORTS_FACTS_CURES_H
#define NOC_REPORTS_FACTS_CURES_H

#include <jansson.h>

#include "explore/cures/cures.h"
#include "reports/writers/sheet.h"

/* The member "cures" of a result, best first. NULL when out of memory. */
json_t *noc_json_cures(const noc_cures *cures);

/* Prints cures for people: all in a table, or the best in a line if others were not tried. */
noc_status noc_text_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                          const noc_cures *cures, noc_diag *diag);

/* Writes tidy rows in place of those of the metrics: one for each cure, best first. */
void noc_csv_cures(const noc_sheet *sheet, const noc_estimate *estimate, const noc_cures *cures);

#endif
