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

/* Two loads of one axis that stand for two of another: below, between and above them loads lie on
 * lines. */
typedef struct axis {
    double low, high;
} axis;

static double along(axis from, axis to, double load)
{
    if (load <= from.low) return load * to.low / from.low;
    if (load >= from.high) return load * to.high / from.high;
    return to.low + (load - from.low) * (to.high - to.low) / (from.high - from.low);
}

static axis axis_of(const noc_model_limits *limits)
{
    return isnan(limits->knee) ? (axis){limits->saturation, limits->saturation}
                               : (axis){limits->knee, limits->saturation};
}

/* Where designs like this one saturate, and where their knee is. */
static void stretch_limits(double highest, const noc_model_limits *own, const noc_deviation *d,
                           noc_model_limits *limits)
{
    *limits = *own;
    limits->saturation = fmin(own->saturation * exp(d->saturation), highest);
    limits->knee = own->knee * exp(d->knee);
    if (!(limits->knee < limits->saturation) || !(own->knee < own->saturation))
        limits->knee = limits->saturation * own->knee / own->saturation;
    limits->overflow = along(axis_of(own), axis_of(limits), own->overflow);
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
    if (limits->knee > bound) limits->knee = bound; /* where it is known */
    return overload;
}

/* ---- contention ----------------------------------------------------------------------------- */

/* Of the contention at a load, over the model's: its logarithm between the shares, level beyond. */
static double scale_at(const noc_corrected_model *a, double load)
{
    const double share = load / a->limits.saturation;
    const double *c = a->predicted.deviation.contention;
    size_t i = 1;
    if (share <= shares[0]) return exp(c[0]);
    while (i < NOC_DEVIATION_SHARES && share > shares[i]) i++;
    if (i == NOC_DEVIATION_SHARES) return exp(c[i - 1]);
    const double up = (share - shares[i - 1]) / (shares[i] - shares[i - 1]);
    return exp(c[i - 1] + up * (c[i] - c[i - 1]));
}

static void scale_waits(const noc_model_point *idle, double scale, noc_model_point *p)
{
    p->packet_latency = idle->packet_latency + scale * (p->packet_latency - idle->packet_latency);
    p->network_latency =
        idle->network_latency + scale * (p->network_latency - idle->network_latency);
    p->request_latency =
        idle->request_latency + scale * (p->request_latency - idle->request_latency);
    p->reply_latency = idle->reply_latency + scale * (p->reply_latency - idle->reply_latency);
    p->round_trip = idle->round_trip + scale * (p->round_trip - idle->round_trip);
    for (int k = 0; k < NOC_CLASSES; k++) {
        p->network_wait[k] *= scale;
        p->source_wait[k] *= scale;
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

noc_corrected_model noc_correct(noc_model *model, const noc_prediction *predicted)
{
    noc_corrected_model a = {.model = model, .predicted = *predicted};
    noc_model_find_limits(model, &a.own);
    noc_model_solve(model, 0.0, &a.idle);
    stretch_limits(noc_model_highest(model), &a.own, &predicted->deviation, &a.limits);
    a.overload = noc_hold_limits(model, a.limits.saturation / a.own.saturation, &a.limits);
    return a;
}

void noc_corrected_play(noc_corrected_model *a, double load)
{
    if (load > a->limits.saturation) a->overload.full = noc_model_full(a->model, load);
}

void noc_corrected_solve(const noc_corrected_model *a, double load, noc_model_point *p)
{
    const double own = along(axis_of(&a->limits), axis_of(&a->own), load);
    noc_model_solve(a->model, own, p);
    if (!(load > 0.0)) return;
    p->accepted = noc_overload_accepted(&a->overload, load);
    if (noc_overload_grows(&a->overload, load)) p->state = NOC_CONTENTION_UNSTABLE;
    scale_waits(&a->idle, scale_at(a, load), p);
}
