#include "hybrid/answers/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/batches/eager_model.h"
#include "analytic/curve/model.h"
#include "analytic/curve/model_sources.h"
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
#include "hybrid/correction/calibration/shipped.h"

/* Question that the model answers. */
typedef struct asked {
    const noc_system *system;
    /* calibration of the model; NULL: as derived, without intervals */
    const noc_calibration *calibration;
    noc_kept *kept;                  /* results of stages, from other systems; NULL: none */
    bool guesses;                    /* guess the bottleneck, since the answer is one of many */
    const noc_sampling *checking;    /* sampling of a check; NULL: no window is measured */
    double *seen;                    /* output for rates by channel and class; NULL: not wanted */
    noc_extent extent;               /* requested extent */
    const noc_trial_question *trial; /* trial to answer; NULL: no trial */
} asked;

/* The network's limits and overload: by the model, or corrected by a window. */
typedef struct network {
    const noc_corrected_model *model;
    const noc_check *check; /* correction by a window; NULL: no window */
    noc_model_limits limits;
    const noc_overload *overload;
    noc_node_latencies nodes; /* latencies of single nodes at the requested load */
} network;

/* ---- answers without a load ----------------------------------------------------------------- */

static void put_limits(const network *n, const noc_widths *w, noc_figures *f)
{
    const noc_model *model = n->model->model;
    const double highest = fmin(noc_model_highest(model), noc_model_ceiling(model));
    noc_figures_put(f, NOC_METRIC_saturation_flits_per_cycle,
                    noc_widths_limit(w, NOC_SCORED_SATURATION, n->limits.saturation, highest));
    noc_figures_put(f, NOC_METRIC_knee_flits_per_cycle,
                    noc_widths_limit(w, NOC_SCORED_KNEE, n->limits.knee, noc_model_bound(model)));
}

static void put_idle(const noc_model *model, const noc_model_point *idle, bool has_loop_sample,
                     noc_figures *f)
{
    noc_figures_put(f, NOC_METRIC_zero_load_latency_cycles,
                    noc_figure_exact(noc_model_zero_load(model)));
    noc_figures_put(f, NOC_METRIC_zero_load_request_latency_cycles,
                    noc_figure_exact(idle->request_latency));
    noc_figures_put(f, NOC_METRIC_zero_load_reply_latency_cycles,
                    noc_figure_exact(idle->reply_latency));
    if (!has_loop_sample)
        noc_figures_put(f, NOC_METRIC_hops_mean, noc_figure_exact(noc_model_routers(model)));
}

/* ---- answers at a load ---------------------------------------------------------------------- */

/* True if figures at the load are asked for. */
static bool is_loaded(const asked *a, double load)
{
    return isfinite(load) && a->extent == NOC_EXTENT_ALL;
}

static noc_answer answer_of(const noc_model_point *point)
{
    /* put_load distinguishes saturated answers */
    if (point->state == NOC_CONTENTION_UNSTABLE) return NOC_ANSWER_UNBOUNDED;
    return point->state == NOC_CONTENTION_NOT_CONVERGED ? NOC_ANSWER_NOT_CONVERGED : NOC_ANSWER_OK;
}

/* Mean latency of packets, one way: the model's, scaled by the correction of the round trip, whose
 * corrected value is `watched`. */
static double packet_of(const noc_model_point *point, double watched)
{
    if (point->state == NOC_CONTENTION_UNSTABLE) return watched / 2.0;
    return point->packet_latency * (watched / point->round_trip);
}

/* Latencies at a load where queues grow, but which lies in the interval of saturation: valid if the
 * network accepts the load. */
typedef struct doubtful {
    noc_latency_set likely, least, most;
} doubtful;

/* Finds these latencies. A network that accepts the load overflows between the load and the upper
 * end of saturation's interval, on average half-way, but within its channels' capacity. Latencies
 * depend on the load over the overflow load. False: the load is above the interval, or there is no
 * interval. */
