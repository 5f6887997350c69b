/* reports/words/change.h: changes from one answer to another, for reports. */
#ifndef NOC_REPORTS_WORDS_CHANGE_H
#define NOC_REPORTS_WORDS_CHANGE_H

#include <jansson.h>

#include "hybrid/answers/explain/contrast.h"
#include "reports/words/figure.h"
#include "reports/writers/sheet.h"

/* Finds the change of a metric from `a` to `b`. Without intervals the two are indistinguishable if
 * both print the same figure. */
noc_contrast noc_contrast_shown(const noc_estimate *a, const noc_estimate *b, noc_metric_id id);

/* Figure of a change: "+4.2%", "+4.2%~" if 0 is inside its interval, "-" without a change. */
noc_figure noc_change_figure(const noc_contrast *contrast);

/* Mark of a change whose interval includes 0, and the line that explains the mark. */
#define NOC_WITHIN_MARK "~"
void noc_text_within_note(const noc_sheet *sheet);

/* Makes a JSON object with the change of every metric. */
json_t *noc_json_changes_object(const noc_estimate *base, const noc_estimate *estimate);

#endif
