/* hybrid/answers/figures/reasons.h: metrics with the found figures, and the reasons why others are
 * missing. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_REASONS_H
#define NOC_HYBRID_ANSWERS_FIGURES_REASONS_H

#include "hybrid/answers/metrics.h"

struct noc_figures;

/* Sets value and interval of each metric with a figure, and the reason of each missing one, a
 * static text. Answers of some kinds never have a metric, such as replies in designs without memory
 * nodes. Derived metrics stay NAN, without a reason. */
void noc_metrics_set(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* Sets the metrics of power and energies alone; other metrics stay. */
void noc_metrics_set_power(const struct noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* True if noc_estimate_cost gives the metric, which depends on neither load nor traffic. */
bool noc_metric_is_cost(noc_metric_id id);

/* Least extent of the model's answers that gives the metric. */
noc_extent noc_metric_extent(noc_metric_id id);

/* Reason why an answer of this kind never has a metric, a static text. NULL: it may have a
 * value. */
const char *noc_metric_gap_reason(const struct noc_figures *figures, noc_metric_id id);

/* Reason why a metric beyond the computed extent is missing, which names the setting of a space
 * that asks for the metric; a static text. */
const char *noc_metric_extent_reason(noc_metric_id id);

#endif