static bool find_doubtful(const network *n, double load, const noc_figures *f, doubtful *d)
{
    static const double last = 0.999; /* load with the highest latency, over the overflow load */
    const noc_figure *saturation = &f->of[NOC_METRIC_saturation_flits_per_cycle];
    const double overflow = n->limits.overflow;
    const double highest =
        fmin(overflow * saturation->hi / saturation->value, noc_model_bound(n->model->model));
    if (isnan(saturation->hi) || !(load < last * highest)) return false;
    const double half_way = 0.5 * (fmax(load, overflow) + highest);
    const double loads[] = {load / half_way, load / highest, last};
    noc_latency_set *const sets[] = {&d->likely, &d->least, &d->most};
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        const double at = fmin(loads[i], last) * overflow;
        *sets[i] =
            n->check ? noc_check_latencies(n->model, n->check, at) : noc_latencies_at(n->model, at);
    }
    return !isnan(d->likely.of[NOC_LATENCY_WATCHED]) && !isnan(d->most.of[NOC_LATENCY_WATCHED]);
}

static noc_figure doubtful_latency(const noc_widths *w, const doubtful *d, int k, double idle)
{
    const double near = 1.0; /* share of saturation that selects the interval */
    const noc_figure least = noc_widths_latency(w, (noc_latency)k, near, d->least.of[k], idle);
    const double value = d->likely.of[k];
    return noc_figure_between(value, fmin(value, isnan(least.lo) ? least.value : least.lo),
                              fmax(value, d->most.of[k]), least.confidence);
}

static void put_latencies(const network *n, const noc_model_point *point, double load,
                          const noc_widths *w, noc_figures *f, noc_estimate *e)
{
    static const noc_metric_id metrics[NOC_LATENCIES] = {
        NOC_METRIC_packet_latency_cycles, NOC_METRIC_network_latency_cycles,
        NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles};
    const bool replies = noc_graph_has_replies(&f->system->graph);
    const noc_latency_set idle = noc_latencies_of(&n->model->idle);
    const noc_latency_set set =
        n->check ? noc_check_latencies(n->model, n->check, load) : noc_latencies_of(point);
    doubtful in_doubt;
    const bool grows = isnan(set.of[NOC_LATENCY_WATCHED]);
    const bool may_hold = grows && find_doubtful(n, load, f, &in_doubt);
    for (int k = 0; k < NOC_LATENCIES; k++) {
        const noc_figure figure =
            may_hold ? doubtful_latency(w, &in_doubt, k, idle.of[k])
                     : noc_widths_latency(w, (noc_latency)k, load / n->limits.saturation, set.of[k],
                                          idle.of[k]);
        const bool trip = replies && k == NOC_LATENCY_WATCHED;
        noc_figures_put(f, trip ? NOC_METRIC_round_trip_cycles : metrics[k], figure);
        if (trip)
            noc_figures_put(f, NOC_METRIC_packet_latency_cycles,
                            noc_figure_proportional(packet_of(point, figure.value), &figure));
    }
    if (may_hold)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "by the most likely saturation a queue grows without end at this load, "
                          "which lies within its interval: latencies are given for a network that "
                          "accepts the load, from here to its saturation");
    else if (grows)
        f->no_latency =
            point->state == NOC_CONTENTION_UNSTABLE ? noc_growth_at_load : noc_growth_by_check;
}

/* Puts latencies by class of traffic, with the relative interval of the mean. A window scales all
 * classes by one factor. */
static void put_classes(const network *n, const noc_model_point *point, double load, noc_figures *f)
{
    const noc_figure *mean = &f->of[NOC_METRIC_packet_latency_cycles];
    const double own = noc_latencies_of(point).of[NOC_LATENCY_WATCHED];
    const uint32_t count = f->system->traffic.class_count;
    double accepted[NOC_TRAFFIC_CLASSES_MAX];
    if (f->system->design->traffic.classes.count == 0) return;
    noc_classes_accepted(&f->system->traffic, load, noc_overload_accepted(n->overload, load),
                         f->system->design->traffic.priority == NOC_PRIORITY_CLASS, accepted);
    for (uint32_t k = 0; k < count; k++) {
        const double value =
            count > 1 ? point->class_latency[k] * (mean->value / own) : mean->value;
        f->classes[k].latency = noc_figure_proportional(value, mean);
        f->classes[k].accepted = accepted[k];
    }
}

static noc_figure of_node(const noc_node_latency *node, double scale, const noc_figure *mean)
{
    return noc_figure_proportional(node->idle + scale * node->wait, mean);
}

/* Puts the mean latencies of the nodes with the fastest and the slowest packets, with the relative
 * interval of the mean. Waits are scaled to the corrected mean. */
