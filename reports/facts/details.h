/* reports/facts/details.h: list of the kinds of details (reports/facts/detail.h). */
#ifndef NOC_REPORTS_FACTS_DETAILS_H
#define NOC_REPORTS_FACTS_DETAILS_H

#include "reports/facts/detail.h"

extern const noc_detail noc_channel_detail, noc_tile_detail, noc_node_detail;

/* Finds the first kind of detail that an estimate has; NULL: none. */
const noc_detail *noc_detail_find(const noc_estimate *estimate);

/* Sets the members of an estimate's details. */
void noc_details_set_json(json_t *object, const noc_estimate *estimate);

/* Prints a section for each kind of detail and each estimate. */
noc_status noc_details_print(const noc_sheet *sheet, const noc_estimate *estimates, size_t count,
                             noc_diag *diag);

#endif
