#include "design/rates.h"

#include <stdlib.h>

noc_rates *noc_rates_share(noc_rates *rates)
{
    atomic_fetch_add(&rates->more_users, 1);
    return rates;
}

void noc_rates_free(noc_rates *rates)
{
    if (!rates || atomic_fetch_sub(&rates->more_users, 1) > 0) return;
    free(rates->file);
    free(rates->list);
    free(rates);
}

/* Returns the index of the first row whose source is at least `source`. */
static size_t first_from(const noc_rates *rates, uint64_t source)
{
    size_t low = 0, high = rates->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (rates->list[middle].source < source)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const noc_rate *noc_rates_of(const noc_rates *rates, uint32_t source, size_t *count)
{
    const size_t first = first_from(rates, source);
    *count = first_from(rates, (uint64_t)source + 1) - first;
    return &rates->list[first];
}
