/* base/sketch.h: quantiles of latencies from counts, without keeping the latencies.
 *
 * Buckets are one cycle wide up to 2^NOC_SKETCH_BITS cycles, then as many to each doubling, so a
 * quantile is exact below and within 1/2^NOC_SKETCH_BITS of its value above (the layout of
 * HdrHistogram). Sketches of the same layout add up bucket by bucket. */
#ifndef NOC_BASE_SKETCH_H
#define NOC_BASE_SKETCH_H

#include <stdint.h>

enum {
    NOC_SKETCH_BITS = 7,
    NOC_SKETCH_DOUBLINGS = 25, /* values up to 2^32 cycles */
    NOC_SKETCH_BUCKETS = (NOC_SKETCH_DOUBLINGS + 1) << NOC_SKETCH_BITS,
};

typedef struct noc_sketch {
    uint64_t counts[NOC_SKETCH_BUCKETS];
    uint64_t total;
} noc_sketch;

static inline void noc_sketch_add(noc_sketch *sketch, uint64_t value)
{
    unsigned doublings = 0;
    if (value >> NOC_SKETCH_BITS)
        doublings = 64u - NOC_SKETCH_BITS - (unsigned)__builtin_clzll(value);
    const uint64_t bucket =
        ((uint64_t)doublings << NOC_SKETCH_BITS) +
        (doublings ? (value >> (doublings - 1)) - (1u << NOC_SKETCH_BITS) : value);
    sketch->counts[bucket < NOC_SKETCH_BUCKETS ? bucket : NOC_SKETCH_BUCKETS - 1]++;
    sketch->total++;
}

void noc_sketch_merge(noc_sketch *into, const noc_sketch *from);

/* Subtracts the counts of an earlier copy of one of the merged sketches. */
void noc_sketch_subtract(noc_sketch *from, const noc_sketch *earlier);

/* Value below which a share q (0..1) of the counted values lies: the middle of its bucket. NAN when
 * nothing was counted. */
double noc_sketch_quantile(const noc_sketch *sketch, double q);

#endif
