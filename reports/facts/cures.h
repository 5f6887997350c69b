/* reports/facts/cures.h: what one step of each setting would bring and cost (query --cures): as
 * JSON, table, CSV, and the best of them in a line. */
#ifndef NOC_REPORTS_FACTS_CURES_H
#define NOC_REPORTS_FACTS_CURES_H

#include <jansson.h>

#include "explore/cures/cures.h"
#include "reports/writers/sheet.h"

/* The member "cures" of a result, best first. NULL when out of memory. */
json_t *noc_json_cures(const noc_cures *cures);

/* A table for people, of the cures of an answer. */
noc_status noc_text_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                          const noc_cures *cures, noc_diag *diag);

/* The best of them in a line; nothing where there is none. */
void noc_text_cure(const noc_sheet *sheet, const noc_cures *cures);

/* Tidy rows, in place of those of the metrics: one a cure, best first. */
noc_status noc_csv_cures(const noc_sheet *sheet, const noc_estimate *estimate,
                         const noc_cures *cures, noc_diag *diag);

#endif
