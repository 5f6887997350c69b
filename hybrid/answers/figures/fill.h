/* hybrid/answers/figures/fill.h: metrics of an answer from the figures found, in one pass over a
 * table: each metric gets its value and interval, derived metrics are computed, missing ones get a
 * reason. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_FILL_H
#define NOC_HYBRID_ANSWERS_FIGURES_FILL_H

#include "hybrid/answers/figures/figures.h"

/* Fills all metrics. The estimate's question, checks and warnings must be there. */
void noc_fill(const noc_figures *figures, noc_estimate *estimate);

/* Fills power and energies alone, anew. */
void noc_fill_power(const noc_figures *figures, noc_estimate *estimate);

#endif
