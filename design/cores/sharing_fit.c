#include "design/cores/sharing_fit.h"

#include "base/min_max.h"

/* Returns the slope of the least-squares line; *intercept: its value at distance 0. NAN for a
 * single distance. */
static double fit_slope(const noc_sharing_counts *counts, double *intercept)
{
    double w = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (int d = 1; d <= counts->max_distance && counts->possible_lines[d] > 0.0; d++) {
        const double weight = counts->shared_lines[d] > 0.0 ? counts->shared_lines[d] : 0.5;
        const double value = log(weight / counts->possible_lines[d]);
        w += weight;
        x += weight * d;
        y += weight * value;
        xx += weight * d * d;
        xy += weight * d * value;
        if (counts->shared_lines[d] <= 0.0) break;
    }
    const double spread = w * xx - x * x;
    const double slope = spread > 0.0 ? (w * xy - x * y) / spread : (double)NAN;
    *intercept = (y - slope * x) / w;
    return slope;
}

void noc_sharing_fit_counts(const noc_sharing_counts *counts, noc_sharing *sharing)
{
    if (counts->max_distance < 1 || counts->shared_lines[1] <= 0.0) return;
    double intercept;
    const double slope = fit_slope(counts, &intercept);
    if (isnan(slope)) {
        intercept = log(counts->shared_lines[1] / counts->possible_lines[1]) +
                    1.0 / sharing->decay_distance;
    } else {
        sharing->decay_distance = slope < -1e-3 ? clamp(-1.0 / slope, 0.01, 1000.0) : 1000.0;
    }
    sharing->shared_fraction = clamp(exp(intercept), 0.0, 1.0);
    sharing->window_cycles = clamp(3.0 * counts->mean_gap, 1.0, 1e9);
    if (counts->reuse_share > 0.0 && counts->reuse_share >= 0.5 * sharing->shared_fraction)
        sharing->reuse_lines = clamp(counts->reuse_distance, 0.01, 1e6);
}
