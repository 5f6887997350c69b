#include "hybrid/answers/estimate.h"

#include <math.h>
#include <string.h>

#include "analytic/batches/eager_model.h"
#include "analytic/curve/model.h"
#include "analytic/curve/model_sources.h"
#include "base/auto.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/check_windows.h"
#include "hybrid/answers/figures/answer.h"
#include "hybrid/answers/figures/channels.h"
#include "hybrid/answers/figures/class_figures.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/fill.h"
#include "hybrid/answers/figures/reasons.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/answers/warnings.h"
#include "hybrid/answers/widths.h"
#include "hybrid/correction/calibration/calibration.h"
#include "hybrid/correction/calibration/kept_model.h"
#include "hybrid/correction/calibration/shipped.h"

/* Question that the model answers. */
typedef struct model_question {
    const noc_system *system;
    /* calibration of the model; NULL: as derived, without intervals */
    const noc_calibration *calibration;
    noc_value_cache *kept_results;      /* results of stages, from other systems; NULL: none */
    bool guesses_cause;                 /* guess the bottleneck, since the answer is one of many */
    const noc_sampling *check_sampling; /* sampling of a check; NULL: no window is measured */
    double *channel_flits;           /* output for rates by channel and class; NULL: not wanted */
    noc_extent extent;               /* requested extent */
    const noc_trial_question *trial; /* trial to answer; NULL: no trial */
} model_question;

/* The network's limits and overload: by the model, or corrected by a window. */
typedef struct network_answer {
    const noc_corrected_model *model;
    const noc_check *check; /* correction by a window; NULL: no window */
    noc_model_limits limits;
    const noc_overload *overload;
    noc_node_latencies node_latencies; /* latencies of single nodes at the requested load */
} network_answer;

/* ---- answers without a load ----------------------------------------------------------------- */

static void put_limits(const network_answer *n, const noc_widths *w, noc_figures *f)
{
    const noc_model *model = n->model->model;
    const double highest = fmin(noc_model_highest_load(model), noc_model_saturation_bound(model));
    noc_figures_put(f, NOC_METRIC_saturation_flits_per_cycle,
                    noc_widths_limit(w, NOC_SCORED_SATURATION, n->limits.saturation, highest));
    noc_figures_put(
        f, NOC_METRIC_knee_flits_per_cycle,
        noc_widths_limit(w, NOC_SCORED_KNEE, n->limits.knee, noc_model_capacity_bound(model)));
}

static void put_idle(const noc_model *model, const noc_model_point *idle, bool has_loop_sample,
                     noc_figures *f)
{
    noc_figures_put_exact(f, NOC_METRIC_zero_load_latency_cycles, noc_model_zero_load(model));
    noc_figures_put_exact(f, NOC_METRIC_zero_load_request_latency_cycles, idle->request_latency);
    noc_figures_put_exact(f, NOC_METRIC_zero_load_reply_latency_cycles, idle->reply_latency);
    if (!has_loop_sample)
        noc_figures_put_exact(f, NOC_METRIC_hops_mean, noc_model_mean_routers(model));
}

/* ---- answers at a load ---------------------------------------------------------------------- */

/* True if figures at a load are requested. */
static bool is_loaded(const model_question *a, double load)
{
    return isfinite(load) && a->extent == NOC_EXTENT_ALL;
}

static noc_answer find_answer(const noc_model_point *point)
{
    /* put_load distinguishes saturated answers */
    if (point->state == NOC_CONTENTION_UNSTABLE) return NOC_ANSWER_UNBOUNDED;
    return point->state == NOC_CONTENTION_NOT_CONVERGED ? NOC_ANSWER_NOT_CONVERGED : NOC_ANSWER_OK;
}

/* Mean latency of packets, one way: the model's, scaled by the correction of the round trip, whose
 * corrected value is `round_trip`. */
static double scale_packet_latency(const noc_model_point *point, double round_trip)
{
    if (point->state == NOC_CONTENTION_UNSTABLE) return round_trip / 2.0;
    return point->packet_latency * (round_trip / point->round_trip);
}

/* Latencies at a load that lies within the interval of saturation, though a queue grows there by
 * the model. They are valid if the network accepts the load: of the most likely, the highest and
 * the lowest overflow load. */
typedef struct doubtful_latencies {
    noc_latency_set likely, least, most;
} doubtful_latencies;

