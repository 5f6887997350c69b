/* base/statistics.h: means and intervals from correlated observations.
 *
 * A quantity is a ratio of two sums over batches (cycles of latency over packets), because the
 * number of packets in a batch is random too. */
#ifndef NOC_BASE_STATISTICS_H
#define NOC_BASE_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* Contribution of one batch to numerator and denominator. */
typedef struct noc_pair {
    double sum, count;
} noc_pair;

typedef struct noc_interval {
    double mean;       /* NAN when nothing was counted */
    double half_width; /* half the two-sided interval; INFINITY: unknown */
} noc_interval;

/* Ratio estimator over independent batches with a Student-t interval at `confidence` (0.95): the
 * variance is that of the residuals sum - mean*count (Law 2014, 9.5.3; Cochran 1977, 6.5). */
noc_interval noc_ratio_interval(const noc_pair *batches, size_t count, double confidence);

/* Ratio estimator over batches of several runs one after the other, `per_run` of each, where
 * neighbours of a run may still be correlated and the batches skewed, as batches of a busy queue
 * are: its bursts are rare and long, and a run without one looks steadier than it is. The width
 * grows with the lag-1 correlation as that of an autoregressive process, and with the skewness as
 * the longer side of Willink's t (Tafazzoli, Steiger and Wilson 2011, "N-Skart"). */
noc_interval noc_batch_interval(const noc_pair *batches, size_t runs, size_t per_run,
                                double confidence);

/* Correlation of neighbouring batch residuals, 0 for fewer than 3 batches. */
double noc_lag1_correlation(const noc_pair *batches, size_t count);

/* True if `first` lies below `rest`: a one-sided paired t-test over independent runs. True when an
 * equally large difference would come by chance in less than 1 - confidence of the cases. */
bool noc_is_lower(const double *first, const double *rest, size_t runs, double confidence);

#endif
