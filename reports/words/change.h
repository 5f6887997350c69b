/* reports/words/change.h: changes from one answer to another, as they are shown. */
#ifndef NOC_REPORTS_WORDS_CHANGE_H
#define NOC_REPORTS_WORDS_CHANGE_H

#include <jansson.h>

#include "hybrid/answers/explain/contrast.h"
#include "reports/words/figure.h"
#include "reports/writers/sheet.h"

/* Change of a metric from `a` to `b`; without intervals the two cannot be told apart if both print
 * the same figure. */
noc_contrast noc_compared(const noc_estimate *a, const noc_estimate *b, noc_metric_id id);

/* Figure of a change: "+4.2%", "+4.2%~" where it is within its interval, "-" where there is
 * none. */
noc_figure noc_change_figure(const noc_contrast *contrast);

/* Mark of a change that is within its interval, and the line that explains the mark. */
#define NOC_WITHIN_MARK "~"
void noc_text_within(const noc_sheet *sheet);

/* An object: the change of every metric. */
json_t *noc_json_changes(const noc_estimate *base, const noc_estimate *estimate);

#endif