/* Finds the latencies in case the network accepts the load. It then overflows between this load and
 * the upper end of saturation's interval, on average half-way, but within its channels' capacity.
 * Latencies depend on the load over the overflow load. False: the load is above the interval, or
 * there is no interval. */
static bool find_doubtful_latencies(const network_answer *n, double load, const noc_figures *f,
                                    doubtful_latencies *d)
{
    static const double highest_share =
        0.999; /* load with the highest latency, over the overflow load */
    const noc_figure *saturation = &f->metrics[NOC_METRIC_saturation_flits_per_cycle];
    const double overflow = n->limits.overflow;
    const double highest = fmin(overflow * saturation->hi / saturation->value,
                                noc_model_capacity_bound(n->model->model));
    if (isnan(saturation->hi) || !(load < highest_share * highest)) return false;
    const double half_way = 0.5 * (fmax(load, overflow) + highest);
    const double loads[] = {load / half_way, load / highest, highest_share};
    noc_latency_set *const sets[] = {&d->likely, &d->least, &d->most};
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        const double at = fmin(loads[i], highest_share) * overflow;
        *sets[i] = n->check ? noc_check_latencies(n->model, n->check, at)
                            : noc_load_latencies(n->model, at);
    }
    return !isnan(d->likely.cycles[NOC_LATENCY_MAIN]) && !isnan(d->most.cycles[NOC_LATENCY_MAIN]);
}

static noc_figure make_doubtful_latency(const noc_widths *w, const doubtful_latencies *d, int k,
                                        double idle)
{
    const double saturation_share = 1.0; /* share of saturation that selects the interval */
    const noc_figure least =
        noc_widths_latency(w, (noc_latency)k, saturation_share, d->least.cycles[k], idle);
    const double value = d->likely.cycles[k];
    return noc_figure_interval(value, fmin(value, isnan(least.lo) ? least.value : least.lo),
                               fmax(value, d->most.cycles[k]), least.confidence);
}

static void put_latencies(const network_answer *n, const noc_model_point *point, double load,
                          const noc_widths *w, noc_figures *f, noc_estimate *e)
{
    static const noc_metric_id metrics[NOC_LATENCIES] = {
        NOC_METRIC_packet_latency_cycles, NOC_METRIC_network_latency_cycles,
        NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles};
    const bool replies = noc_graph_has_replies(&f->system->graph);
    const noc_latency_set idle = noc_point_latencies(&n->model->idle_point);
    const noc_latency_set set =
        n->check ? noc_check_latencies(n->model, n->check, load) : noc_point_latencies(point);
    doubtful_latencies doubtful_set;
    const bool grows = isnan(set.cycles[NOC_LATENCY_MAIN]);
    const bool is_doubtful = grows && find_doubtful_latencies(n, load, f, &doubtful_set);
    for (int k = 0; k < NOC_LATENCIES; k++) {
        const noc_figure figure =
            is_doubtful ? make_doubtful_latency(w, &doubtful_set, k, idle.cycles[k])
                        : noc_widths_latency(w, (noc_latency)k, load / n->limits.saturation,
                                             set.cycles[k], idle.cycles[k]);
        const bool trip = replies && k == NOC_LATENCY_MAIN;
        noc_figures_put(f, trip ? NOC_METRIC_round_trip_cycles : metrics[k], figure);
        if (trip)
            noc_figures_put(
                f, NOC_METRIC_packet_latency_cycles,
                noc_figure_proportional(scale_packet_latency(point, figure.value), &figure));
    }
    if (is_doubtful)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "by the most likely saturation a queue grows without end at this load, "
                          "which lies within its interval: latencies are given for a network that "
                          "accepts the load, from here to its saturation");
    else if (grows)
        f->no_latency = point->state == NOC_CONTENTION_UNSTABLE ? noc_load_growth_reason
                                                                : noc_check_growth_reason;
}

/* Puts latencies by class of traffic, with the relative interval of the mean. A window scales all
 * classes by one factor. */
