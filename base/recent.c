#include "base/recent.h"

#include <math.h>
#include <stdlib.h>

size_t noc_recent_copy(const noc_recent *recent, uint64_t before, uint64_t *values)
{
    size_t count = 0;
    for (uint64_t k = before; k < recent->total; k++)
        values[count++] = recent->values[k % NOC_RECENT];
    return count;
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void noc_recent_sort(uint64_t *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
}

double noc_recent_quantile(const uint64_t *sorted, size_t count, double q)
{
    if (count == 0) return NAN;
    const double rank = fmin(fmax(ceil(q * (double)count), 1.0), (double)count);
    return (double)sorted[(size_t)rank - 1];
}
