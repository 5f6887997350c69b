/* design/cores/sharing.h: lines of memory that several CTAs of a kernel touch.
 *
 * P(d) is the chance that the CTA d further on touches a line, too: P(0) = same is the chance that
 * the CTA itself touches the line again, and P(d) = same exp(-d / distance) where d is a multiple
 * of the stride, else 0. Lines behave like this if a run of CTAs a stride apart touches each, and
 * the length of runs is geometric: neighbours, or the CTAs of a column of a grid. */
#ifndef NOC_DESIGN_CORES_SHARING_H
#define NOC_DESIGN_CORES_SHARING_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct noc_sharing {
    /* share of the lines that other CTAs may touch; 0: every request has a line of its own */
    double same;
    double distance; /* CTAs after which the chance has fallen to 1/e */
    double window;   /* cycles within which neighbours that run at the same time touch a line */
    /* other lines that a CTA touches before it touches one again, mean; 0: it never does */
    double reuse;
    int stride; /* CTAs from one of a run to the next: 1, or the width of a grid; 0: 1 */
} noc_sharing;

/* Window of redundancy, in cycles: a read that misses in its core's cache is *redundant* if its
 * cluster requested the line so many cycles before or fewer (icc, section 3.3.1). */
enum { NOC_REDUNDANT_CYCLES = 2000 };

/* True if CTAs touch lines of other CTAs. */
static inline bool noc_sharing_is_any(const noc_sharing *sharing)
{
    return sharing->same > 0.0;
}

static inline uint64_t noc_sharing_stride(const noc_sharing *sharing)
{
    return sharing->stride > 1 ? (uint64_t)sharing->stride : 1;
}

/* Chance that the next CTA of a run touches a line, too, that a CTA of the run touches. */
static inline double noc_sharing_follows(const noc_sharing *sharing)
{
    return exp(-(double)noc_sharing_stride(sharing) / sharing->distance);
}

#endif
