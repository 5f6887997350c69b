/* base/sketch.h: sketch: histogram of latencies, for approximate quantiles in bounded memory.
 *
 * Buckets are one cycle wide up to 2^NOC_SKETCH_BITS cycles; above, each doubling has the same
 * number of buckets. A quantile is exact below 2^NOC_SKETCH_BITS cycles, and within
 * 1/2^NOC_SKETCH_BITS of its value above (layout of HdrHistogram). */
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

/* Counts a value, cycles; values above the last bucket count in it. */
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

/* Adds the counts of a sketch to another, bucket by bucket. */
void noc_sketch_merge(noc_sketch *sum, const noc_sketch *added);

/* Subtracts the counts of an earlier copy of the sketch, or of a sketch merged into it. */
void noc_sketch_subtract(noc_sketch *sketch, const noc_sketch *earlier);

/* Quantile q (0..1): middle of the first bucket up to which a share q of the values lies. NAN for
 * no values. */
double noc_sketch_quantile(const noc_sketch *sketch, double q);

#endif