static void put_classes(const network_answer *n, const noc_model_point *point, double load,
                        noc_figures *f)
{
    const noc_figure *mean = &f->metrics[NOC_METRIC_packet_latency_cycles];
    const double model_latency = noc_point_latencies(point).cycles[NOC_LATENCY_MAIN];
    const uint32_t count = f->system->traffic.class_count;
    double accepted[NOC_TRAFFIC_CLASSES_MAX];
    if (f->system->design->traffic.classes.count == 0) return;
    noc_classes_share_load(&f->system->traffic, load, noc_overload_accepted_load(n->overload, load),
                           f->system->design->traffic.priority == NOC_PRIORITY_CLASS, accepted);
    for (uint32_t k = 0; k < count; k++) {
        const double value =
            count > 1 ? point->class_latency[k] * (mean->value / model_latency) : mean->value;
        f->classes[k].latency = noc_figure_proportional(value, mean);
        f->classes[k].accepted = accepted[k];
    }
}

/* Corrected waits of all packets over those of the model. */
static double find_wait_scale(const noc_node_latencies *nodes, const noc_figure *mean)
{
    const double waits = mean->value - nodes->all_packets.idle_cycles;
    return nodes->all_packets.wait_cycles > 0.0 ? waits / nodes->all_packets.wait_cycles : 0.0;
}

static noc_figure make_node_figure(const noc_node_latency *node, double scale,
                                   const noc_figure *mean)
{
    return noc_figure_proportional(node->idle_cycles + scale * node->wait_cycles, mean);
}

/* Puts the mean latencies of the nodes with the fastest and the slowest packets, with the relative
 * interval of the mean. Waits are scaled to the corrected mean. */
static void put_node_latencies(const noc_node_latencies *nodes, noc_figures *f)
{
    const bool replies = noc_graph_has_replies(&f->system->graph);
    const noc_figure *mean =
        &f->metrics[replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles];
    const double scale = find_wait_scale(nodes, mean);
    noc_figures_put(f, NOC_METRIC_fastest_source_latency_cycles,
                    make_node_figure(&nodes->fastest_node, scale, mean));
    noc_figures_put(f, NOC_METRIC_slowest_source_latency_cycles,
                    make_node_figure(&nodes->slowest_node, scale, mean));
}

/* Puts the share of transactions on one die, and the round trips on one die and across dies, with
 * the relative interval of the mean. Waits are scaled to the corrected mean. */
static void put_dies(const noc_node_latencies *nodes, const noc_overload *overload, double load,
                     noc_figures *f)
{
    const noc_figure *mean = &f->metrics[NOC_METRIC_round_trip_cycles];
    const double scale = fmax(find_wait_scale(nodes, mean), 0.0);
    if (f->system->graph.dies == 0) return;
    noc_figures_put_exact(f, NOC_METRIC_local_share,
                          noc_overload_local_share(f->system, overload, load));
    if (!noc_graph_has_replies(&f->system->graph) || isnan(mean->value)) return;
    noc_figures_put(f, NOC_METRIC_local_round_trip_cycles,
                    make_node_figure(&nodes->same_die, scale, mean));
    noc_figures_put(f, NOC_METRIC_remote_round_trip_cycles,
                    make_node_figure(&nodes->other_die, scale, mean));
}

/* Puts shares and round trips of transactions by die if nodes wait for replies, or send as fast as
 * the network accepts. Waits are in proportion to those at the accepted load, or at the highest one
 * that can be offered. */
static void put_loop_dies(const noc_corrected_model *model, const noc_overload *overload,
                          double load, noc_figures *f)
{
    noc_model_point point;
    if (f->system->graph.dies == 0 || !(load > 0.0)) return;
    noc_corrected_solve(model, fmin(load, NOC_CHECK_HIGHEST * model->corrected_limits.overflow),
                        &point);
    const noc_node_latencies nodes = noc_model_node_latencies(model->model);
    put_dies(&nodes, overload, load, f);
}

/* Transactions of all nodes together, per cycle. */
static double compute_transactions(const noc_system *system, double accepted)
{
    return noc_system_packet_rate(system, accepted) * system->traffic.injector_count;
}

/* Puts the power at rates by channel and class, and overwrites the rates. */
static noc_status put_power(const model_question *a, double accepted, double *flits, noc_figures *f,
                            noc_diag *diag)
{
    if (a->channel_flits) memcpy(a->channel_flits, flits, noc_channels_rates_size(a->system));
    noc_channels_sum_classes(a->system, flits);
    const noc_activity activity = {flits, 1.0, noc_system_packet_flits(a->system)};
    return noc_figures_put_power(f, &activity, compute_transactions(a->system, accepted), diag);
}

/* Relative error of a full network's throughput, which holds for nine of ten measured designs
 * (docs/model.md, section 6). */
