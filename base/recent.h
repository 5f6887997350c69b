/* base/recent.h: latest latencies, one by one: quantiles of few packets are exact here, and
 * approximate in a sketch of counts. */
#ifndef NOC_BASE_RECENT_H
#define NOC_BASE_RECENT_H

#include <stddef.h>
#include <stdint.h>

enum { NOC_RECENT = 1024 };

typedef struct noc_recent {
    uint64_t values[NOC_RECENT]; /* latency number k is at k modulo NOC_RECENT */
    uint64_t total;              /* latencies added, kept or not */
} noc_recent;

static inline void noc_recent_add(noc_recent *recent, uint64_t value)
{
    recent->values[recent->total++ % NOC_RECENT] = value;
}

/* Copies the latencies added after the first `before`, the last NOC_RECENT at most. Returns their
 * number. */
size_t noc_recent_copy(const noc_recent *recent, uint64_t before, uint64_t *values);

void noc_recent_sort(uint64_t *values, size_t count);

/* Least of the sorted values that a share q (0..1) of them does not exceed. NAN for none. */
double noc_recent_quantile(const uint64_t *sorted, size_t count, double q);

#endif
