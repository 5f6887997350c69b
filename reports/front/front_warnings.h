/* reports/front/front_warnings.h: warnings of a front's designs, each text once, with the number of
 * its designs. */
#ifndef NOC_REPORTS_FRONT_FRONT_WARNINGS_H
#define NOC_REPORTS_FRONT_FRONT_WARNINGS_H

#include <jansson.h>

#include "explore/front/candidates.h"
#include "explore/store/reasons.h"
#include "reports/writers/sheet.h"

/* Lists the warnings of the compared designs, the most frequent first. The caller clears *list,
 * even after an error. NOC_EFAILED: out of memory. */
noc_status noc_front_list_warnings(const noc_candidates *candidates, noc_reason_list *list,
                                   noc_diag *diag);

/* Writes the number of compared designs with a warning: "all 12 designs", "5 of 12 designs, for
 * example". Returns `text`. */
const char *noc_front_count_warned(const noc_candidates *candidates, const noc_reason *warning,
                                   char *text, size_t size);

/* Prints the three most frequent warnings, a line each, and the number of others. */
noc_status noc_front_print_warnings(const noc_sheet *sheet, const noc_candidates *candidates,
                                    noc_diag *diag);

/* Returns the warnings of one design as a JSON array of texts. The caller releases the array. */
json_t *noc_json_design_warnings(const noc_entry *entry);

/* Returns the warnings of the compared designs as an array of objects: text, designs (their
 * number), example (true: the text has the numbers of one design). The caller releases the
 * array. */
json_t *noc_json_front_warnings(const noc_candidates *candidates);

#endif