static void put_nodes_latencies(const noc_node_latencies *nodes, noc_figures *f)
{
    const bool replies = noc_graph_has_replies(&f->system->graph);
    const noc_figure *mean =
        &f->of[replies ? NOC_METRIC_round_trip_cycles : NOC_METRIC_packet_latency_cycles];
    const double waits = mean->value - nodes->all.idle;
    const double scale = nodes->all.wait > 0.0 ? waits / nodes->all.wait : 0.0;
    noc_figures_put(f, NOC_METRIC_fastest_source_latency_cycles,
                    of_node(&nodes->fastest, scale, mean));
    noc_figures_put(f, NOC_METRIC_slowest_source_latency_cycles,
                    of_node(&nodes->slowest, scale, mean));
}

/* Puts the share of transactions on one die, and the round trips on one die and across dies, with
 * the relative interval of the mean. Waits are scaled to the corrected mean. */
static void put_dies(const noc_node_latencies *nodes, const noc_overload *overload, double load,
                     noc_figures *f)
{
    const noc_figure *mean = &f->of[NOC_METRIC_round_trip_cycles];
    const double waits = mean->value - nodes->all.idle;
    const double scale = nodes->all.wait > 0.0 ? fmax(waits / nodes->all.wait, 0.0) : 0.0;
    if (f->system->graph.dies == 0) return;
    noc_figures_put(f, NOC_METRIC_local_share,
                    noc_figure_exact(noc_overload_local_share(f->system, overload, load)));
    if (!noc_graph_has_replies(&f->system->graph) || isnan(mean->value)) return;
    noc_figures_put(f, NOC_METRIC_local_round_trip_cycles, of_node(&nodes->local, scale, mean));
    noc_figures_put(f, NOC_METRIC_remote_round_trip_cycles, of_node(&nodes->remote, scale, mean));
}

/* Puts shares and round trips by die if nodes wait for replies, or send as fast as the network
 * accepts. Waits are in proportion to those at the accepted load, or at the highest one that can be
 * offered. */
static void put_dies_of_loop(const noc_corrected_model *model, const noc_overload *overload,
                             double load, noc_figures *f)
{
    noc_model_point point;
    if (f->system->graph.dies == 0 || !(load > 0.0)) return;
    noc_corrected_solve(model, fmin(load, NOC_CHECK_HIGHEST * model->limits.overflow), &point);
    const noc_node_latencies nodes = noc_model_nodes(model->model);
    put_dies(&nodes, overload, load, f);
}

/* Transactions of all nodes together, per cycle. */
static double transactions_of(const noc_system *system, double accepted)
{
    return noc_system_packet_rate(system, accepted) * system->traffic.injectors;
}

/* Puts the power at rates by channel and class, and overwrites the rates. */
static noc_status put_power(const asked *a, double accepted, double *flits, noc_figures *f,
                            noc_diag *diag)
{
    if (a->seen) memcpy(a->seen, flits, noc_channels_size(a->system));
    noc_channels_join_classes(a->system, flits);
    const noc_activity activity = {flits, 1.0, noc_system_packet_flits(a->system)};
    return noc_figures_put_power(f, &activity, transactions_of(a->system, accepted), diag);
}

/* Relative error of a full network's throughput, which holds for nine of ten measured designs
 * (docs/model.md, section 6). */
static const double full_spread = 0.06, full_confidence = 0.9;
/* Relative error of single nodes, a bound by judgement, since few were compared with samples. */
static const double node_spread = 0.3;

/* True if figures at a load come from a simulated full network; otherwise they are exact. */
static bool is_played(const network *n, double load)
{
    return n->overload->full && n->overload->full->load == load;
}

static noc_figure accepted_at(const network *n, double load, double accepted)
{
    if (!is_played(n, load)) return noc_figure_exact(accepted);
    return noc_figure_between(accepted, accepted / (1.0 + full_spread),
                              accepted * (1.0 + full_spread), full_confidence);
}

/* Puts the shares of single nodes. `flits`: by channel and class. */
static void put_nodes(const network *n, double load, const double *flits, noc_figures *f)
{
    const noc_node_shares shares = noc_node_shares_of(f->system, flits);
    noc_figures_put_nodes(f, &shares, is_played(n, load) ? node_spread : 0.0);
}

/* Puts the accepted load, the utilisation of channels, and the power. Above saturation they stay
 * constant. */