static const double full_spread = 0.06, full_confidence = 0.9;
/* Relative error of single nodes, a bound by judgement, since few were compared with samples. */
static const double node_spread = 0.3;

/* True if figures at a load come from a simulated full network; otherwise they are exact. */
static bool is_played(const network_answer *n, double load)
{
    return n->overload->simulated_shares && n->overload->simulated_shares->load == load;
}

static noc_figure make_accepted_figure(const network_answer *n, double load, double accepted)
{
    if (!is_played(n, load)) return noc_figure_exact(accepted);
    return noc_figure_interval(accepted, accepted / (1.0 + full_spread),
                               accepted * (1.0 + full_spread), full_confidence);
}

/* Puts the shares of single nodes. `flits`: by channel and class. */
static void put_nodes(const network_answer *n, double load, const double *flits, noc_figures *f)
{
    const noc_node_shares shares = noc_node_shares_find(f->system, flits);
    noc_figures_put_nodes(f, &shares, is_played(n, load) ? node_spread : 0.0);
}

/* Puts the accepted load, the utilisation of channels, and the power. Above saturation they stay
 * constant. */
static noc_status put_accepted(const model_question *a, const network_answer *n, double load,
                               noc_figures *f, noc_diag *diag)
{
    const double accepted = noc_overload_accepted_load(n->overload, load);
    NOC_AUTO_FREE double *flits = noc_channels_alloc_rates(a->system);
    if (!flits || noc_overload_flits(a->system, noc_model_loads(n->model->model), n->overload, load,
                                     flits) != NOC_OK)
        return noc_fail_memory(diag);
    noc_figures_put(f, NOC_METRIC_accepted_flits_per_cycle,
                    make_accepted_figure(n, load, accepted));
    put_nodes(n, load, flits, f);
    noc_figures_put_exact(f, NOC_METRIC_channel_utilization_max,
                          fmin(noc_system_max_utilisation(a->system, flits), 1.0));
    return put_power(a, accepted, flits, f, diag);
}

static void warn_of_saturation(const noc_figures *f, noc_estimate *e)
{
    const noc_figure *saturation = &f->metrics[NOC_METRIC_saturation_flits_per_cycle];
    if (e->answer == NOC_ANSWER_OK && e->load > saturation->lo)
        noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                          "the load may be above saturation: its interval begins below");
}

static noc_status put_load(const model_question *a, const network_answer *n,
                           const noc_model_point *point, const noc_widths *w, noc_figures *f,
                           noc_estimate *e, noc_diag *diag)
{
    const double load = e->load;
    if (!n->check) e->answer = find_answer(point);
    if (noc_overload_is_unstable(n->overload, load))
        e->answer = load > n->limits.saturation ? NOC_ANSWER_SATURATED : NOC_ANSWER_UNBOUNDED;
    put_latencies(n, point, load, w, f, e);
    put_classes(n, point, load, f);
    put_node_latencies(&n->node_latencies, f);
    put_dies(&n->node_latencies, n->overload, load, f);
    warn_of_saturation(f, e);
    return put_accepted(a, n, load, f, diag);
}

/* ---- a window ------------------------------------------------------------------------------- */

/* Chooses the load of a check's window, below the overflow load: where queues grow, latencies carry
 * no information. */
static double choose_window_load(const noc_corrected_model *model, const noc_estimate *e)
{
    const double saturation = model->corrected_limits.saturation;
    const double load = isnan(e->load) ? NOC_CHECK_SHARE * saturation
                                       : fmin(e->load, NOC_CHECK_HIGHEST * saturation);
    return fmin(load, model->corrected_limits.overflow);
}

/* True if the answer has an operating point of a closed loop. */
static bool has_loop(const model_question *a, double load)
{
    return isnan(load) && a->extent == NOC_EXTENT_ALL && a->system->design->closed_loop;
}

/* True if a check measures a window of the network, beside one of the loop: the network must have
 * channels with queues. */
static bool has_window(const model_question *a)
{
    return a->check_sampling && noc_graph_has_channels(&a->system->graph);
}

static noc_sampling make_part_sampling(const model_question *a, noc_sampling_part *part,
                                       size_t position, size_t count)
{
    *part = (noc_sampling_part){a->check_sampling, position, count};
    return noc_sampling_make_part(part);
}

