/* hybrid/answers/figures/reasons.h: the figures that were found as metrics, and why others are
 * missing. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_REASONS_H
#define NOC_HYBRID_ANSWERS_FIGURES_REASONS_H

#include "hybrid/answers/metrics.h"

struct noc_figures;

/* Tells value and interval of each metric that was found and that an answer of this kind tells
 * (designs without memory nodes have no replies, for one), else the reason, a static text. What
 * follows from other metrics stays NAN, without a reason. */
void noc_tell_found(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* The same of power and energies; other metrics stay. */
void noc_tell_found_power(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* True if noc_estimate_cost tells a metric: it depends on neither load nor traffic. */
bool noc_metric_is_of_cost(noc_metric_id id);

/* The least extent of the model's answers that have the metric. */
noc_extent noc_metric_extent(noc_metric_id id);

/* The reason why there cannot be a metric in an answer of that kind, a static text; NULL: there may
 * be one. */
const char *noc_metric_absent(const struct noc_figures *figures, noc_metric_id id);

/* The reason of a metric that is beyond what was computed, with the setting of a space that asks
 * for it; a static text. */
const char *noc_metric_not_computed(noc_metric_id id);

#endif
