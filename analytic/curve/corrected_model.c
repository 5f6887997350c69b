#include "analytic/curve/corrected_model.h"

#include <math.h>

static const double shares[NOC_DEVIATION_SHARES] = {0.2, 0.5, 0.65, 0.8, 0.9};

double noc_deviation_share(size_t i)
{
    return shares[i];
}

const char *noc_deviation_name(size_t i)
{
    static const char *const names[NOC_DEVIATIONS] = {"saturation", "knee",   "at 0.2", "at 0.5",
                                                      "at 0.65",    "at 0.8", "at 0.9"};
    return i < NOC_DEVIATIONS ? names[i] : NULL;
}

/* ---- loads ---------------------------------------------------------------------------------- */

/* Smallest slope of the model's load over the design's load between knee and saturation. Smaller
 * slopes would give all loads near saturation equal waits. */
static const double slowest = 0.3;

/* ln(1 + e^x). */
static double softplus(double x)
{
    return x > 0.0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* Smooth load above the knee, over the width: 0 at no load, with a slope that rises from 0 to 1 per
 * width. */
static double beyond_knee(const noc_load_axis *axis, double load)
{
    return softplus((load - axis->knee) / axis->width) - softplus(-axis->knee / axis->width);
}

/* Load at which the model has the waits of the design at `load`. docs/model.md (43). */
static double own_load(const noc_load_axis *axis, double load)
{
    if (!(axis->width > 0.0)) return axis->slope * load;
    return axis->slope * load - axis->turn * axis->width * beyond_knee(axis, load);
}

/* Finds the axis on which both knees and both saturations agree; without a knee, a factor. */
static noc_load_axis axis_of(const noc_model_limits *own, const noc_model_limits *limits)
{
    const double knee = limits->knee, full = limits->saturation;
    noc_load_axis axis = {.slope = own->saturation / full, .knee = knee};
    if (!(knee < full) || !(own->knee < own->saturation)) return axis;
    axis.width = full - knee;
    const double at_knee = axis.width * beyond_knee(&axis, knee);
    const double at_full = axis.width * beyond_knee(&axis, full);
    axis.turn = (full * own->knee - knee * own->saturation) / (knee * at_full - full * at_knee);
    axis.slope = (own->knee + axis.turn * at_knee) / knee;
    return axis;
}

/* Finds the design's load, between 0 and `largest_load`, for a load of the model. */
static double find_load(const noc_load_axis *axis, double own, double most)
{
    enum { HALVINGS = 50 };
    double low = 0.0, high = most;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *(own_load(axis, middle) < own ? &low : &high) = middle;
    }
    return high;
}

/* Fills in saturation, knee and overflow with the predicted deviation. Returns the axis that maps
 * them to the model's limits. */
static noc_load_axis stretch_limits(double highest, const noc_model_limits *own,
                                    const noc_deviation *d, noc_model_limits *limits)
{
    *limits = *own;
    limits->saturation = fmin(own->saturation * exp(d->saturation), highest);
    limits->knee = own->knee * exp(d->knee);
    if (!(limits->knee < limits->saturation) || !(own->knee < own->saturation))
        limits->knee = limits->saturation * own->knee / own->saturation;
    limits->knee = fmax(limits->knee, limits->saturation - (own->saturation - own->knee) / slowest);
    const noc_load_axis axis = axis_of(own, limits);
    limits->overflow = find_load(&axis, own->overflow, limits->saturation);
    return axis;
}

noc_overload noc_hold_limits(noc_model *model, double scale, noc_model_limits *limits)
{
    const double bound = noc_model_bound(model);
    noc_overload overload = noc_model_overload(model);
    overload.scale = scale;
    limits->saturation = fmin(limits->saturation, noc_model_highest(model));
    overload.overflow = limits->overflow = fmin(limits->overflow, bound);
    if (noc_overload_is_held(&overload))
        limits->saturation = fmin(limits->saturation, noc_overload_saturation(&overload));
    limits->saturation = fmin(limits->saturation, noc_model_ceiling(model));
    if (limits->knee > bound) limits->knee = bound; /* false for a knee of NAN */
    return overload;
}

/* ---- contention ----------------------------------------------------------------------------- */

/* Finds the second derivatives of a natural cubic spline (de Boor 1978) through the log ratios of
 * contention to the model's, at the shares of saturation. The spline is linear outside its range; a
 * spline, because corners would be corners of the latency. */
