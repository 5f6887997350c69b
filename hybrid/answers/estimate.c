#include "hybrid/answers/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/ideal.h"
#include "analytic/model.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/channels.h"
#include "hybrid/answers/cost_figures.h"
#include "hybrid/answers/figures.h"
#include "hybrid/answers/operating_point.h"
#include "hybrid/answers/sampling_part.h"
#include "hybrid/answers/seconds.h"
#include "hybrid/discrepancy/calibrate.h"
#include "hybrid/discrepancy/closed_calibration.h"
#include "hybrid/intervals/intervals_put.h"

static const char *const by_sample = "the model does not tell it (nocsight sample)";
static const char *const cost_only = "only the cost was asked for";

/* ---- model ---------------------------------------------------------------------------------- */

static void put_point(const noc_system *system, noc_estimate *e, const noc_model_point *p)
{
    noc_figures_put(e, NOC_METRIC_packet_latency_cycles, p->packet_latency);
    noc_figures_put(e, NOC_METRIC_network_latency_cycles, p->network_latency);
    noc_figures_put(e, NOC_METRIC_request_latency_cycles, p->request_latency);
    noc_figures_put(e, NOC_METRIC_reply_latency_cycles, p->reply_latency);
    noc_figures_put(e, NOC_METRIC_round_trip_cycles, p->round_trip);
    if (p->state == NOC_CONTENTION_UNSTABLE) {
        noc_figures_miss_latencies(e);
        e->answer = NOC_ANSWER_UNBOUNDED; /* or more: put_accepted */
    } else if (p->state == NOC_CONTENTION_NOT_CONVERGED) {
        e->answer = NOC_ANSWER_NOT_CONVERGED;
        noc_figures_warn(e, "the model's iteration did not settle: latencies are its last step");
    }
    noc_figures_miss_replies(system, e);
}

/* Share of the time that the busiest channel is in use. */
static double busiest_used(const noc_system *system, const double *flits)
{
    double most = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        most = fmax(most, noc_channel_time_used(system, flits, c));
    return fmin(most, 1.0);
}

/* Of all nodes together, per cycle. */
static double transactions_of(const noc_system *system, double accepted)
{
    return noc_system_packet_rate(system, accepted) * system->traffic.injectors;
}

/* What is accepted of the load, on every channel, and the power that it takes: beyond saturation nothing else moves. `seen`: NULL,
 * or where the rates go. */
static noc_status put_accepted(const noc_system *system, const noc_model *model,
                               const noc_overload *overload, double *seen, noc_estimate *e,
                               noc_diag *diag)
{
    const double accepted = noc_overload_accepted(overload, e->load);
    double *flits = noc_channels_room(system);
    if (!flits ||
        noc_overload_flits(system, noc_model_loads(model), overload, e->load, flits) != NOC_OK) {
        free(flits);
        return noc_fail_memory(diag);
    }
    if (noc_overload_grows(overload, e->load))
        e->answer = e->load > e->metrics[NOC_METRIC_saturation_flits_per_cycle].value
                        ? NOC_ANSWER_SATURATED
                        : NOC_ANSWER_UNBOUNDED;
    noc_figures_put(e, NOC_METRIC_accepted_flits_per_cycle, accepted);
    noc_figures_put(e, NOC_METRIC_channel_utilization_max, busiest_used(system, flits));
    if (seen) memcpy(seen, flits, noc_channels_size(system));
    noc_channels_join_classes(system, flits);
    const noc_activity activity = {flits, 1.0, noc_system_packet_flits(system)};
    const noc_status status =
        noc_figures_put_power(system, &activity, transactions_of(system, accepted), e, diag);
    free(flits);
    return status;
}

