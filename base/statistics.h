/* base/statistics.h: means and confidence intervals of correlated observations.
 *
 * A quantity is a ratio of two sums over batches (cycles of latency over packets), because the
 * number of packets in a batch is also random. */
#ifndef NOC_BASE_STATISTICS_H
#define NOC_BASE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* Sums of one batch: numerator and denominator of the ratio. */
typedef struct noc_batch_sums {
    double numerator, denominator;
} noc_batch_sums;

typedef struct noc_interval {
    double mean;       /* ratio; NAN without observations */
    double half_width; /* half width of the two-sided interval; INFINITY: unknown */
} noc_interval;

/* Ratio estimator over independent batches, with a Student-t interval at `confidence` (0.95). The
 * variance is that of the residuals numerator - mean * denominator (Law 2014, 9.5.3; Cochran 1977,
 * 6.5). */
noc_interval noc_ratio_interval(const noc_batch_sums *batches, size_t count, double confidence);

/* Ratio estimator over the batches of several runs, `per_run` of each. Adjacent batches of a run
 * may be correlated, and batches skewed: bursts of a busy queue are rare and long, and a run
 * without bursts underestimates the variance. The width is corrected for the lag-1 correlation of
 * an autoregressive process, and for skewness by the longer side of Willink's t (Tafazzoli, Steiger
 * and Wilson 2011, "N-Skart"). */
noc_interval noc_batch_interval(const noc_batch_sums *batches, size_t runs, size_t per_run,
                                double confidence);

/* Correlation of the residuals of adjacent batches; 0 for fewer than 3 batches. */
double noc_lag1_correlation(const noc_batch_sums *batches, size_t count);

/* True if the mean of `first` is significantly below the mean of `second`, by a one-sided paired
 * t-test over independent runs, [run]: equal means would show this difference with a probability
 * below 1 - confidence. */
bool noc_is_significantly_lower(const double *first, const double *second, size_t runs,
                                double confidence);

#endif
