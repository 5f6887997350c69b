#include "hybrid/correction/discrepancy/check.h"

#include <math.h>

enum {
    STEPS = 20,
};
static const double largest_stretch = 1.3;
static const double noise = 0.005;           /* relative noise of a short window's latency */
static const double stretch_exponent = 0.35; /* exponent of the ratio of contentions */

/* Contention of NOC_LATENCY_MAIN by the model at a load, cycles; NAN: a queue grows. */
static double find_contention(const noc_corrected_model *model, const noc_check *c, double load)
{
    return noc_load_latencies(model, load).cycles[NOC_LATENCY_MAIN] -
           c->idle.cycles[NOC_LATENCY_MAIN];
}

/* Finds the stretch at which the model's contention at the window's load is `contention`. A
 * saturated model counts as larger. */
static double find_stretch(const noc_corrected_model *model, const noc_check *c, double contention)
{
    double low = 1.0 / largest_stretch, high = largest_stretch;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (low + high) / 2.0;
        if (find_contention(model, c, middle * c->window.load) < contention)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2.0;
}

/* Corrects contention: stretches the load axis, and scales the contention that remains.
 * docs/model.md (45). */
static void correct_contention(const noc_corrected_model *model, noc_check *c)
{
    const double idle = c->idle.cycles[NOC_LATENCY_MAIN], least = noise * idle;
    const double modelled = find_contention(model, c, c->window.load);
    const double measured = fmax(c->window.latency - idle, 0.0);
    c->predicted = idle + modelled;
    if (isnan(modelled)) { /* the model is saturated where the design is not */
        c->stretch = find_stretch(model, c, measured);
        return;
    }
    /* contentions below the noise have no ratio */
    const double ratio = (measured + least) / (modelled + least);
    const double stretched_contention = (modelled + least) * pow(ratio, stretch_exponent) - least;
    c->stretch = find_stretch(model, c, stretched_contention);
    const double remaining = find_contention(model, c, c->stretch * c->window.load);
    if (remaining >= 0.0) c->scale = (measured + least) / (remaining + least);
}

/* Corrects throughput by a saturated window, which has no latency: stretches the load axis until
 * the model accepts no more than the window. */
static void correct_throughput(const noc_corrected_model *model, noc_check *c)
{
    static const double largest = 4.0;
    double low = 1.0, high = largest;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (low + high) / 2.0;
        noc_overload o = model->overload;
        o.limit_scale /= middle;
        o.overflow /= middle;
        *(noc_overload_accepted_load(&o, c->window.load) > c->window.accepted ? &low : &high) =
            middle;
    }
    c->stretch = high;
}

noc_check noc_check_learn(const noc_corrected_model *model, const noc_check_window *window)
{
    noc_check c = {.window = *window,
                   .predicted = NAN,
                   .idle = noc_point_latencies(&model->idle_point),
                   .stretch = 1.0,
                   .scale = 1.0,
                   .limits = model->corrected_limits};
    if (isnan(window->latency))
        correct_throughput(model, &c);
    else
        correct_contention(model, &c);
    c.limits.saturation /= c.stretch;
    c.limits.overflow /= c.stretch;
    c.limits.knee /= c.stretch;
    c.overload = noc_lower_limits(model->model, model->overload.limit_scale / c.stretch, &c.limits);
    return c;
}

noc_latency_set noc_check_latencies(const noc_corrected_model *model, const noc_check *c,
                                    double load)
{
    noc_latency_set set = noc_load_latencies(model, c->stretch * load);
    const bool grows = noc_overload_is_unstable(&c->overload, load);
    for (int k = 0; k < NOC_LATENCIES; k++)
        set.cycles[k] =
            grows ? NAN : c->idle.cycles[k] + c->scale * (set.cycles[k] - c->idle.cycles[k]);
    return set;
}