/* Puts the quantiles of the window, if it was measured at the requested load. */
static void put_quantiles(const noc_check_window *window, const noc_estimate *e, noc_figures *f)
{
    if (window->load != e->load || isnan(window->latency)) return;
    noc_figures_put_exact(f, NOC_METRIC_latency_p50_cycles, window->p50);
    noc_figures_put_exact(f, NOC_METRIC_latency_p95_cycles, window->p95);
    noc_figures_put_exact(f, NOC_METRIC_latency_p99_cycles, window->p99);
}

static noc_status check_network(const model_question *a, const noc_corrected_model *model,
                                noc_check *check, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_sampling_part part;
    noc_check_window window;
    const noc_sampling part_sampling =
        make_part_sampling(a, &part, 0, has_loop(a, e->load) ? 2 : 1);
    e->seed = a->check_sampling->seed;
    e->check_load = choose_window_load(model, e);
    const noc_status status =
        noc_check_measure(a->system, &part_sampling, e->check_load, &window, diag);
    if (status != NOC_OK) return status;
    *check = noc_check_learn(model, &window);
    put_quantiles(&window, e, f);
    e->check_measured = window.latency;
    e->check_predicted = check->predicted;
    return NOC_OK;
}

static noc_status check_loop(const model_question *a, bool has_network_window, noc_figures *f,
                             noc_estimate *e, noc_diag *diag)
{
    noc_sampling_part part;
    const noc_sampling part_sampling =
        make_part_sampling(a, &part, has_network_window, has_network_window ? 2 : 1);
    e->seed = a->check_sampling->seed;
    return noc_check_measure_loop(a->system, &part_sampling, f, e, diag);
}

/* ---- an answer ------------------------------------------------------------------------------ */

static noc_status put_network(const model_question *a, const noc_corrected_model *model,
                              noc_widths *w, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_check check;
    noc_model_point point;
    network_answer n = {
        .model = model, .limits = model->corrected_limits, .overload = &model->overload};
    if (is_loaded(a, e->load)) {
        noc_corrected_solve(model, e->load, &point);
        n.node_latencies = noc_model_node_latencies(model->model);
    }
    if (is_loaded(a, e->load) && point.latency_swing > 0.0)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "the shares of ways that packets choose among swing, and latencies by "
                          "%.2g %% to either side: intervals are widened",
                          100.0 * point.latency_swing);
    else if (is_loaded(a, e->load) && point.state == NOC_CONTENTION_NOT_CONVERGED)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "the model's iteration did not settle: latencies are its last step");
    if (has_window(a)) {
        const noc_status status = check_network(a, model, &check, f, e, diag);
        if (status != NOC_OK) return status;
        n = (network_answer){model, &check, check.limits, &check.overload, n.node_latencies};
        check.overload.simulated_shares = model->overload.simulated_shares;
    }
    *w = noc_widths_find(a->system, model, a->calibration, n.check != NULL, e);
    w->latency_swing = is_loaded(a, e->load) ? point.latency_swing : 0.0;
    put_idle(model->model, &model->idle_point, a->check_sampling && has_loop(a, e->load), f);
    put_limits(&n, w, f);
    return is_loaded(a, e->load) ? put_load(a, &n, &point, w, f, e, diag) : NOC_OK;
}

/* Puts the operating point of the closed loop, if no load was requested. */
static noc_status put_loop(const model_question *a, const noc_corrected_model *model,
                           const noc_widths *w, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    double ipc;
    if (!has_loop(a, e->load)) return NOC_OK;
    const noc_status status = noc_loop_model_put(a->system, a->calibration, model,
                                                 a->guesses_cause ? a->kept_results : NULL,
                                                 a->check_sampling ? NULL : f, w, &ipc, e, diag);
    if (status != NOC_OK) return status;
    if (a->check_sampling) {
        e->check_ipc_predicted = ipc;
        return check_loop(a, has_window(a), f, e, diag);
    }
    const double accepted = f->metrics[NOC_METRIC_accepted_flits_per_cycle].value;
    put_loop_dies(model, &model->overload, accepted, f);
    return NOC_OK;
}

/* True if the question is a trial of a loop, which needs the IPC alone. */
static bool is_ipc_trial(const model_question *a)
{
    return a->trial && a->trial->is_loop;
}

static noc_status put_ipc(const model_question *a, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    const noc_widths widths = noc_widths_find_loop(a->system, a->calibration, e);
    return noc_loop_model_put_ipc(a->trial, &widths, f, diag);
}

/* ---- a batch -------------------------------------------------------------------------------- */