static noc_status put_model(const noc_system *system, const noc_adjusted *model, double *seen,
                            noc_estimate *e, noc_diag *diag)
{
    const noc_model_limits limits = model->limits;
    noc_figures_miss(e, NOC_METRIC_latency_p50_cycles, by_sample);
    noc_figures_miss(e, NOC_METRIC_latency_p95_cycles, by_sample);
    noc_figures_miss(e, NOC_METRIC_latency_p99_cycles, by_sample);
    noc_figures_miss(e, NOC_METRIC_memory_stall_fraction, by_sample);
    noc_figures_put(e, NOC_METRIC_zero_load_latency_cycles, noc_model_zero_load(model->model));
    noc_figures_put(e, NOC_METRIC_zero_load_request_latency_cycles, model->idle.request_latency);
    noc_figures_put(e, NOC_METRIC_zero_load_reply_latency_cycles, model->idle.reply_latency);
    noc_figures_put(e, NOC_METRIC_hops_mean, noc_model_routers(model->model));
    noc_figures_put_limits(e, limits.saturation, NAN, limits.knee, NAN);
    if (isnan(e->load)) {
        noc_figures_miss_replies(system, e);
        return NOC_OK;
    }
    noc_model_point point;
    noc_adjusted_solve(model, e->load, &point);
    put_point(system, e, &point);
    return put_accepted(system, model->model, &model->overload, seen, e, diag);
}

/* What moves at a workload's operating point; an ideal network has no channels that it moves over. */
static void add_activity(noc_loop_activity *activity, const noc_system *system,
                         const noc_model *model, const noc_workload_part *part,
                         const noc_closed_point *point)
{
    if (activity)
        noc_loop_activity_add(activity, system, part->weight,
                              point->rate * system->traffic.injectors,
                              model ? noc_model_loads(model)->moved_flits : NULL, point->rate);
}

/* A workload's open curve, and the model that it is of. Where the share of reads is another one than the traffic's they are of a system of
 * its own. */
typedef struct own_mix {
    noc_design design;
    noc_system *system;
    noc_model *model; /* NULL of ideal networks */
    noc_open_curve curve;
} own_mix;

static void free_own_mix(own_mix *own)
{
    noc_model_free(own->model);
    noc_system_free(own->system);
}

/* The caller frees *own. */
static noc_status make_own_mix(const noc_system *system, const noc_calibration *calibration,
                               bool ideal, double read_fraction, own_mix *own, noc_diag *diag)
{
    *own = (own_mix){.system = NULL};
    const noc_status status =
        noc_loop_other_mix(system, read_fraction, &own->design, &own->system, diag);
    if (status != NOC_OK) return status;
    noc_adjusted adjusted;
    if (!ideal) {
        own->model = noc_model_new(own->system, noc_calibration_terms(calibration));
        if (!own->model) return noc_fail_memory(diag);
        adjusted = noc_adjust_as_calibrated(own->system, own->model, calibration);
    }
    noc_open_curve_of(own->system, ideal ? NULL : &adjusted, &own->curve);
    return NOC_OK;
}

static bool is_of_traffic(const noc_system *system, const noc_workload *w)
{
    return w->read_fraction == system->design->traffic.read_fraction;
}

static noc_status solve_other_mix(const noc_system *system, const noc_calibration *calibration,
                                  bool ideal, const noc_workload_part *part,
                                  const noc_closed_calibration *closed, noc_closed_point *point,
                                  noc_loop_activity *activity, noc_diag *diag)
{
    own_mix own;
    const noc_status status =
        make_own_mix(system, calibration, ideal, part->workload.read_fraction, &own, diag);
    if (status == NOC_OK) {
        noc_closed_solve(&own.curve, &part->workload, closed, point);
        add_activity(activity, own.system, own.model, part, point);
    }
    free_own_mix(&own);
    return status;
}

