/* reports/words/comparison.h: the model's answer and the measured one, for the same design and
 * load. */
#ifndef NOC_REPORTS_WORDS_COMPARISON_H
#define NOC_REPORTS_WORDS_COMPARISON_H

#include "hybrid/answers/estimate.h"

typedef struct noc_comparison {
    noc_estimate model, sample;
    bool sampled;                           /* false: there is no sample */
    noc_bottleneck model_loop, sample_loop; /* causes that limit the loop; unknown without one */
} noc_comparison;

/* Adds to the sample at a load the figures that only a search for saturation finds. */
void noc_comparison_add(noc_comparison *comparison, const noc_estimate *saturation);

/* Adds to model and sample at a load the figures of their closed loops: IPC and others. */
void noc_comparison_add_loop(noc_comparison *comparison, const noc_estimate *model,
                             const noc_estimate *sample);

/* Error of the model as a share of the sample; NAN where one of them is missing. */
double noc_comparison_error(const noc_comparison *comparison, noc_metric_id id);

/* The metrics whose errors are told, in order; NOC_METRICS past the end. */
noc_metric_id noc_compared_metric(size_t i);

typedef struct noc_errors {
    size_t count;       /* rows that have an error */
    double mean, worst; /* mean and largest absolute error; NAN without any */
    size_t worst_row;
    size_t inside;    /* rows whose model is inside the sample's interval */
    size_t intervals; /* rows whose sample has an interval */
} noc_errors;

/* Errors of the latency that people ask for (noc_latency_metric), or of one metric. */
noc_errors noc_latency_errors(const noc_comparison *rows, size_t count);
noc_errors noc_metric_errors(const noc_comparison *rows, size_t count, noc_metric_id id);

#endif
