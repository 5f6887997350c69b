#include "base/sketch.h"

#include <math.h>

void noc_sketch_merge(noc_sketch *into, const noc_sketch *from)
{
    for (unsigned i = 0; i < NOC_SKETCH_BUCKETS; i++) into->counts[i] += from->counts[i];
    into->total += from->total;
}

void noc_sketch_subtract(noc_sketch *from, const noc_sketch *earlier)
{
    for (unsigned i = 0; i < NOC_SKETCH_BUCKETS; i++) from->counts[i] -= earlier->counts[i];
    from->total -= earlier->total;
}

/* Middle of the integers of a bucket. */
static double value_of(unsigned bucket)
{
    const unsigned doublings = bucket >> NOC_SKETCH_BITS;
    const unsigned step = bucket & ((1u << NOC_SKETCH_BITS) - 1);
    if (doublings == 0) return step;
    const double width = ldexp(1.0, (int)doublings - 1);
    return (step + (1u << NOC_SKETCH_BITS)) * width + (width - 1.0) / 2.0;
}

double noc_sketch_quantile(const noc_sketch *sketch, double q)
{
    if (sketch->total == 0) return NAN;
    const double rank = q * (double)sketch->total;
    uint64_t seen = 0;
    for (unsigned i = 0; i < NOC_SKETCH_BUCKETS; i++) {
        seen += sketch->counts[i];
        if (sketch->counts[i] && (double)seen >= rank) return value_of(i);
    }
    return NAN;
}