/* `curve` is of the system and its traffic's share of reads. */
static noc_status solve_points(const noc_system *system, const noc_calibration *calibration,
                               const noc_adjusted *model, const noc_open_curve *curve,
                               const noc_workload_part *parts, size_t count,
                               noc_closed_point *points, noc_loop_activity *activity,
                               noc_diag *diag)
{
    const noc_closed_calibration *closed = calibration ? noc_closed_calibration_shipped() : NULL;
    for (size_t i = 0; i < count; i++) {
        noc_status status = NOC_OK;
        if (is_of_traffic(system, &parts[i].workload)) {
            noc_closed_solve(curve, &parts[i].workload, closed, &points[i]);
            add_activity(activity, system, model ? model->model : NULL, &parts[i], &points[i]);
        } else {
            status = solve_other_mix(system, calibration, model == NULL, &parts[i], closed,
                                     &points[i], activity, diag);
        }
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             const noc_adjusted *model, const noc_workload_part *parts,
                             size_t count, noc_closed_point *points, noc_loop_activity *activity,
                             noc_diag *diag)
{
    noc_open_curve curve;
    if (count == 0) return NOC_OK;
    noc_open_curve_of(system, model, &curve);
    return solve_points(system, calibration, model, &curve, parts, count, points, activity, diag);
}

static void name_cause_of(const noc_open_curve *curve, noc_model *model,
                          const noc_workload_part *part, const noc_calibration *calibration,
                          const noc_closed_point *point, noc_bottleneck *bottleneck)
{
    const noc_closed_calibration *closed = calibration ? noc_closed_calibration_shipped() : NULL;
    const noc_cause cause = noc_cause_of_loop(curve, model, &part->workload, closed, point);
    noc_cause_put_loop(curve->system, model, cause.kind, point, bottleneck);
}

/* The cause of the workload that weighs most in the mean. */
static noc_status name_loop_cause(const noc_system *system, const noc_calibration *calibration,
                                  const noc_adjusted *model, const noc_open_curve *curve,
                                  const noc_workload_part *part, const noc_closed_point *point,
                                  bool guess, noc_bottleneck *bottleneck, noc_diag *diag)
{
    if (guess) {
        noc_cause_put_loop(system, model ? model->model : NULL,
                           noc_cause_guess_of_loop(system, point->limit), point, bottleneck);
        return NOC_OK;
    }
    if (is_of_traffic(system, &part->workload)) {
        name_cause_of(curve, model ? model->model : NULL, part, calibration, point, bottleneck);
        return NOC_OK;
    }
    own_mix own;
    const noc_status status =
        make_own_mix(system, calibration, model == NULL, part->workload.read_fraction, &own, diag);
    if (status == NOC_OK)
        name_cause_of(&own.curve, own.model, part, calibration, point, bottleneck);
    free_own_mix(&own);
    return status;
}

/* The operating point of the closed loop, where none other was asked for. */
static noc_status put_closed_loop(const noc_system *system, const noc_calibration *calibration,
                                  const noc_adjusted *model, bool guess, noc_estimate *e,
                                  noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    noc_open_curve curve;
    const size_t count = noc_design_workloads(system->design, parts);
    if (isfinite(e->load) || count == 0) return NOC_OK;
    noc_loop_activity activity;
    noc_status status = noc_loop_activity_begin(system, &activity, diag);
    noc_open_curve_of(system, model, &curve);
    if (status == NOC_OK)
        status =
            solve_points(system, calibration, model, &curve, parts, count, points, &activity, diag);
    if (status == NOC_OK) {
        noc_set_mean mean;
        noc_set_mean_begin(&mean);
        for (size_t i = 0; i < count; i++) noc_set_mean_add_model(&mean, &parts[i], &points[i]);
        noc_set_mean_put(&mean, system, e);
        status = noc_figures_put_loop_activity(system, &activity, e, diag);
        if (status == NOC_OK)
            status = name_loop_cause(system, calibration, model, &curve, mean.part,
                                     &points[mean.part - parts], guess, &e->bottleneck, diag);
        noc_bottleneck_put_workload(mean.part->name, count, &e->bottleneck);
    }
    noc_loop_activity_clear(&activity);
    return status;
}

/* What limits the network, where no closed loop was asked for. */
static void name_cause(const noc_system *system, const noc_adjusted *model, bool guess,
                       noc_estimate *e)
{
    const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    noc_model *own = model ? model->model : NULL;
    if (isnan(e->load) && system->design->closed_loop) return;
    const noc_resource kind =
        guess ? noc_cause_guess(system, own) : noc_cause_at_saturation(system, own).kind;
    noc_cause_put(system, model, kind, isnan(e->load) ? saturation : e->load, &e->bottleneck);
}

/* ---- ideal networks: no latency, so a queue at most ----------------------------------------- */

static void put_ideal_latencies(const noc_system *system, noc_estimate *e)
{
    double waits[NOC_CLASSES];
    noc_ideal_waits(system, noc_system_packet_rate(system, e->load), waits);
    const double request = waits[NOC_REQUEST], reply = NOC_REPLY_WAIT_CYCLES + waits[NOC_REPLY];
    noc_figures_put(e, NOC_METRIC_packet_latency_cycles,
                    system->graph.memory_count > 0 ? (request + reply) / 2.0 : request);
    noc_figures_put(e, NOC_METRIC_network_latency_cycles, 0.0);
    noc_figures_put(e, NOC_METRIC_request_latency_cycles, request);
    noc_figures_put(e, NOC_METRIC_reply_latency_cycles, reply);
    noc_figures_put(e, NOC_METRIC_round_trip_cycles, request + reply);
}

static void put_ideal_load(const noc_system *system, double saturation, noc_estimate *e)
{
    noc_figures_put(e, NOC_METRIC_accepted_flits_per_cycle, noc_ideal_accepted(system, e->load));
    noc_figures_miss_channels(system, e);
    put_ideal_latencies(system, e);
    if (e->load <= noc_ideal_capacity(system)) return;
    noc_figures_miss_latencies(e);
    e->answer = e->load > saturation ? NOC_ANSWER_SATURATED : NOC_ANSWER_UNBOUNDED;
}

static void put_ideal(const noc_system *system, noc_estimate *e)
{
    const double saturation = noc_ideal_saturation(system);
    noc_figures_put_zero_load(system, e);
    noc_figures_put(e, NOC_METRIC_hops_mean,
                    system->routes.paths[0].routers); /* the switch that stands for it */
    noc_figures_put_limits(e, saturation, NAN, noc_ideal_knee(system), NAN);
    noc_figures_miss(e, NOC_METRIC_latency_p50_cycles, by_sample);
    noc_figures_miss(e, NOC_METRIC_latency_p95_cycles, by_sample);
    noc_figures_miss(e, NOC_METRIC_latency_p99_cycles, by_sample);
    noc_figures_miss(e, NOC_METRIC_memory_stall_fraction, by_sample);
    if (isfinite(e->load)) put_ideal_load(system, saturation, e);
    noc_figures_miss_replies(system, e);
}

/* Answers, and leaves the model, if there is one, for what is still to be asked of it; the caller frees model->model. */
static noc_status answer(const noc_system *system, const noc_calibration *calibration, double load,
                         noc_flow_memory *memory, double *seen, noc_estimate *e,
                         noc_adjusted *model, noc_diag *diag)
{
    noc_figures_begin(system, NOC_METHOD_MODEL, load, NULL, e);
    noc_figures_warn_unread(system, isnan(load) ? NOC_ASKED_MODEL : NOC_ASKED_LOAD, e);
    noc_status status = noc_figures_check_load(system, load, diag);
    if (status == NOC_OK) status = noc_figures_put_cost(system, e, diag);
    if (status != NOC_OK) return status;
    if (!noc_graph_has_channels(&system->graph)) {
        put_ideal(system, e);
    } else {
        model->model = noc_model_new_next(system, noc_calibration_terms(calibration), memory);
        if (!model->model) return noc_fail_memory(diag);
        *model = noc_adjust_as_calibrated(system, model->model, calibration);
        status = put_model(system, model, seen, e, diag);
    }
    if (status != NOC_OK) return status;
    const bool guess = memory != NULL; /* a sweep has no time for each */
    name_cause(system, model->model ? model : NULL, guess, e);
    return put_closed_loop(system, calibration, model->model ? model : NULL, guess, e, diag);
}

static noc_status estimate(const noc_system *system, const noc_calibration *calibration,
                           double load, noc_flow_memory *memory, double *seen, noc_estimate *e,
                           noc_diag *diag)
{
    const double start = noc_seconds();
    noc_adjusted model = {.model = NULL};
    const noc_status status = answer(system, calibration, load, memory, seen, e, &model, diag);
    if (status == NOC_OK && calibration)
        noc_intervals_put(system, model.model ? &model : NULL, calibration, e);
    if (status == NOC_OK) noc_figures_say_growth(e);
    if (status == NOC_OK) noc_figures_follow(e);
    noc_model_free(model.model);
    e->wall_s = noc_seconds() - start;
    return status;
}

noc_status noc_estimate_calibrated(const noc_system *system, const noc_calibration *calibration,
                                   double load, double *channel_flits, noc_estimate *e,
                                   noc_diag *diag)
{
    return estimate(system, calibration, load, NULL, channel_flits, e, diag);
}

noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *e,
                              noc_diag *diag)
{
    return estimate(system, noc_calibration_shipped(), load, NULL, NULL, e, diag);
}

