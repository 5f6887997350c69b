/* base/recent.h: the last latencies, one by one: quantiles of few packets are exact, where a
 * sketch of counts is not. */
#ifndef NOC_BASE_RECENT_H
#define NOC_BASE_RECENT_H

#include <stddef.h>
#include <stdint.h>

enum { NOC_RECENT = 1024 };

typedef struct noc_recent {
    uint64_t values[NOC_RECENT]; /* the k-th to come is at k modulo NOC_RECENT */
    uint64_t total;              /* latencies that have come, kept or not */
} noc_recent;

static inline void noc_recent_add(noc_recent *recent, uint64_t value)
{
    recent->values[recent->total++ % NOC_RECENT] = value;
}

/* Copies the values that came after the first `before`, NOC_RECENT at most. Returns their
 * number. */
size_t noc_recent_copy(const noc_recent *recent, uint64_t before, uint64_t *values);

void noc_recent_sort(uint64_t *values, size_t count);

/* The least of the sorted values that a share q (0..1) of them does not exceed. NAN for none. */
double noc_recent_quantile(const uint64_t *sorted, size_t count, double q);

#endif
