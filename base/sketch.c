#include "base/sketch.h"

#include <math.h>

void noc_sketch_merge(noc_sketch *sum, const noc_sketch *added)
{
    for (unsigned i = 0; i < NOC_SKETCH_BUCKETS; i++) sum->counts[i] += added->counts[i];
    sum->total += added->total;
}

void noc_sketch_subtract(noc_sketch *sketch, const noc_sketch *earlier)
{
    for (unsigned i = 0; i < NOC_SKETCH_BUCKETS; i++) sketch->counts[i] -= earlier->counts[i];
    sketch->total -= earlier->total;
}

/* Middle of the integers of a bucket. */
static double bucket_middle(unsigned bucket)
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
    uint64_t passed_count = 0;
    for (unsigned i = 0; i < NOC_SKETCH_BUCKETS; i++) {
        passed_count += sketch->counts[i];
        if (sketch->counts[i] && (double)passed_count >= rank) return bucket_middle(i);
    }
    return NAN;
}
