/* hybrid/answers/figures/sample_figures.h: the metrics of an answer that simulation finds, as
 * metrics.def says where each stands. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_SAMPLE_FIGURES_H
#define NOC_HYBRID_ANSWERS_FIGURES_SAMPLE_FIGURES_H

#include "hybrid/answers/figures/figures.h"
#include "sampler/sampling/play.h"
#include "sampler/sampling/sample.h"

/* Puts what a sample at a load, or of nodes that send as fast as the network takes it, has. */
void noc_figures_put_sample(noc_figures *figures, const noc_sample *sample);

/* Puts what a played trace has. */
void noc_figures_put_play(noc_figures *figures, const noc_play *play);

/* Latencies of packets that are alone, which nobody need measure. */
void noc_figures_put_zero_load(noc_figures *figures);

#endif
