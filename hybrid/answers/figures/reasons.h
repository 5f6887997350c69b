/* hybrid/answers/figures/reasons.h: the figures that were found as metrics, and why others are
 * missing. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_REASONS_H
#define NOC_HYBRID_ANSWERS_FIGURES_REASONS_H

#include "hybrid/answers/figures/figures.h"

/* Tells value and interval of each metric that was found and that an answer of this kind tells
 * (designs without memory nodes have no replies, for one), else the reason, a static text. What
 * follows from other metrics stays NAN, without a reason. */
void noc_tell_found(const noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* The same of power and energies; other metrics stay. */
void noc_tell_found_power(const noc_figures *figures, noc_metric metrics[NOC_METRICS]);

/* True if noc_estimate_cost tells a metric: it depends on neither load nor traffic. */
bool noc_metric_is_of_cost(noc_metric_id id);

#endif
