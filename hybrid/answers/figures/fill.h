/* hybrid/answers/figures/fill.h: an answer from the figures that were found, in one visit by a
 * table: each metric gets its value and interval, what follows from others is computed, and what is
 * missing has a reason. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_FILL_H
#define NOC_HYBRID_ANSWERS_FIGURES_FILL_H

#include "hybrid/answers/figures/figures.h"

/* Fills all metrics. Question, checks and warnings of the estimate must be there. */
void noc_fill(const noc_figures *figures, noc_estimate *estimate);

/* Only power and energies, anew. */
void noc_fill_power(const noc_figures *figures, noc_estimate *estimate);

#endif
