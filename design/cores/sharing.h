/* design/cores/sharing.h: sharing of memory lines among the CTAs of a kernel.
 *
 * P(d) is the probability that a CTA touches a line that the CTA with the number lower by d
 * touches. P(0) = shared_fraction is the probability that a CTA touches a line again. P(d) =
 * shared_fraction exp(-d / decay_distance) if d is a multiple of the stride, else 0. Lines behave
 * like this if each is touched by a run of CTAs a stride apart, with a geometric run length:
 * neighbours, or the CTAs of a column of a grid. */
#ifndef NOC_DESIGN_CORES_SHARING_H
#define NOC_DESIGN_CORES_SHARING_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct noc_sharing {
    /* P(0), share of the lines that several CTAs may touch; 0: each request has its own line */
    double shared_fraction;
    double decay_distance; /* distance at which P has fallen to P(0)/e, CTAs */
    double window_cycles;  /* time within which running neighbours touch a line, cycles */
    /* mean number of other lines that a CTA touches before it touches a line again; 0: it never
     * does */
    double reuse_lines;
    int stride; /* distance of consecutive CTAs of a run: 1, or the width of a grid; 0: 1 */
} noc_sharing;

/* Window of redundancy, cycles. A read that misses in its core's cache is *redundant* if its
 * cluster requested the line at most this many cycles before (icc, section 3.3.1). */
enum { NOC_REDUNDANT_CYCLES = 2000 };

/* True if some lines are touched by several CTAs. */
static inline bool noc_sharing_is_active(const noc_sharing *sharing)
{
    return sharing->shared_fraction > 0.0;
}

/* Returns the distance of consecutive CTAs of a run, at least 1. */
static inline uint64_t noc_sharing_stride(const noc_sharing *sharing)
{
    return sharing->stride > 1 ? (uint64_t)sharing->stride : 1;
}

/* Returns the probability that the next CTA of a run touches the line, too. */
static inline double noc_sharing_next_chance(const noc_sharing *sharing)
{
    return exp(-(double)noc_sharing_stride(sharing) / sharing->decay_distance);
}

#endif
