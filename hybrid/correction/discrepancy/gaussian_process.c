#include "hybrid/correction/discrepancy/gaussian_process.h"

#include <math.h>
#include <string.h>

#include "base/min_max.h"

enum { LANES = 4, BLOCK = 32 }; /* sums in parallel; rows kept in the cache */

double noc_process_correlation(double distance)
{
    return exp(-distance);
}

static double dot_product(const double *a, const double *b, size_t count)
{
    double sums[LANES] = {0.0}, remainder = 0.0;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (size_t l = 0; l < LANES; l++) sums[l] += a[i + l] * b[i + l];
    for (; i < count; i++) remainder += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + remainder;
}

/* Computes entry (i, j) of the factor from the entries before it in both rows. */
static bool factor_entry(double *matrix, size_t count, size_t i, size_t j)
{
    double *row = matrix + i * count;
    const double remainder = row[j] - dot_product(row, matrix + j * count, j);
    if (i == j && !(remainder > 0.0 && isfinite(remainder))) return false;
    row[j] = i == j ? sqrt(remainder) : remainder / matrix[j * count + j];
    return true;
}

bool noc_process_factor(double *correlations, size_t count, double nugget)
{
    for (size_t i = 0; i < count; i++) correlations[i * count + i] += nugget;
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t end = min_size(first + BLOCK, count);
        for (size_t j = 0; j < end; j++)
            for (size_t i = max_size(first, j); i < end; i++)
                if (!factor_entry(correlations, count, i, j)) return false;
    }
    return true;
}

void noc_process_weigh(const double *factor, size_t count, const double *figures, double *weights)
{
    for (size_t i = 0; i < count; i++) {
        const double *row = factor + i * count;
        weights[i] = (figures[i] - dot_product(row, weights, i)) / row[i];
    }
    for (size_t i = count; i-- > 0;) {
        const double *row = factor + i * count;
        weights[i] /= row[i];
        for (size_t j = 0; j < i; j++) weights[j] -= row[j] * weights[i];
    }
}

/* Finds the columns of the factor's inverse, stored as rows. */
static void invert_factor(const double *factor, size_t count, double *columns)
{
    memset(columns, 0, count * count * sizeof *columns);
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t end = min_size(first + BLOCK, count);
        for (size_t k = first; k < count; k++) {
            const double *row = factor + k * count;
            for (size_t c = first; c < min_size(end, k + 1); c++) {
                double *column = columns + c * count;
                column[k] = (k == c ? 1.0 : -dot_product(row + c, column + c, k - c)) / row[k];
            }
        }
    }
}

void noc_process_invert(double *factor, size_t count, double *scratch)
{
    invert_factor(factor, count, scratch);
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t end = min_size(first + BLOCK, count);
        for (size_t j = first; j < count; j++)
            for (size_t i = first; i < min_size(end, j + 1); i++) {
                const double entry =
                    dot_product(scratch + i * count + j, scratch + j * count + j, count - j);
                factor[i * count + j] = factor[j * count + i] = entry;
            }
    }
}

/* Predicts by weights of the correlations, which give the variance as well, unlike weights of the
 * figures. */
noc_process_prediction noc_process_predict(const double *factor, size_t count, double nugget,
                                           const double *correlations, const double *figures,
                                           double *scratch)
{
    noc_process_weigh(factor, count, correlations, scratch);
    const double explained_variance = dot_product(scratch, correlations, count);
    return (noc_process_prediction){dot_product(scratch, figures, count),
                                    fmax(1.0 + nugget - explained_variance, nugget)};
}
