/* hybrid/answers/figures/fill.h: reported metrics of an answer, made from its figures by the rules
 * in metrics.def: value and interval, derived metrics, and reasons of missing ones. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_FILL_H
#define NOC_HYBRID_ANSWERS_FIGURES_FILL_H

#include "hybrid/answers/figures/figures.h"

/* Fills all metrics of an estimate. The estimate's load and check must be set before. */
void noc_fill_metrics(const noc_figures *figures, noc_estimate *estimate);

/* Fills the metrics of power and energies again, and no others. */
void noc_fill_power_metrics(const noc_figures *figures, noc_estimate *estimate);

#endif
