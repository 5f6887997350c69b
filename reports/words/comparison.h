/* reports/words/comparison.h: comparison of the model's answer with the sample's, for one design
 * and load; errors of the model over several comparisons. */
#ifndef NOC_REPORTS_WORDS_COMPARISON_H
#define NOC_REPORTS_WORDS_COMPARISON_H

#include "hybrid/answers/estimate.h"

typedef struct noc_comparison {
    noc_estimate model, sample;
    bool has_sample; /* `sample` is set */
    /* Limits of the closed loop by both methods; empty without a loop. */
    noc_bottleneck model_loop_limit, sample_loop_limit;
} noc_comparison;

/* Adds to a sample at a load the metrics that it lacks and that a search for saturation found, and
 * the search's time. */
void noc_comparison_add_saturation(noc_comparison *comparison, const noc_estimate *saturation);

/* Adds to model and sample the metrics of their closed loops (IPC, memory), limits and times. */
void noc_comparison_add_loop(noc_comparison *comparison, const noc_estimate *model,
                             const noc_estimate *sample);

/* Returns the error of the model's metric, model / sample - 1. NAN if a value is missing, and for a
 * latency if queues grow without end by either method. */
double noc_comparison_error(const noc_comparison *comparison, noc_metric_id id);

/* Returns the i-th metric whose error is reported; NOC_METRICS past the end. */
noc_metric_id noc_comparison_metric(size_t i);

/* Errors of one metric over the rows of a list. */
typedef struct noc_errors {
    size_t error_rows; /* number of rows with an error */
    /* Mean and largest absolute error, as shares; NAN without rows. */
    double mean_error, largest_error;
    size_t largest_row;   /* index of the row with the largest error */
    size_t inside_rows;   /* number of rows with the model inside the sample's interval */
    size_t interval_rows; /* number of rows with an error and an interval of the sample */
} noc_errors;

/* Finds the errors of the main latency (noc_latency_metric), or of one metric. */
noc_errors noc_latency_errors(const noc_comparison *rows, size_t count);
noc_errors noc_metric_errors(const noc_comparison *rows, size_t count, noc_metric_id id);

#endif
