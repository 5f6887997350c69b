#include "sampler/statistics.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static double ratio_of(const noc_pair *batches, size_t count)
{
    double sum = 0.0, total = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += batches[i].sum;
        total += batches[i].count;
    }
    return total > 0.0 ? sum / total : NAN;
}

noc_interval noc_ratio_interval(const noc_pair *batches, size_t count, double confidence)
{
    const double mean = ratio_of(batches, count);
    if (isnan(mean) || count < 2) return (noc_interval){mean, INFINITY};
    double squares = 0.0, total = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double residual = batches[i].sum - mean * batches[i].count;
        squares += residual * residual;
        total += batches[i].count;
    }
    const double n = (double)count;
    const double error = sqrt(squares / (n - 1.0) / n) / (total / n);
    return (noc_interval){mean, error * gsl_cdf_tdist_Pinv(0.5 + confidence / 2.0, n - 1.0)};
}

double noc_lag1_correlation(const noc_pair *batches, size_t count)
{
    const double mean = ratio_of(batches, count);
    if (isnan(mean) || count < 3) return 0.0;
    double squares = 0.0, products = 0.0, last = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double residual = batches[i].sum - mean * batches[i].count;
        squares += residual * residual;
        products += i ? residual * last : 0.0;
        last = residual;
    }
    return squares > 0.0 ? products / squares : 0.0;
}

size_t noc_mser(const double *series, size_t count)
{
    double sum = 0.0, squares = 0.0, best = INFINITY;
    size_t truncation = 0;
    for (size_t d = count; d-- > 0;) { /* series[d..] remains */
        sum += series[d];
        squares += series[d] * series[d];
        const double n = (double)(count - d);
        const double error = (squares - sum * sum / n) / (n * n);
        if (d <= count / 2 && error <= best) {
            best = error;
            truncation = d;
        }
    }
    return truncation;
}
