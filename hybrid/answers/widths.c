#include "hybrid/answers/widths.h"

#include <math.h>

#include "hybrid/discrepancy/closed_calibration.h"

/* Outside of what was tried errors are a little larger. Intervals learned without the designs that have a setting's least or
 * largest value, or one of its words, hold 84 to 92 % of these designs' figures, by figure, and a quarter wider 88 to
 * 95 % (test_intervals). Designs that lie outside in several ways are not among them. */
static const double widening_outside = 1.25;

static double widening_of(const noc_system *system, const noc_calibration *c, noc_estimate *e)
{
    char setting[120];
    if (!noc_ranges_outside(&c->ranges, system, setting, sizeof setting)) return 1.0;
    noc_estimate_warn(e, "outside the calibrated range (%s): intervals are widened", setting);
    return widening_outside;
}

noc_widths noc_widths_of(const noc_system *system, const noc_adjusted *model,
                         const noc_calibration *c, bool checked, noc_estimate *e)
{
    noc_widths w = {.calibration = c, .widening = 1.0};
    if (!c || !model) return w;
    w.rules = checked ? c->intervals.checked : c->intervals.model;
    w.design = noc_features_of(system, model);
    w.widening = widening_of(system, c, e);
    return w;
}

static double scale_of(const noc_widths *w, size_t scored, const noc_features *features)
{
    return w->widening * noc_difficulty_of(&w->rules[scored].difficulty, features);
}

static const noc_spread *spread_of(const noc_widths *w, size_t scored, const noc_features *features)
{
    return noc_rule_spread(&w->rules[scored], features);
}

noc_figure noc_widths_limit(const noc_widths *w, size_t scored, double value, double highest)
{
    double lo, hi;
    if (!w->rules) return noc_figure_exact(value);
    noc_limit_interval(spread_of(w, scored, &w->design), scale_of(w, scored, &w->design), value,
                       &lo, &hi);
    return noc_figure_between(value, lo, fmin(hi, fmax(highest, lo)),
                              w->calibration->intervals.confidence);
}

noc_figure noc_widths_latency(const noc_widths *w, noc_latency kind, double share, double value,
                              double idle)
{
    double lo, hi;
    if (!w->rules || isnan(value)) return noc_figure_exact(value);
    const noc_features features = noc_features_at(&w->design, share, value, idle);
    noc_latency_interval(spread_of(w, kind, &features), scale_of(w, kind, &features), value, idle,
                         &lo, &hi);
    return noc_figure_between(value, lo, hi, w->calibration->intervals.confidence);
}

noc_figure noc_widths_ipc(const noc_widths *w, int binding, double value)
{
    const noc_closed_calibration *c = w->calibration ? noc_closed_calibration_shipped() : NULL;
    double lo, hi;
    if (!c) return noc_figure_exact(value);
    noc_limit_interval(&c->ipc[binding], w->widening, value, &lo, &hi);
    return noc_figure_between(value, lo, hi, c->confidence);
}
