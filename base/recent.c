#include "base/recent.h"

#include <math.h>
#include <stdlib.h>

size_t noc_recent_copy(const noc_recent_latencies *recent, uint64_t skipped, uint64_t *values)
{
    size_t count = 0;
    for (uint64_t k = skipped; k < recent->total; k++)
        values[count++] = recent->values[k % NOC_RECENT_MAX];
    return count;
}

static int compare_values(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void noc_recent_sort(uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_values);
}

double noc_recent_quantile(const uint64_t *sorted, size_t count, double q)
{
    if (count == 0) return NAN;
    const double rank = fmin(fmax(ceil(q * (double)count), 1.0), (double)count);
    return (double)sorted[(size_t)rank - 1];
}
