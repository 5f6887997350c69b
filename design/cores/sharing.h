/* design/cores/sharing.h: how the CTAs of a kernel touch the same lines of memory.
 *
 * P(d) is the chance that a line is also touched by the CTA d further on: P(0) = same, that the CTA
 * itself comes back to it, and P(d) = same exp(-d / distance). That is what lines do which a run of
 * neighbouring CTAs touches, whose length is geometric. */
#ifndef NOC_DESIGN_CORES_SHARING_H
#define NOC_DESIGN_CORES_SHARING_H

#include <math.h>
#include <stdbool.h>

typedef struct noc_sharing {
    double
        same; /* share of the lines that others may touch; 0: every request has a line of its own */
    double distance; /* CTAs further on at which it has fallen to 1/e */
    double window;   /* cycles within which neighbours that run side by side touch a line */
    /* mean number of other lines that a CTA touches before it comes back to one; 0: it does
     * not */
    double reuse;
} noc_sharing;

/* Whether CTAs touch any lines of others. */
static inline bool noc_sharing_is_any(const noc_sharing *sharing)
{
    return sharing->same > 0.0;
}

/* Chance that a line which a CTA of a run touches is touched by the next one, too. */
static inline double noc_sharing_follows(const noc_sharing *sharing)
{
    return exp(-1.0 / sharing->distance);
}

#endif
