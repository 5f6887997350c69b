#include "design/rates.h"

#include <stdlib.h>

noc_rates *noc_rates_share(noc_rates *rates)
{
    atomic_fetch_add(&rates->extra_users, 1);
    return rates;
}

void noc_rates_free(noc_rates *rates)
{
    if (!rates || atomic_fetch_sub(&rates->extra_users, 1) > 0) return;
    noc_arena_clear(&rates->arena);
    free(rates);
}

/* Returns the index of the first row whose source is at least `source`. */
static size_t find_first_row(const noc_rates *rates, uint64_t source)
{
    size_t lo = 0, hi = rates->count;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (rates->list[middle].source < source)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo;
}

const noc_rate *noc_rates_of_source(const noc_rates *rates, uint32_t source, size_t *count)
{
    const size_t first_row = find_first_row(rates, source);
    *count = find_first_row(rates, (uint64_t)source + 1) - first_row;
    return &rates->list[first_row];
}
