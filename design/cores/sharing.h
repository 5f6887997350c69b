/* design/cores/sharing.h: how the CTAs of a kernel touch the same lines of memory.
 *
 * P(d) is the chance that a line is also touched by the CTA d further on: P(0) = same, that the CTA
 * itself comes back to it, and P(d) = same exp(-d / distance) where d is a multiple of the stride,
 * else 0. That is what lines do which a run of CTAs a stride apart touches, whose length is
 * geometric: neighbours, or the CTAs of a column of a grid. */
#ifndef NOC_DESIGN_CORES_SHARING_H
#define NOC_DESIGN_CORES_SHARING_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct noc_sharing {
    double
        same; /* share of the lines that others may touch; 0: every request has a line of its own */
    double distance; /* CTAs further on at which it has fallen to 1/e */
    double window;   /* cycles within which neighbours that run side by side touch a line */
    /* mean number of other lines that a CTA touches before it comes back to one; 0: it does
     * not */
    double reuse;
    int stride; /* CTAs from one of a run to the next: 1, or the width of a grid; 0: 1 */
} noc_sharing;

/* A read that misses in its core's cache is *redundant* if its cluster asked for the line within so
 * many cycles before (icc, section 3.3.1). */
enum { NOC_REDUNDANT_CYCLES = 2000 };

/* True if CTAs touch any lines of others. */
static inline bool noc_sharing_is_any(const noc_sharing *sharing)
{
    return sharing->same > 0.0;
}

static inline uint64_t noc_sharing_stride(const noc_sharing *sharing)
{
    return sharing->stride > 1 ? (uint64_t)sharing->stride : 1;
}

/* Chance that a line which a CTA of a run touches is touched by the next one of it, too. */
static inline double noc_sharing_follows(const noc_sharing *sharing)
{
    return exp(-(double)noc_sharing_stride(sharing) / sharing->distance);
}

#endif
