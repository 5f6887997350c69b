/* hybrid/answers/sample_figures.h: the metrics that a sample has. */
#ifndef NOC_HYBRID_ANSWERS_SAMPLE_FIGURES_H
#define NOC_HYBRID_ANSWERS_SAMPLE_FIGURES_H

#include "hybrid/answers/figures.h"
#include "sampler/sample.h"

/* Those with an interval. */
typedef struct noc_sample_figure {
    noc_metric_id metric;
    noc_sample_quantity quantity;
} noc_sample_figure;
enum { NOC_SAMPLE_FIGURES = 7 };
extern const noc_sample_figure noc_sample_figures[NOC_SAMPLE_FIGURES];

/* Latencies of packets that are alone, which nobody need measure. */
void noc_figures_put_zero_load(noc_figures *figures);

#endif
