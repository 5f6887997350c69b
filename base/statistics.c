#include "base/statistics.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static double find_ratio(const noc_batch_sums *batches, size_t count)
{
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += batches[i].numerator;
        total += batches[i].denominator;
    }
    return total > 0.0 ? sum / total : NAN;
}

noc_interval noc_ratio_interval(const noc_batch_sums *batches, size_t count, double confidence)
{
    const double mean = find_ratio(batches, count);
    if (isnan(mean) || count < 2) return (noc_interval){mean, INFINITY};
    double squares = 0.0, total = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double residual = batches[i].numerator - mean * batches[i].denominator;
        squares += residual * residual;
        total += batches[i].denominator;
    }
    const double n = (double)count;
    const double error = sqrt(squares / (n - 1.0) / n) / (total / n);
    return (noc_interval){mean, error * gsl_cdf_tdist_Pinv(0.5 + confidence / 2.0, n - 1.0)};
}

double noc_lag1_correlation(const noc_batch_sums *batches, size_t count)
{
    const double mean = find_ratio(batches, count);
    if (isnan(mean) || count < 3) return 0.0;
    double squares = 0.0, products = 0.0, last_residual = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double residual = batches[i].numerator - mean * batches[i].denominator;
        squares += residual * residual;
        products += i ? residual * last_residual : 0.0;
        last_residual = residual;
    }
    return squares > 0.0 ? products / squares : 0.0;
}

/* Variance of the mean of correlated batches, over that of independent ones. The estimated lag-1
 * correlation of n batches is 1/n too low, and is limited to 0.8, above which it is not
 * reliable. */
static double correlation_factor(const noc_batch_sums *batches, size_t runs, size_t per_run)
{
    double correlation = 1.0 / (double)per_run;
    for (size_t r = 0; r < runs; r++)
        correlation += noc_lag1_correlation(&batches[r * per_run], per_run) / (double)runs;
    const double bounded_correlation = fmax(0.0, fmin(correlation, 0.8));
    return (1.0 + bounded_correlation) / (1.0 - bounded_correlation);
}

static double find_skewness(const noc_batch_sums *batches, size_t count, double mean)
{
    double squares = 0.0, cubes = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double residual = batches[i].numerator - mean * batches[i].denominator;
        squares += residual * residual;
        cubes += residual * residual * residual;
    }
    const double n = (double)count;
    return squares > 0.0 ? cubes / n / pow(squares / n, 1.5) : 0.0;
}

/* Longer side of Willink's interval, over t, the half width of the symmetric one. */
static double skewness_factor(double skew, size_t count, double t)
{
    const double factor_limit = 3.0;
    const double b = fabs(skew) / (6.0 * sqrt((double)count));
    if (b < 1e-3) return 1.0;
    const double longer_side = (1.0 - cbrt(1.0 - 6.0 * b * (t - b))) / (2.0 * b);
    return fmax(1.0, fmin(longer_side / t, factor_limit));
}

noc_interval noc_batch_interval(const noc_batch_sums *batches, size_t runs, size_t per_run,
                                double confidence)
{
    const size_t count = runs * per_run;
    noc_interval interval = noc_ratio_interval(batches, count, confidence);
    if (!isfinite(interval.half_width)) return interval;
    const double t = gsl_cdf_tdist_Pinv(0.5 + confidence / 2.0, (double)count - 1.0);
    interval.half_width *= sqrt(correlation_factor(batches, runs, per_run)) *
                           skewness_factor(find_skewness(batches, count, interval.mean), count, t);
    return interval;
}

bool noc_is_significantly_lower(const double *first, const double *second, size_t runs,
                                double confidence)
{
    const double n = (double)runs;
    double mean = 0.0, squares = 0.0;
    for (size_t i = 0; i < runs; i++) mean += (second[i] - first[i]) / n;
    for (size_t i = 0; i < runs; i++) {
        const double difference = second[i] - first[i] - mean;
        squares += difference * difference;
    }
    if (runs < 2 || !(mean > 0.0)) return false;
    const double error = sqrt(squares / (n - 1.0) / n);
    return mean > error * gsl_cdf_tdist_Pinv(confidence, n - 1.0);
}
