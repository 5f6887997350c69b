/* base/recent.h: ring buffer of the latest latencies, and exact quantiles of few latencies
 * (sketch.h has approximate quantiles of many). */
#ifndef NOC_BASE_RECENT_H
#define NOC_BASE_RECENT_H

#include <stddef.h>
#include <stdint.h>

enum { NOC_RECENT_MAX = 1024 };

typedef struct noc_recent_latencies {
    uint64_t values[NOC_RECENT_MAX]; /* latencies, cycles; number k is at index k modulo the size */
    uint64_t total;                  /* number of added latencies, overwritten ones included */
} noc_recent_latencies;

static inline void noc_recent_add(noc_recent_latencies *recent, uint64_t value)
{
    recent->values[recent->total++ % NOC_RECENT_MAX] = value;
}

/* Copies the latencies after the first `skipped` ones, which must include all overwritten ones.
 * Returns their number, at most the size of the buffer. */
size_t noc_recent_copy(const noc_recent_latencies *recent, uint64_t skipped, uint64_t *values);

/* Sorts values in ascending order. */
void noc_recent_sort(uint64_t *values, size_t count);

/* Quantile q (0..1): smallest value that at least a share q of the sorted values does not exceed.
 * NAN for no values. */
double noc_recent_quantile(const uint64_t *sorted, size_t count, double q);

#endif