/* Makespan with an interval, the worst error of compared makespans (docs/model.md). */
static noc_figure make_makespan_figure(const noc_eager_point *point)
{
    static const double spread = 0.2, played_spread = 0.08;
    const double value = point->makespan, error = point->simulated_shares ? played_spread : spread;
    return noc_figure_interval(value, value / (1.0 + error), value * (1.0 + error), NAN);
}

static void put_trip_latencies(const noc_model_point *point, noc_figures *f)
{
    noc_figures_put_exact(f, NOC_METRIC_packet_latency_cycles, point->packet_latency);
    noc_figures_put_exact(f, NOC_METRIC_network_latency_cycles, point->network_latency);
    noc_figures_put_exact(f, NOC_METRIC_request_latency_cycles, point->request_latency);
    noc_figures_put_exact(f, NOC_METRIC_reply_latency_cycles, point->reply_latency);
    noc_figures_put_exact(f, NOC_METRIC_round_trip_cycles, point->round_trip);
}

/* Puts the figures of nodes that send as fast as the network accepts, if no load was requested. */
static noc_status put_eager(const model_question *a, const noc_corrected_model *model,
                            noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_eager_point point;
    if (!isnan(e->load) || a->extent < NOC_EXTENT_ALL ||
        !noc_traffic_is_eager(&a->system->design->traffic))
        return NOC_OK;
    if (noc_eager_solve(a->system, model, &point) != NOC_OK) return noc_fail_memory(diag);
    put_trip_latencies(&point.latencies, f);
    noc_figures_put(f, NOC_METRIC_makespan_cycles, make_makespan_figure(&point));
    noc_overload overload = model->overload;
    overload.simulated_shares = point.simulated_shares;
    const double load = point.simulated_shares ? point.simulated_shares->load
                                               : point.rate * a->system->traffic.injected_flits;
    put_loop_dies(model, &overload, load, f);
    return put_accepted(
        a,
        &(network_answer){.model = model, .limits = model->corrected_limits, .overload = &overload},
        load, f, diag);
}

/* Puts the bottleneck of the network, if no closed loop was requested; a guess in a sweep. */
static void name_limit(const model_question *a, const noc_corrected_model *model, noc_estimate *e)
{
    if (has_loop(a, e->load)) return;
    if (!a->guesses_cause)
        noc_bottleneck_find(a->system, model, e->load, &e->bottleneck);
    else
        noc_cause_put(a->system, model, noc_cause_guess(a->system, model->model),
                      isnan(e->load) ? model->corrected_limits.saturation : e->load,
                      &e->bottleneck);
}

/* ---- the model ------------------------------------------------------------------------------ */

/* Finds the model of a question; without a calibration where only idle latencies are asked. */
static noc_status find_model(const model_question *a, noc_kept_model *m, noc_diag *diag)
{
    if (a->extent == NOC_EXTENT_COST || is_ipc_trial(a)) return NOC_OK;
    if (a->extent != NOC_EXTENT_IDLE)
        return noc_kept_model_find(a->system, a->calibration, a->kept_results, m, diag);
    m->owned = noc_model_new_kept(a->system, a->kept_results);
    if (!m->owned) return noc_fail_memory(diag);
    m->corrected.model = m->owned;
    return NOC_OK;
}

/* ---- whole answers -------------------------------------------------------------------------- */

static noc_status put_figures(const model_question *a, noc_corrected_model *model, noc_figures *f,
                              noc_estimate *e, noc_diag *diag)
{
    noc_widths widths;
    if (a->extent == NOC_EXTENT_COST) return NOC_OK;
    if (is_ipc_trial(a)) return put_ipc(a, f, e, diag);
    if (a->extent == NOC_EXTENT_IDLE) {
        noc_model_solve(model->model, 0.0, &model->idle_point);
        put_idle(model->model, &model->idle_point, false, f);
        return NOC_OK;
    }
    if (is_loaded(a, e->load)) noc_corrected_simulate(model, e->load);
    const noc_status status = put_network(a, model, &widths, f, e, diag);
    if (status != NOC_OK) return status;
    name_limit(a, model, e);
    const noc_status eager_status = put_eager(a, model, f, e, diag);
    if (eager_status != NOC_OK) return eager_status;
    return put_loop(a, model, &widths, f, e, diag);
}

