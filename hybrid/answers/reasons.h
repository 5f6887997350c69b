/* hybrid/answers/reasons.h: why a metric is missing. */
#ifndef NOC_HYBRID_ANSWERS_REASONS_H
#define NOC_HYBRID_ANSWERS_REASONS_H

#include "hybrid/answers/figures.h"

/* Whether an answer of this kind tells the metric, if a value was found: designs without memory nodes have no replies, for one. */
bool noc_metric_is_told(const noc_figures *figures, noc_metric_id id);

/* Why it does not, or why there is no value. Static text, never NULL. */
const char *noc_reason_of(const noc_figures *figures, noc_metric_id id);

#endif
