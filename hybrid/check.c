#include "hybrid/check.h"

#include <math.h>

enum { STEPS = 20 };
static const double stretch_most = 1.3;
static const double noise = 0.005;          /* of a short window's latency, as a share */
static const double stretched_share = 0.35; /* of the ratio of contentions, as an exponent */

/* Of the latency that is watched, cycles; NAN when saturated. */
static double contention_at(noc_model *model, const noc_check *c, double load)
{
    return noc_latencies_at(model, load).of[NOC_LATENCY_WATCHED] - c->idle.of[NOC_LATENCY_WATCHED];
}

/* The stretch at which the model's contention at the window's load becomes `wanted`; a saturated model has
 * more than that. */
static double find_stretch(noc_model *model, const noc_check *c, double wanted)
{
    double low = 1.0 / stretch_most, high = stretch_most;
    for (int i = 0; i < STEPS; i++) {
        const double middle = (low + high) / 2.0;
        if (contention_at(model, c, middle * c->load) < wanted)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2.0;
}

noc_check noc_check_learn(noc_model *model, double load, double latency)
{
    noc_check c = {load, latency, NAN, noc_latencies_idle(model), 1.0, 1.0};
    const double idle = c.idle.of[NOC_LATENCY_WATCHED], least = noise * idle;
    const double model_here = contention_at(model, &c, load);
    const double here = fmax(latency - idle, 0.0);
    c.predicted = idle + model_here;
    if (isnan(model_here)) { /* the model is saturated where the design is not */
        c.stretch = find_stretch(model, &c, here);
        return c;
    }
    /* contentions below the noise have no ratio */
    const double ratio = (here + least) / (model_here + least);
    const double stretched = (model_here + least) * pow(ratio, stretched_share) - least;
    c.stretch = find_stretch(model, &c, stretched);
    const double left = contention_at(model, &c, c.stretch * load);
    if (left >= 0.0) c.scale = (here + least) / (left + least);
    return c;
}

noc_latency_set noc_check_latencies(noc_model *model, const noc_check *c, double load)
{
    noc_latency_set set = noc_latencies_at(model, c->stretch * load);
    for (int k = 0; k < NOC_LATENCIES; k++)
        set.of[k] = c->idle.of[k] + c->scale * (set.of[k] - c->idle.of[k]);
    return set;
}

double noc_check_limit(const noc_check *c, double limit)
{
    return limit / c->stretch;
}