noc_status noc_estimate_model_next(const noc_system *system, double load, noc_flow_memory *memory,
                                   noc_estimate *e, noc_diag *diag)
{
    return estimate(system, noc_calibration_shipped(), load, memory, NULL, e, diag);
}

/* The load of the window of a check: where queues grow no latency tells anything. */
static double window_of(const noc_adjusted *model, const noc_estimate *e)
{
    const double saturation = model->limits.saturation;
    const double load = isnan(e->load) ? NOC_CHECK_SHARE * saturation
                                       : fmin(e->load, NOC_CHECK_HIGHEST * saturation);
    return fmin(load, model->limits.overflow);
}

static noc_status correct(const noc_system *system, const noc_calibration *calibration,
                          const noc_sampling *sampling, const noc_adjusted *model, noc_estimate *e,
                          noc_diag *diag)
{
    const double load = window_of(model, e);
    noc_check_window window;
    const noc_status status = noc_check_measure(system, sampling, load, &window, diag);
    if (status != NOC_OK) return status;
    const noc_check c = noc_check_learn(model, &window);
    e->check_load = load;
    e->check_measured = window.latency;
    e->check_predicted = c.predicted;
    e->answer = NOC_ANSWER_OK;
    noc_check_put(system, model, calibration, &c, e);
    if (isnan(e->load)) return NOC_OK;
    return put_accepted(system, model->model, &c.overload, sampling->channel_flits, e, diag);
}

