#include "analytic/batches/last_of.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Deviations from the mean beyond which nothing is looked for. */
static const double reach = 6.0;

/* Chance that all are over; those that certainly are before `lo` need not be asked. */
static double all_over(const noc_normal *list, size_t count, double lo, double at)
{
    double chance = 1.0;
    for (size_t i = 0; i < count && chance > 0.0; i++) {
        const noc_normal *n = &list[i];
        if (n->mean + reach * n->deviation <= lo) continue;
        chance *= n->deviation > 0.0 ? gsl_cdf_ugaussian_P((at - n->mean) / n->deviation)
                                     : (double)(at >= n->mean);
    }
    return chance;
}

/* docs/model.md (41). */
double noc_last_of(const noc_normal *list, size_t count)
{
    enum { STEPS = 256 };
    double lo = -INFINITY, hi = -INFINITY, below = 0.0;
    for (size_t i = 0; i < count; i++) {
        lo = fmax(lo, list[i].mean - reach * list[i].deviation);
        hi = fmax(hi, list[i].mean + reach * list[i].deviation);
    }
    const double step = (hi - lo) / STEPS;
    for (int k = 0; k < STEPS && step > 0.0; k++)
        below += all_over(list, count, lo, lo + (k + 0.5) * step) * step;
    return hi - below;
}
