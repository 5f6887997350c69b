#include "design/cores/sharing_fit.h"

#include "base/min_max.h"

/* Returns the slope of the least-squares line; *intercept: its value at distance 0. NAN for a
 * single distance. */
static double slope_of(const noc_sharing_counts *counts, double *at_none)
{
    double w = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (int d = 1; d <= counts->far && counts->all[d] > 0.0; d++) {
        const double seen = counts->both[d] > 0.0 ? counts->both[d] : 0.5;
        const double value = log(seen / counts->all[d]);
        w += seen;
        x += seen * d;
        y += seen * value;
        xx += seen * d * d;
        xy += seen * d * value;
        if (counts->both[d] <= 0.0) break;
    }
    const double spread = w * xx - x * x;
    const double slope = spread > 0.0 ? (w * xy - x * y) / spread : (double)NAN;
    *at_none = (y - slope * x) / w;
    return slope;
}

void noc_sharing_conclude(const noc_sharing_counts *counts, noc_sharing *sharing)
{
    if (counts->far < 1 || counts->both[1] <= 0.0) return;
    double at_none;
    const double slope = slope_of(counts, &at_none);
    if (isnan(slope)) {
        at_none = log(counts->both[1] / counts->all[1]) + 1.0 / sharing->distance;
    } else {
        sharing->distance = slope < -1e-3 ? clamp(-1.0 / slope, 0.01, 1000.0) : 1000.0;
    }
    sharing->same = clamp(exp(at_none), 0.0, 1.0);
    sharing->window = clamp(3.0 * counts->apart, 1.0, 1e9);
    if (counts->reuses > 0.0 && counts->reuses >= 0.5 * sharing->same)
        sharing->reuse = clamp(counts->reuse_distance, 0.01, 1e6);
}
