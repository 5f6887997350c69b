/* reports/front/front_warnings.h: the warnings of a front's designs, each text once with how many
 * designs have it. */
#ifndef NOC_REPORTS_FRONT_FRONT_WARNINGS_H
#define NOC_REPORTS_FRONT_FRONT_WARNINGS_H

#include <jansson.h>

#include "explore/front/candidates.h"
#include "explore/store/reasons.h"
#include "reports/writers/sheet.h"

/* The warnings of the designs that race, the most frequent first. The caller clears *list in either
 * case. NOC_EFAILED: out of memory. */
noc_status noc_front_warnings(const noc_candidates *all, noc_reason_list *list, noc_diag *diag);

/* Writes the number of designs with a warning: "all 12 designs", "5 of 12 designs, for example". */
const char *noc_front_warned(const noc_candidates *all, const noc_reason *warning, char *text,
                             size_t size);

/* Prints a line each for the three most frequent, and how many more there are. */
noc_status noc_text_front_warnings(const noc_sheet *sheet, const noc_candidates *all,
                                   noc_diag *diag);

/* The warnings of one design, a line each, as a JSON array of texts. The caller releases it. */
json_t *noc_json_design_warnings(const noc_entry *entry);

/* An array of objects: text, designs, example (its numbers are one design's). The caller releases
 * it. */
json_t *noc_json_front_warnings(const noc_candidates *all);

#endif
