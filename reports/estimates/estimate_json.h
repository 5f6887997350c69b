/* reports/estimates/estimate_json.h: estimates as JSON objects. */
#ifndef NOC_REPORTS_ESTIMATES_ESTIMATE_JSON_H
#define NOC_REPORTS_ESTIMATES_ESTIMATE_JSON_H

#include <jansson.h>

#include "explore/cures/cures.h"
#include "hybrid/answers/estimate.h"
#include "hybrid/answers/explain/breakdown.h"
#include "reports/words/label.h"
#include "reports/writers/sheet.h"

/* Returns the object of one estimate, with its name by the labels. `errors` becomes the member
 * `error`, and the object owns it; NULL: none. */
json_t *noc_json_estimate(const noc_run_info *run, const noc_estimate *estimate,
                          const noc_labels *labels, json_t *errors);

/* Writes one object, or an array if `is_array` or for several estimates. `breakdowns`: [estimate];
 * NULL: none. `cures`: NULL: none. */
noc_status noc_json_estimates(const noc_sheet *sheet, const noc_estimate *estimates,
                              const noc_breakdown *breakdowns, const noc_cures *cures, size_t count,
                              bool is_array, noc_diag *diag);

#endif
