/* reports/words/comparison.h: comparison of the model's answer with the sample, for one design and
 * load, and errors over many comparisons. */
#ifndef NOC_REPORTS_WORDS_COMPARISON_H
#define NOC_REPORTS_WORDS_COMPARISON_H

#include "hybrid/answers/estimate.h"

typedef struct noc_comparison {
    noc_estimate model, sample;
    bool has_sample; /* a sample exists */
    /* Causes that limit the closed loop; empty without a loop. */
    noc_bottleneck model_loop_limit, sample_loop_limit;
} noc_comparison;

/* Adds, to a sample at a load, the metrics that only a search for saturation finds. */
void noc_comparison_saturate(noc_comparison *comparison, const noc_estimate *saturation);

/* Adds, to model and sample at a load, the metrics of their closed loops: IPC and others. */
void noc_comparison_add_loop(noc_comparison *comparison, const noc_estimate *model,
                             const noc_estimate *sample);

/* Error of the model as a share of the sample; NAN if one of them is missing. */
double noc_comparison_error(const noc_comparison *comparison, noc_metric_id id);

/* Returns the i-th metric whose error is reported; NOC_METRICS past the end. */
noc_metric_id noc_comparison_metric(size_t i);

typedef struct noc_errors {
    size_t error_rows; /* number of rows with an error */
    double mean_error,
        largest_error; /* mean and largest absolute error, share; NAN without errors */
    size_t largest_row;
    size_t inside_rows;   /* number of rows with the model inside the sample's interval */
    size_t interval_rows; /* number of rows with an interval of the sample */
} noc_errors;

/* Finds the errors of the main latency (noc_latency_metric), or of one metric. */
noc_errors noc_latency_errors(const noc_comparison *rows, size_t count);
noc_errors noc_metric_errors(const noc_comparison *rows, size_t count, noc_metric_id id);

#endif