static noc_scope find_scope(const noc_system *system, double load)
{
    if (isfinite(load)) return NOC_SCOPE_LOAD;
    if (noc_traffic_is_eager(&system->design->traffic)) return NOC_SCOPE_EAGER;
    return system->design->closed_loop ? NOC_SCOPE_LOOP : NOC_SCOPE_LIMITS;
}

static noc_status answer_question(const model_question *a, double load, noc_estimate *e,
                                  noc_diag *diag)
{
    const double start = noc_seconds();
    NOC_AUTO(noc_kept_model_release) noc_kept_model model = {.owned = NULL};
    noc_figures f;
    noc_figures_begin(a->system, NOC_METHOD_MODEL, find_scope(a->system, load), &f);
    noc_estimate_begin(a->system, NOC_METHOD_MODEL, load, e);
    f.extent = a->extent;
    e->extent =
        a->extent == NOC_EXTENT_LIMITS && f.scope == NOC_SCOPE_LIMITS ? NOC_EXTENT_ALL : a->extent;
    noc_warn_unread(a->system, isnan(load) ? NOC_ASKED_MODEL : NOC_ASKED_MODEL_LOAD, e);
    noc_warn_design(a->system, e);
    if (isnan(load)) noc_warn_closed_loop(a->system->design, e);
    noc_status status = noc_figures_check_load(a->system, load, diag);
    if (status == NOC_OK) status = noc_figures_put_cost(&f, e, diag);
    if (status == NOC_OK) status = find_model(a, &model, diag);
    if (status == NOC_OK) status = put_figures(a, &model.corrected, &f, e, diag);
    if (status == NOC_OK) {
        noc_warn_growth(&f, e);
        noc_fill_metrics(&f, e);
    }
    e->wall_s = noc_seconds() - start;
    return status;
}

const char *noc_estimate_absence_reason(const noc_system *system, double load, noc_metric_id id)
{
    noc_figures f;
    noc_figures_begin(system, NOC_METHOD_MODEL, find_scope(system, load), &f);
    return noc_metric_absence_reason(&f, id);
}

noc_status noc_estimate_calibrated(const noc_system *system, const noc_calibration *calibration,
                                   double load, double *channel_flits, noc_estimate *e,
                                   noc_diag *diag)
{
    const model_question a = {.system = system,
                              .calibration = calibration,
                              .kept_results = system->command_values,
                              .channel_flits = channel_flits,
                              .extent = NOC_EXTENT_ALL};
    return answer_question(&a, load, e, diag);
}

noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *e,
                              noc_diag *diag)
{
    return noc_estimate_calibrated(system, noc_calibration_shipped(), load, NULL, e, diag);
}

noc_status noc_estimate_sweep_point(const noc_system *system, double load, noc_extent extent,
                                    noc_value_cache *kept_results, noc_estimate *e, noc_diag *diag)
{
    const model_question a = {.system = system,
                              .calibration = noc_calibration_shipped(),
                              .kept_results = kept_results,
                              .guesses_cause = true,
                              .extent = extent};
    return answer_question(&a, load, e, diag);
}

noc_status noc_estimate_trial(const noc_system *system, const noc_trial_question *q, double load,
                              noc_estimate *e, noc_diag *diag)
{
    const model_question a = {.system = system,
                              .calibration = q->calibration,
                              .kept_results = q->kept_results,
                              .guesses_cause = true,
                              .extent =
                                  q->is_loop || isfinite(load) ? NOC_EXTENT_ALL : NOC_EXTENT_LIMITS,
                              .trial = q};
    return answer_question(&a, load, e, diag);
}

noc_status noc_estimate_checked(const noc_system *system, const noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *e,
                                noc_diag *diag)
{
    const model_question a = {.system = system,
                              .calibration = calibration,
                              .check_sampling = sampling,
                              .extent = NOC_EXTENT_ALL,
                              .channel_flits = sampling->channel_flits};
    return answer_question(&a, load, e, diag);
}

noc_status noc_estimate_cost(const noc_system *system, noc_estimate *e, noc_diag *diag)
{
    noc_figures f;
    noc_figures_begin(system, NOC_METHOD_MODEL, NOC_SCOPE_COST, &f);
    noc_estimate_begin(system, NOC_METHOD_MODEL, NAN, e);
    e->extent = NOC_EXTENT_COST;
    const noc_status status = noc_figures_put_cost(&f, e, diag);
    if (status == NOC_OK) noc_fill_metrics(&f, e);
    return status;
}
