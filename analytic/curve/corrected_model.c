#include "analytic/curve/corrected_model.h"

#include <math.h>

static const double contention_shares[NOC_DEVIATION_SHARES] = {0.2, 0.5, 0.65, 0.8, 0.9};

double noc_deviation_share(size_t i)
{
    return contention_shares[i];
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
static const double least_slope = 0.3;

/* ln(1 + e^x). */
static double softplus(double x)
{
    return x > 0.0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

/* Distance of a load above the knee, over the knee's width, with a smooth corner: 0 at no load; the
 * slope rises from about 0 to 1 per width. */
static double load_past_knee(const noc_load_axis *axis, double load)
{
    return softplus((load - axis->knee_load) / axis->knee_width) -
           softplus(-axis->knee_load / axis->knee_width);
}

/* Load at which the model has the waits of the design at `load`. docs/model.md (43). */
static double model_load(const noc_load_axis *axis, double load)
{
    if (!(axis->knee_width > 0.0)) return axis->slope * load;
    return axis->slope * load - axis->slope_change * axis->knee_width * load_past_knee(axis, load);
}

/* Finds the axis on which both knees and both saturations agree; without a knee, a factor. */
static noc_load_axis find_axis(const noc_model_limits *model_limits, const noc_model_limits *limits)
{
    const double knee = limits->knee, saturation = limits->saturation;
    noc_load_axis axis = {.slope = model_limits->saturation / saturation, .knee_load = knee};
    if (!(knee < saturation) || !(model_limits->knee < model_limits->saturation)) return axis;
    axis.knee_width = saturation - knee;
    const double knee_distance = axis.knee_width * load_past_knee(&axis, knee);
    const double saturation_distance = axis.knee_width * load_past_knee(&axis, saturation);
    axis.slope_change = (saturation * model_limits->knee - knee * model_limits->saturation) /
                        (knee * saturation_distance - saturation * knee_distance);
    axis.slope = (model_limits->knee + axis.slope_change * knee_distance) / knee;
    return axis;
}

/* Finds the design's load, between 0 and `largest_load`, for a load of the model. */
static double find_load(const noc_load_axis *axis, double wanted_load, double largest_load)
{
    enum { HALVINGS = 50 };
    double lower = 0.0, upper = largest_load;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (lower + upper);
        *(model_load(axis, middle) < wanted_load ? &lower : &upper) = middle;
    }
    return upper;
}

/* Fills in saturation, knee and overflow with the predicted deviation. Returns the axis that maps
 * them to the model's limits. */
static noc_load_axis stretch_limits(double highest, const noc_model_limits *model_limits,
                                    const noc_deviation *d, noc_model_limits *limits)
{
    *limits = *model_limits;
    limits->saturation = fmin(model_limits->saturation * exp(d->saturation), highest);
    limits->knee = model_limits->knee * exp(d->knee);
    if (!(limits->knee < limits->saturation) || !(model_limits->knee < model_limits->saturation))
        limits->knee = limits->saturation * model_limits->knee / model_limits->saturation;
    limits->knee =
        fmax(limits->knee,
             limits->saturation - (model_limits->saturation - model_limits->knee) / least_slope);
    const noc_load_axis axis = find_axis(model_limits, limits);
    limits->overflow = find_load(&axis, model_limits->overflow, limits->saturation);
    return axis;
}

noc_overload noc_lower_limits(noc_model *model, double scale, noc_model_limits *limits)
{
    const double bound = noc_model_capacity_bound(model);
    noc_overload overload = noc_model_overload(model);
    overload.limit_scale = scale;
    limits->saturation = fmin(limits->saturation, noc_model_highest_load(model));
    overload.overflow = limits->overflow = fmin(limits->overflow, bound);
    if (noc_overload_has_limits(&overload))
        limits->saturation = fmin(limits->saturation, noc_overload_saturation(&overload));
    limits->saturation = fmin(limits->saturation, noc_model_saturation_bound(model));
    if (limits->knee > bound) limits->knee = bound; /* false for a knee of NAN */
    return overload;
}

/* ---- contention ----------------------------------------------------------------------------- */

/* Finds the second derivatives, at the shares of saturation, of a natural cubic spline (de Boor
 * 1978) through the log ratios of contention to the model's. The spline is linear outside its
 * range. Linear interpolation would give the latency corners. */
static void find_spline(const double log_ratios[NOC_DEVIATION_SHARES],
                        double second_derivatives[NOC_DEVIATION_SHARES])
{
    enum { LAST = NOC_DEVIATION_SHARES - 1 };
    double factors[NOC_DEVIATION_SHARES] = {0.0};
    for (int i = 0; i <= LAST; i++) second_derivatives[i] = 0.0;
    for (int i = 1; i < LAST; i++) { /* forward elimination of the tridiagonal system */
        const double width_before = contention_shares[i] - contention_shares[i - 1],
                     width_after = contention_shares[i + 1] - contention_shares[i];
        const double slope_change = (log_ratios[i + 1] - log_ratios[i]) / width_after -
                                    (log_ratios[i] - log_ratios[i - 1]) / width_before;
        const double pivot = 2.0 * (width_before + width_after) - width_before * factors[i - 1];
        factors[i] = width_after / pivot;
        second_derivatives[i] =
            (6.0 * slope_change - width_before * second_derivatives[i - 1]) / pivot;
    }
    for (int i = LAST - 1; i > 0; i--)
        second_derivatives[i] -= factors[i] * second_derivatives[i + 1];
}

/* Ratio of contention to the model's at a load. docs/model.md (43). */
static double contention_scale(const noc_corrected_model *a, double load)
{
    const double *c = a->prediction.deviation.contention,
                 *second_derivatives = a->second_derivatives;
    const double share = load / a->corrected_limits.saturation;
    size_t i = 1;
    while (i + 1 < NOC_DEVIATION_SHARES && share > contention_shares[i]) i++;
    const double width = contention_shares[i] - contention_shares[i - 1],
                 right_weight = (share - contention_shares[i - 1]) / width;
    const double line = c[i - 1] + right_weight * (c[i] - c[i - 1]),
                 left_weight = 1.0 - right_weight;
    const double spline_factor = width * width / 6.0;
    if (right_weight < 0.0) return exp(line - spline_factor * right_weight * second_derivatives[i]);
    if (right_weight > 1.0)
        return exp(line - spline_factor * left_weight * second_derivatives[i - 1]);
    return exp(line +
               spline_factor *
                   ((left_weight * left_weight - 1.0) * left_weight * second_derivatives[i - 1] +
                    (right_weight * right_weight - 1.0) * right_weight * second_derivatives[i]));
}

/* Scales the part of a latency above the idle latency, except for `unscaled_cycles`. */
static double scale_latency(double idle, double latency, double unscaled_cycles, double scale)
{
    return idle + scale * (latency - unscaled_cycles - idle) + unscaled_cycles;
}

/* Scales the waits of a point by the deviation of waits. Not scaled: detours, and the waits of
 * blocked packets in front of full stations, whose number does not depend on the model's waits. */
static void scale_waits(const noc_model_point *idle, double scale, noc_model_point *p)
{
    const double request = p->detour_cycles[NOC_REQUEST], reply = p->detour_cycles[NOC_REPLY];
    const bool has_replies = !isnan(p->round_trip);
    const double packet = has_replies ? 0.5 * (request + reply) : request;
    p->packet_latency = scale_latency(idle->packet_latency, p->packet_latency, packet, scale);
    p->network_latency = scale_latency(idle->network_latency, p->network_latency, packet, scale);
    p->request_latency = scale_latency(idle->request_latency, p->request_latency, request, scale);
    p->reply_latency = scale_latency(idle->reply_latency, p->reply_latency, reply, scale);
    p->round_trip = scale_latency(idle->round_trip, p->round_trip, request + reply, scale);
    for (int k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++)
        p->class_latency[k] = scale_latency(idle->class_latency[k], p->class_latency[k],
                                            p->class_detour_cycles[k], scale);
    for (int k = 0; k < NOC_CLASSES; k++) {
        p->network_wait[k] = scale_latency(0.0, p->network_wait[k], p->detour_cycles[k], scale);
        p->source_wait[k] *= scale;
    }
}

/* ---- corrected model ------------------------------------------------------------------------ */

noc_corrected_model noc_correct_model(noc_model *model, const noc_prediction *prediction)
{
    noc_corrected_model a = {.model = model, .prediction = *prediction};
    noc_model_find_limits(model, &a.model_limits);
    noc_model_solve(model, 0.0, &a.idle_point);
    a.load_axis = stretch_limits(noc_model_highest_load(model), &a.model_limits,
                                 &prediction->deviation, &a.corrected_limits);
    find_spline(prediction->deviation.contention, a.second_derivatives);
    a.overload = noc_lower_limits(model, a.corrected_limits.saturation / a.model_limits.saturation,
                                  &a.corrected_limits);
    return a;
}

void noc_corrected_simulate(noc_corrected_model *a, double load)
{
    if (load > a->corrected_limits.saturation)
        a->overload.simulated_shares = noc_model_simulate_load(a->model, load);
}

void noc_corrected_solve(const noc_corrected_model *a, double load, noc_model_point *p)
{
    noc_model_solve(a->model, model_load(&a->load_axis, load), p);
    if (!(load > 0.0)) return;
    p->accepted = noc_overload_accepted_load(&a->overload, load);
    if (noc_overload_is_unstable(&a->overload, load)) p->state = NOC_CONTENTION_UNSTABLE;
    scale_waits(&a->idle_point, contention_scale(a, load), p);
}
