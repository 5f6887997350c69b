/* hybrid/answers/figures/reasons.h: found figures as metrics, and the reasons of missing ones. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_REASONS_H
#define NOC_HYBRID_ANSWERS_FIGURES_REASONS_H

#include "hybrid/answers/metrics.h"

struct noc_figures;

/* Sets value and interval of each metric that was found and that an answer of this kind has
 * (designs without memory nodes have no replies, for one), else the reason, a static text. Derived
 * metrics stay NAN, without a reason. */
void noc_metrics_from_figures(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* Sets the metrics of power and energies alone; other metrics stay. */
void noc_tell_found_power(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* True if noc_estimate_cost has the metric: it depends on neither load nor traffic. */
bool noc_metric_is_of_cost(noc_metric_id id);

/* The least extent of the model's answers that have the metric. */
noc_extent noc_metric_extent(noc_metric_id id);

/* The reason why an answer of this kind cannot have a metric, a static text; NULL: it may have
 * it. */
const char *noc_metric_absent(const struct noc_figures *figures, noc_metric_id id);

/* The reason of a metric beyond the computed extent, with the setting of a space that asks for it;
 * a static text. */
const char *noc_metric_not_computed(noc_metric_id id);

#endif