static noc_status put_accepted(const asked *a, const network *n, double load, noc_figures *f,
                               noc_diag *diag)
{
    const double accepted = noc_overload_accepted(n->overload, load);
    double *flits = noc_channels_room(a->system);
    noc_status status = NOC_EFAILED;
    if (flits)
        status = noc_overload_flits(a->system, noc_model_loads(n->model->model), n->overload, load,
                                    flits);
    if (status == NOC_OK) {
        noc_figures_put(f, NOC_METRIC_accepted_flits_per_cycle, accepted_at(n, load, accepted));
        put_nodes(n, load, flits, f);
        noc_figures_put(f, NOC_METRIC_channel_utilization_max,
                        noc_figure_exact(fmin(noc_system_busiest_used(a->system, flits), 1.0)));
        status = put_power(a, accepted, flits, f, diag);
    } else {
        noc_fail_memory(diag);
    }
    free(flits);
    return status;
}

static void warn_of_saturation(const noc_figures *f, noc_estimate *e)
{
    const noc_figure *saturation = &f->of[NOC_METRIC_saturation_flits_per_cycle];
    if (e->answer == NOC_ANSWER_OK && e->load > saturation->lo)
        noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                          "the load may be above saturation: its interval begins below");
}

static noc_status put_load(const asked *a, const network *n, const noc_model_point *point,
                           const noc_widths *w, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    const double load = e->load;
    if (!n->check) e->answer = answer_of(point);
    if (noc_overload_grows(n->overload, load))
        e->answer = load > n->limits.saturation ? NOC_ANSWER_SATURATED : NOC_ANSWER_UNBOUNDED;
    put_latencies(n, point, load, w, f, e);
    put_classes(n, point, load, f);
    put_nodes_latencies(&n->nodes, f);
    put_dies(&n->nodes, n->overload, load, f);
    warn_of_saturation(f, e);
    return put_accepted(a, n, load, f, diag);
}

/* ---- a window ------------------------------------------------------------------------------- */

/* Chooses the load of a check's window, below the overflow load: where queues grow, latencies carry
 * no information. */
static double window_of(const noc_corrected_model *model, const noc_estimate *e)
{
    const double saturation = model->limits.saturation;
    const double load = isnan(e->load) ? NOC_CHECK_SHARE * saturation
                                       : fmin(e->load, NOC_CHECK_HIGHEST * saturation);
    return fmin(load, model->limits.overflow);
}

/* True if the answer has an operating point of a closed loop. */
static bool has_loop(const asked *a, double load)
{
    return isnan(load) && a->extent == NOC_EXTENT_ALL && a->system->design->closed_loop;
}

/* True if a check measures a window of the network, beside one of the loop: the network must have
 * channels with queues. */
static bool has_window(const asked *a)
{
    return a->checking && noc_graph_has_channels(&a->system->graph);
}

static noc_sampling sampling_of(const asked *a, noc_sampling_part *part, size_t position,
                                size_t count)
{
    *part = (noc_sampling_part){a->checking, position, count};
    return noc_sampling_of_part(part);
}

/* Puts the quantiles of the window, if it was measured at the requested load. */
static void put_quantiles(const noc_check_window *seen, const noc_estimate *e, noc_figures *f)
{
    if (seen->load != e->load || isnan(seen->latency)) return;
    noc_figures_put(f, NOC_METRIC_latency_p50_cycles, noc_figure_exact(seen->p50));
    noc_figures_put(f, NOC_METRIC_latency_p95_cycles, noc_figure_exact(seen->p95));
    noc_figures_put(f, NOC_METRIC_latency_p99_cycles, noc_figure_exact(seen->p99));
}

static noc_status check_network(const asked *a, const noc_corrected_model *model, noc_check *check,
                                noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_sampling_part part;
    noc_check_window seen;
    const noc_sampling own = sampling_of(a, &part, 0, has_loop(a, e->load) ? 2 : 1);
    e->seed = a->checking->seed;
    e->check_load = window_of(model, e);
    const noc_status status = noc_check_measure(a->system, &own, e->check_load, &seen, diag);
    if (status != NOC_OK) return status;
    *check = noc_check_learn(model, &seen);
    put_quantiles(&seen, e, f);
    e->check_measured = seen.latency;
    e->check_predicted = check->predicted;
    return NOC_OK;
}

static noc_status check_loop(const asked *a, bool after_network, noc_figures *f, noc_estimate *e,
                             noc_diag *diag)
{
    noc_sampling_part part;
    const noc_sampling own = sampling_of(a, &part, after_network, after_network ? 2 : 1);
    e->seed = a->checking->seed;
    return noc_check_measure_loop(a->system, &own, f, e, diag);
}

