/* hybrid/answers/figures/reasons.h: sets the metrics of an answer: the found figures, and the
 * reasons why others are missing. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_REASONS_H
#define NOC_HYBRID_ANSWERS_FIGURES_REASONS_H

#include "hybrid/answers/metrics.h"

struct noc_figures;

/* Sets the value and interval of each metric with a figure. Sets other metrics to NAN, with the
 * reason, a static text. Sets derived metrics to NAN; fill.c computes them. */
void noc_metrics_set(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* Sets the metrics of power and energies alone; other metrics stay. */
void noc_metrics_set_power(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* True if noc_estimate_cost gives the metric, which depends on neither load nor traffic. */
bool noc_metric_is_cost(noc_metric_id id);

/* Least extent of the model's answers that gives the metric. */
noc_extent noc_metric_extent(noc_metric_id id);

/* Reason why an answer of this kind never has a metric, a static text. NULL: it may have a
 * value. */
const char *noc_metric_absence_reason(const struct noc_figures *figures, noc_metric_id id);

/* Reason why a metric is missing that lies beyond the computed extent. The text, which is static,
 * names the setting of a space that requests the metric. */
const char *noc_metric_extent_reason(noc_metric_id id);

#endif