/* Whether there is an operating point of a closed loop in the answer. */
static bool has_loop(const noc_estimate *e)
{
    return isfinite(e->metrics[NOC_METRIC_ipc].value);
}

/* A window of the network at a load, and one of the closed loop, as far as there are such. */
static noc_status check(const noc_system *system, const noc_calibration *calibration,
                        const noc_sampling *sampling, const noc_adjusted *model, noc_estimate *e,
                        noc_diag *diag)
{
    const bool network = model->model, loop = has_loop(e);
    noc_status status = NOC_OK;
    if (network || loop) e->seed = sampling->seed;
    if (network) {
        noc_sampling_part part = {sampling, 0, loop ? 2 : 1};
        const noc_sampling own = noc_sampling_of_part(&part);
        status = correct(system, calibration, &own, model, e, diag);
    }
    if (status == NOC_OK && loop) {
        noc_sampling_part part = {sampling, network, network ? 2 : 1};
        const noc_sampling own = noc_sampling_of_part(&part);
        status = noc_check_measure_loop(system, &own, e, diag);
    }
    return status;
}

noc_status noc_estimate_checked(const noc_system *system, const noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *e,
                                noc_diag *diag)
{
    const double start = noc_seconds();
    noc_adjusted model = {.model = NULL};
    noc_status status =
        answer(system, calibration, load, NULL, sampling->channel_flits, e, &model, diag);
    if (status == NOC_OK) status = check(system, calibration, sampling, &model, e, diag);
    if (status == NOC_OK) noc_figures_say_growth(e);
    if (status == NOC_OK) noc_figures_follow(e);
    noc_model_free(model.model);
    e->wall_s = noc_seconds() - start;
    return status;
}

noc_status noc_estimate_cost(const noc_system *system, noc_estimate *e, noc_diag *diag)
{
    noc_figures_begin(system, NOC_METHOD_MODEL, NAN, NULL, e);
    for (int i = 0; i < NOC_METRICS; i++) noc_figures_miss(e, (noc_metric_id)i, cost_only);
    return noc_figures_put_cost(system, e, diag);
}