/* ---- an answer ------------------------------------------------------------------------------ */

static noc_status put_network(const asked *a, const noc_corrected_model *model, noc_widths *w,
                              noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    noc_check check;
    noc_model_point point;
    network n = {.model = model, .limits = model->limits, .overload = &model->overload};
    if (is_loaded(a, e->load)) {
        noc_corrected_solve(model, e->load, &point);
        n.nodes = noc_model_nodes(model->model);
    }
    if (is_loaded(a, e->load) && point.swing > 0.0)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "the shares of ways that packets choose among swing, and latencies by "
                          "%.2g %% to either side: intervals are widened",
                          100.0 * point.swing);
    else if (is_loaded(a, e->load) && point.state == NOC_CONTENTION_NOT_CONVERGED)
        noc_estimate_warn(e, NOC_WARNING_GROWTH,
                          "the model's iteration did not settle: latencies are its last step");
    if (has_window(a)) {
        const noc_status status = check_network(a, model, &check, f, e, diag);
        if (status != NOC_OK) return status;
        n = (network){model, &check, check.limits, &check.overload, n.nodes};
        check.overload.full = model->overload.full;
    }
    *w = noc_widths_of(a->system, model, a->calibration, n.check != NULL, e);
    w->swing = is_loaded(a, e->load) ? point.swing : 0.0;
    put_idle(model->model, &model->idle, a->checking && has_loop(a, e->load), f);
    put_limits(&n, w, f);
    return is_loaded(a, e->load) ? put_load(a, &n, &point, w, f, e, diag) : NOC_OK;
}

/* Puts the operating point of the closed loop, if no load was requested. */
static noc_status put_loop(const asked *a, const noc_corrected_model *model, const noc_widths *w,
                           noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    double ipc;
    if (!has_loop(a, e->load)) return NOC_OK;
    const noc_status status =
        noc_loop_model_put(a->system, a->calibration, model, a->guesses ? a->kept : NULL,
                           a->checking ? NULL : f, w, &ipc, e, diag);
    if (status != NOC_OK) return status;
    if (a->checking) {
        e->check_ipc_predicted = ipc;
        return check_loop(a, has_window(a), f, e, diag);
    }
    const double accepted = f->of[NOC_METRIC_accepted_flits_per_cycle].value;
    put_dies_of_loop(model, &model->overload, accepted, f);
    return NOC_OK;
}

/* True if the question is a trial of a loop, which needs the IPC alone. */
static bool asks_for_ipc(const asked *a)
{
    return a->trial && a->trial->loop;
}

static noc_status put_ipc(const asked *a, noc_figures *f, noc_estimate *e, noc_diag *diag)
{
    const noc_trial_question *q = a->trial;
    const noc_loop_trial trial = {a->calibration, a->kept, q->least, q->first};
    const noc_widths widths = noc_widths_of_loop(a->system, a->calibration, e);
    return noc_loop_model_put_ipc(&trial, &widths, f, diag);
}

/* ---- a batch -------------------------------------------------------------------------------- */

/* Makespan with an interval, the worst error of compared makespans (docs/model.md). */
static noc_figure makespan_of(const noc_eager_point *point)
{
    static const double spread = 0.2, played = 0.08;
    const double value = point->makespan, own = point->full ? played : spread;
    return noc_figure_between(value, value / (1.0 + own), value * (1.0 + own), NAN);
}

static void put_trips(const noc_model_point *point, noc_figures *f)
{
    noc_figures_put(f, NOC_METRIC_packet_latency_cycles, noc_figure_exact(point->packet_latency));
    noc_figures_put(f, NOC_METRIC_network_latency_cycles, noc_figure_exact(point->network_latency));
    noc_figures_put(f, NOC_METRIC_request_latency_cycles, noc_figure_exact(point->request_latency));
    noc_figures_put(f, NOC_METRIC_reply_latency_cycles, noc_figure_exact(point->reply_latency));
    noc_figures_put(f, NOC_METRIC_round_trip_cycles, noc_figure_exact(point->round_trip));
}

