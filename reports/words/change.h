/* reports/words/change.h: changes from one answer to another, for reports. */
#ifndef NOC_REPORTS_WORDS_CHANGE_H
#define NOC_REPORTS_WORDS_CHANGE_H

#include <jansson.h>

#include "hybrid/answers/explain/contrast.h"
#include "reports/words/figure.h"
#include "reports/writers/sheet.h"

/* Finds the change of a metric from `a` to `b`. If neither has an interval, the change is
 * indistinguishable from 0 if both values are printed as the same figure. */
noc_contrast noc_change_find(const noc_estimate *a, const noc_estimate *b, noc_metric_id id);

/* Returns a change as text: "+4.2%"; "+4.2%~" if it is indistinguishable from 0; "-" if the change
 * is not known. */
noc_figure noc_change_figure(const noc_contrast *contrast);

/* Mark of a change that is indistinguishable from 0. */
#define NOC_WITHIN_MARK "~"
/* Prints the line that explains the mark. */
void noc_text_within_note(const noc_sheet *sheet);

/* Makes a JSON object with the change of every metric. The caller releases the object. */
json_t *noc_json_changes_object(const noc_estimate *base, const noc_estimate *estimate);

#endif
