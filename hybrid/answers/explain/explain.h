/* hybrid/answers/explain/explain.h: explanation of one metric of the model's answer as a tree of
 * its parts. */
#ifndef NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_H
#define NOC_HYBRID_ANSWERS_EXPLAIN_EXPLAIN_H

#include "hybrid/answers/explain/explainer.h"

/* Explains a metric. The caller clears *explanation (noc_explanation_clear). NOC_EFAILED when out
 * of memory. */
noc_status noc_explain(const noc_explainer *explainer, noc_metric_id metric,
                       noc_explanation *explanation, noc_diag *diag);

/* Metric number i to explain when the user names none; NOC_METRICS past the end. */
noc_metric_id noc_explain_default_metric(const noc_explainer *explainer, size_t i);

#endif