/* Puts the figures of nodes that send as fast as the network accepts, if no load was requested. */
static noc_status put_eager(const asked *a, const noc_corrected_model *model, noc_figures *f,
                            noc_estimate *e, noc_diag *diag)
{
    noc_eager_point point;
    if (!isnan(e->load) || a->extent < NOC_EXTENT_ALL ||
        !noc_traffic_is_eager(&a->system->design->traffic))
        return NOC_OK;
    if (noc_eager_solve(a->system, model, &point) != NOC_OK) return noc_fail_memory(diag);
    put_trips(&point.packet, f);
    noc_figures_put(f, NOC_METRIC_makespan_cycles, makespan_of(&point));
    noc_overload overload = model->overload;
    overload.full = point.full;
    const double load =
        point.full ? point.full->load : point.rate * a->system->traffic.injected_flits;
    put_dies_of_loop(model, &overload, load, f);
    return put_accepted(a,
                        &(network){.model = model, .limits = model->limits, .overload = &overload},
                        load, f, diag);
}

/* Puts the bottleneck of the network, if no closed loop was requested; a guess in a sweep. */
static void name_limit(const asked *a, const noc_corrected_model *model, noc_estimate *e)
{
    if (has_loop(a, e->load)) return;
    if (!a->guesses)
        noc_cause_name(a->system, model, e->load, &e->bottleneck);
    else
        noc_cause_put(a->system, model, noc_cause_guess(a->system, model->model),
                      isnan(e->load) ? model->limits.saturation : e->load, &e->bottleneck);
}

/* ---- the model ------------------------------------------------------------------------------ */

/* Model of a question. A kept system keeps its corrected model as well, which questions do not
 * change. */
typedef struct asked_model {
    noc_corrected_model corrected;
    noc_model *own;       /* model owned by the question; NULL: it is kept */
    noc_kept_value *kept; /* kept value with the model; NULL: none */
} asked_model;

static void drop_model(void *value)
{
    noc_corrected_model *corrected = value;
    noc_model_free(corrected->model);
    free(corrected);
}

/* Kept models of a system, one for each calibration in use. */
static const noc_kept_kind models = {SIZE_MAX, drop_model};

static void keep_model(const asked *a, asked_model *m)
{
    const noc_kept_key key = {&a->calibration, sizeof a->calibration};
    noc_corrected_model *copy = malloc(sizeof *copy);
    if (copy) *copy = m->corrected;
    if (copy) m->kept = noc_kept_add(a->system->found, &models, key, sizeof *copy, copy);
    if (!m->kept)
        free(copy);
    else
        m->own = NULL;
}

static noc_status find_model(const asked *a, asked_model *m, noc_diag *diag)
{
    const noc_kept_key key = {&a->calibration, sizeof a->calibration};
    noc_kept *found = a->kept ? a->system->found : NULL;
    if (a->extent == NOC_EXTENT_COST || asks_for_ipc(a)) return NOC_OK;
    m->kept = found ? noc_kept_find(found, &models, key) : NULL;
    if (m->kept) {
        m->corrected = *(const noc_corrected_model *)noc_kept_of(m->kept);
        noc_model_forget_full(m->corrected.model);
        return NOC_OK;
    }
    m->own = noc_model_new_kept(a->system, a->kept);
    if (!m->own) return noc_fail_memory(diag);
    m->corrected.model = m->own;
    if (a->extent == NOC_EXTENT_IDLE) return NOC_OK;
    m->corrected = noc_correct_as_calibrated(a->system, m->own, a->calibration);
    if (found) keep_model(a, m);
    return NOC_OK;
}

static void free_model(asked_model *m)
{
    noc_model_free(m->own);
    noc_kept_let_go(m->kept);
}

/* ---- whole answers -------------------------------------------------------------------------- */

static noc_status put_figures(const asked *a, noc_corrected_model *model, noc_figures *f,
                              noc_estimate *e, noc_diag *diag)
{
    noc_widths widths;
    if (a->extent == NOC_EXTENT_COST) return NOC_OK;
    if (asks_for_ipc(a)) return put_ipc(a, f, e, diag);
    if (a->extent == NOC_EXTENT_IDLE) {
        noc_model_solve(model->model, 0.0, &model->idle);
        put_idle(model->model, &model->idle, false, f);
        return NOC_OK;
    }
    if (is_loaded(a, e->load)) noc_corrected_play(model, e->load);
    const noc_status status = put_network(a, model, &widths, f, e, diag);
    if (status != NOC_OK) return status;
    name_limit(a, model, e);
    const noc_status sent = put_eager(a, model, f, e, diag);
    if (sent != NOC_OK) return sent;
    return put_loop(a, model, &widths, f, e, diag);
}