static void bend(const double at[NOC_DEVIATION_SHARES], double second[NOC_DEVIATION_SHARES])
{
    enum { LAST = NOC_DEVIATION_SHARES - 1 };
    double passed_on[NOC_DEVIATION_SHARES] = {0.0};
    for (int i = 0; i <= LAST; i++) second[i] = 0.0;
    for (int i = 1; i < LAST; i++) { /* forward elimination of the tridiagonal system */
        const double before = shares[i] - shares[i - 1], after = shares[i + 1] - shares[i];
        const double turn = (at[i + 1] - at[i]) / after - (at[i] - at[i - 1]) / before;
        const double left = 2.0 * (before + after) - before * passed_on[i - 1];
        passed_on[i] = after / left;
        second[i] = (6.0 * turn - before * second[i - 1]) / left;
    }
    for (int i = LAST - 1; i > 0; i--) second[i] -= passed_on[i] * second[i + 1];
}

/* Ratio of contention to the model's at a load. docs/model.md (43). */
static double scale_at(const noc_corrected_model *a, double load)
{
    const double *c = a->predicted.deviation.contention, *second = a->bend;
    const double share = load / a->limits.saturation;
    size_t i = 1;
    while (i + 1 < NOC_DEVIATION_SHARES && share > shares[i]) i++;
    const double width = shares[i] - shares[i - 1], up = (share - shares[i - 1]) / width;
    const double line = c[i - 1] + up * (c[i] - c[i - 1]), down = 1.0 - up;
    const double part = width * width / 6.0;
    if (up < 0.0) return exp(line - part * up * second[i]);
    if (up > 1.0) return exp(line - part * down * second[i - 1]);
    return exp(line + part * ((down * down - 1.0) * down * second[i - 1] +
                              (up * up - 1.0) * up * second[i]));
}

/* Scales the part of a latency above the idle latency, except for `unscaled_cycles`. */
static double scaled(double idle, double latency, double longer, double scale)
{
    return idle + scale * (latency - longer - idle) + longer;
}

/* Scales the waits of a point by the deviation of waits. Not scaled: detours, and the waits of
 * blocked packets in front of full stations, whose number does not depend on the model's waits. */
static void scale_waits(const noc_model_point *idle, double scale, noc_model_point *p)
{
    const double request = p->longer[NOC_REQUEST], reply = p->longer[NOC_REPLY];
    const bool replies = !isnan(p->round_trip);
    const double packet = replies ? 0.5 * (request + reply) : request;
    p->packet_latency = scaled(idle->packet_latency, p->packet_latency, packet, scale);
    p->network_latency = scaled(idle->network_latency, p->network_latency, packet, scale);
    p->request_latency = scaled(idle->request_latency, p->request_latency, request, scale);
    p->reply_latency = scaled(idle->reply_latency, p->reply_latency, reply, scale);
    p->round_trip = scaled(idle->round_trip, p->round_trip, request + reply, scale);
    for (int k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++)
        p->class_latency[k] =
            scaled(idle->class_latency[k], p->class_latency[k], p->class_longer[k], scale);
    for (int k = 0; k < NOC_CLASSES; k++) {
        p->network_wait[k] = scaled(0.0, p->network_wait[k], p->longer[k], scale);
        p->source_wait[k] *= scale;
    }
}

/* ---- corrected model ------------------------------------------------------------------------ */

noc_corrected_model noc_correct(noc_model *model, const noc_prediction *predicted)
{
    noc_corrected_model a = {.model = model, .predicted = *predicted};
    noc_model_find_limits(model, &a.own);
    noc_model_solve(model, 0.0, &a.idle);
    a.axis = stretch_limits(noc_model_highest(model), &a.own, &predicted->deviation, &a.limits);
    bend(predicted->deviation.contention, a.bend);
    a.overload = noc_hold_limits(model, a.limits.saturation / a.own.saturation, &a.limits);
    return a;
}

void noc_corrected_play(noc_corrected_model *a, double load)
{
    if (load > a->limits.saturation) a->overload.full = noc_model_full(a->model, load);
}

void noc_corrected_solve(const noc_corrected_model *a, double load, noc_model_point *p)
{
    noc_model_solve(a->model, own_load(&a->axis, load), p);
    if (!(load > 0.0)) return;
    p->accepted = noc_overload_accepted(&a->overload, load);
    if (noc_overload_grows(&a->overload, load)) p->state = NOC_CONTENTION_UNSTABLE;
    scale_waits(&a->idle, scale_at(a, load), p);
}