static noc_scope scope_of(const noc_system *system, double load)
{
    if (isfinite(load)) return NOC_SCOPE_LOAD;
    if (noc_traffic_is_eager(&system->design->traffic)) return NOC_SCOPE_EAGER;
    return system->design->closed_loop ? NOC_SCOPE_LOOP : NOC_SCOPE_LIMITS;
}

static noc_status answer(const asked *a, double load, noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    asked_model model = {.own = NULL};
    noc_figures f;
    noc_figures_begin(a->system, NOC_METHOD_MODEL, scope_of(a->system, load), &f);
    noc_estimate_begin(a->system, NOC_METHOD_MODEL, load, e);
    f.extent = a->extent;
    e->extent =
        a->extent == NOC_EXTENT_LIMITS && f.scope == NOC_SCOPE_LIMITS ? NOC_EXTENT_ALL : a->extent;
    noc_warn_unread(a->system, isnan(load) ? NOC_ASKED_MODEL : NOC_ASKED_MODEL_LOAD, e);
    noc_warn_units(a->system->design, e);
    noc_warn_idle_columns(a->system, e);
    noc_warn_priority(a->system, e);
    noc_warn_circle(a->system, e);
    if (isnan(load)) noc_warn_closed_loop(a->system->design, e);
    noc_status status = noc_figures_check_load(a->system, load, diag);
    if (status == NOC_OK) status = noc_figures_put_cost(&f, e, diag);
    if (status == NOC_OK) status = find_model(a, &model, diag);
    if (status == NOC_OK) status = put_figures(a, &model.corrected, &f, e, diag);
    free_model(&model);
    if (status == NOC_OK) {
        noc_warn_growth(&f, e);
        noc_fill(&f, e);
    }
    e->wall_s = noc_seconds() - start;
    return status;
}

const char *noc_estimate_lacks(const noc_system *system, double load, noc_metric_id id)
{
    noc_figures f;
    noc_figures_begin(system, NOC_METHOD_MODEL, scope_of(system, load), &f);
    return noc_metric_absent(&f, id);
}

noc_status noc_estimate_calibrated(const noc_system *system, const noc_calibration *calibration,
                                   double load, double *channel_flits, noc_estimate *e,
                                   noc_diag *diag)
{
    const asked a = {.system = system,
                     .calibration = calibration,
                     .kept = system->beside,
                     .seen = channel_flits,
                     .extent = NOC_EXTENT_ALL};
    return answer(&a, load, e, diag);
}

noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *e,
                              noc_diag *diag)
{
    return noc_estimate_calibrated(system, noc_calibration_shipped(), load, NULL, e, diag);
}

noc_status noc_estimate_model_next(const noc_system *system, double load, noc_extent extent,
                                   noc_kept *kept, noc_estimate *e, noc_diag *diag)
{
    const asked a = {.system = system,
                     .calibration = noc_calibration_shipped(),
                     .kept = kept,
                     .guesses = true,
                     .extent = extent};
    return answer(&a, load, e, diag);
}

noc_status noc_estimate_trial(const noc_system *system, const noc_trial_question *q, double load,
                              noc_estimate *e, noc_diag *diag)
{
    const asked a = {.system = system,
                     .calibration = q->calibration,
                     .kept = q->kept,
                     .guesses = true,
                     .extent = q->loop || isfinite(load) ? NOC_EXTENT_ALL : NOC_EXTENT_LIMITS,
                     .trial = q};
    return answer(&a, load, e, diag);
}

noc_status noc_estimate_checked(const noc_system *system, const noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *e,
                                noc_diag *diag)
{
    const asked a = {.system = system,
                     .calibration = calibration,
                     .checking = sampling,
                     .extent = NOC_EXTENT_ALL,
                     .seen = sampling->channel_flits};
    return answer(&a, load, e, diag);
}

noc_status noc_estimate_cost(const noc_system *system, noc_estimate *e, noc_diag *diag)
{
    noc_figures f;
    noc_figures_begin(system, NOC_METHOD_MODEL, NOC_SCOPE_COST, &f);
    noc_estimate_begin(system, NOC_METHOD_MODEL, NAN, e);
    e->extent = NOC_EXTENT_COST;
    const noc_status status = noc_figures_put_cost(&f, e, diag);
    if (status == NOC_OK) noc_fill(&f, e);
    return status;
}
