#include "hybrid/estimate.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analytic/model.h"
#include "hybrid/closed_calibration.h"
#include "hybrid/cost_figures.h"
#include "hybrid/intervals_put.h"
#include "hybrid/operating_point.h"
#include "sampler/play.h"

static const char *const no_load = "no load was given (--load)";
static const char *const no_memory_nodes = "the design has no memory nodes, so no replies";
static const char *const by_saturation = "a sample at one load does not search it (--saturation)";
static const char *const no_trip =
    "a trace with replies is played as it is: nobody tells which request a reply answers";
static const char *const of_trace = "a trace is played once, at its own cycles";
static const char *const no_packet = "no packet was delivered in the time simulated";
static const char *const no_knee = "at any load that the nodes can offer latency stays below it";
static const char *const by_sample = "the model does not tell it (nocsight sample)";
static const char *const cost_only = "only the cost was asked for";
static const char *const saturated = "queues grow without end at this load";

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void put(noc_estimate *e, noc_metric_id id, double value)
{
    e->metrics[id] = (noc_metric){value, NAN, NAN, NAN, NULL};
}

static void miss(noc_estimate *e, noc_metric_id id, const char *why)
{
    e->metrics[id] = (noc_metric){NAN, NAN, NAN, NAN, why};
}

static void put_interval(noc_estimate *e, noc_metric_id id, double value, double half_width)
{
    const bool known = isfinite(half_width);
    e->metrics[id] = (noc_metric){value, known ? value - half_width : NAN,
                                  known ? value + half_width : NAN, known ? 0.95 : NAN, NULL};
}

static void warn(noc_estimate *e, const char *text)
{
    if (e->warning_count < NOC_WARNINGS_MAX)
        snprintf(e->warnings[e->warning_count++], NOC_WARNING_CHARS, "%s", text);
}

static const noc_metric_id latencies[] = {
    NOC_METRIC_packet_latency_cycles,  NOC_METRIC_network_latency_cycles,
    NOC_METRIC_request_latency_cycles, NOC_METRIC_reply_latency_cycles,
    NOC_METRIC_round_trip_cycles,
};

static void miss_latencies(noc_estimate *e, const char *why)
{
    for (size_t i = 0; i < sizeof latencies / sizeof latencies[0]; i++) miss(e, latencies[i], why);
}

static bool has_replies(const noc_system *system)
{
    return system->graph.memory_count > 0;
}

/* Requests, replies and round trips exist only with memory nodes. */
static void miss_replies(const noc_system *system, noc_estimate *e)
{
    if (has_replies(system)) return;
    miss(e, NOC_METRIC_request_latency_cycles, no_memory_nodes);
    miss(e, NOC_METRIC_reply_latency_cycles, no_memory_nodes);
    miss(e, NOC_METRIC_round_trip_cycles, no_memory_nodes);
    miss(e, NOC_METRIC_memory_stall_fraction, no_memory_nodes);
}

static const char *const no_silicon = "an ideal network is made of nothing";
static const char *const no_workload = "the design has no workload (--set workload=HH)";
static const char *const other_load = "of the closed loop, which has no --load";

static const noc_metric_id of_closed_loop[] = {
    NOC_METRIC_ipc,          NOC_METRIC_ipc_per_mm2,      NOC_METRIC_outstanding_requests,
    NOC_METRIC_row_hit_rate, NOC_METRIC_bank_parallelism, NOC_METRIC_dram_utilization,
};

static void miss_closed_loop(const noc_system *system, noc_estimate *e)
{
    for (size_t i = 0; i < sizeof of_closed_loop / sizeof of_closed_loop[0]; i++)
        miss(e, of_closed_loop[i], system->design->closed_loop ? other_load : no_workload);
}

static void begin(const noc_system *system, noc_method method, double load, noc_estimate *e)
{
    memset(e, 0, sizeof *e);
    e->design = system->design;
    e->method = method;
    e->load = load;
    e->check_load = e->check_measured = e->check_predicted = NAN;
    for (int i = 0; i < NOC_METRICS; i++) miss(e, (noc_metric_id)i, no_load);
    miss_closed_loop(system, e);
}

static void name_bottleneck(const noc_system *system, noc_estimate *e, uint32_t channel,
                            noc_station station, double utilization)
{
    static const char *const resources[] = {"flits", "output VCs", "switch", "input VCs",
                                            "port and buffers"};
    noc_bottleneck *b = &e->bottleneck;
    snprintf(b->kind, sizeof b->kind, "%s",
             noc_channel_kind_name(system->graph.channels[channel].kind));
    snprintf(b->resource, sizeof b->resource, "%s", resources[station]);
    noc_channel_name(&system->graph, channel, b->where, sizeof b->where);
    b->utilization = utilization;
}

static void name_limit(const noc_system *system, noc_estimate *e, const noc_model_limit *limit)
{
    const double utilization = limit->utilization < 1.0 ? limit->utilization : 1.0;
    name_bottleneck(system, e, limit->channel, limit->station, utilization);
}

static bool is_ideal(const noc_system *system)
{
    return system->graph.networks[0].switching == NOC_SWITCHING_IDEAL; /* then all are */
}

/* An ideal network has no area; nobody says what it would take to run. */
static noc_status put_cost(const noc_system *system, noc_estimate *e, noc_diag *diag)
{
    static const noc_metric_id none[] = {
        NOC_METRIC_router_area_mm2, NOC_METRIC_link_area_mm2,     NOC_METRIC_network_area_mm2,
        NOC_METRIC_buffer_area_mm2, NOC_METRIC_crossbar_area_mm2, NOC_METRIC_allocator_area_mm2,
    };
    static const noc_metric_id unknown[] = {
        NOC_METRIC_wire_area_mm2,
        NOC_METRIC_dynamic_power_mw,
        NOC_METRIC_leakage_power_mw,
        NOC_METRIC_power_mw,
        NOC_METRIC_energy_per_flit_pj,
        NOC_METRIC_energy_per_transaction_pj,
        NOC_METRIC_energy_delay_product_pj_ns,
        NOC_METRIC_max_clock_mhz,
    };
    if (!is_ideal(system)) return noc_figures_put_cost(system, e, diag);
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) put(e, none[i], 0.0);
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) miss(e, unknown[i], no_silicon);
    put(e, NOC_METRIC_chip_area_mm2, system->design->chip.other_area_mm2);
    return NOC_OK;
}

/* Bytes of the channels that an injecting node fills at a load: those of the networks that take its
 * packets, in the shares in which they do. */
static double bytes_of_load(const noc_system *system, double load)
{
    double bytes = 0.0, flits = 0.0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        if (!net->carries[NOC_REQUEST]) continue;
        const double mean = noc_system_mean_flits(system, NOC_REQUEST, n);
        flits += mean;
        bytes += mean * net->flit_bytes;
    }
    return load * bytes / flits;
}

/* Saturation, knee and what follows from them. */
static void put_limits(const noc_system *system, noc_estimate *e, double saturation,
                       double saturation_half, double knee, double knee_half)
{
    const double transactions =
        noc_system_packet_rate(system, saturation) * system->traffic.injectors;
    const double per_area = transactions * system->traffic.transaction_bytes /
                            e->metrics[NOC_METRIC_chip_area_mm2].value;
    const double relative = saturation_half / saturation;
    const double bytes = bytes_of_load(system, saturation);
    put_interval(e, NOC_METRIC_saturation_flits_per_cycle, saturation, saturation_half);
    put_interval(e, NOC_METRIC_saturation_bytes_per_cycle, bytes, relative * bytes);
    put_interval(e, NOC_METRIC_knee_flits_per_cycle, knee, knee_half);
    if (!isfinite(knee)) miss(e, NOC_METRIC_knee_flits_per_cycle, no_knee);
    put_interval(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2, per_area,
                 relative * per_area);
    if (!isfinite(per_area))
        miss(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2,
             e->metrics[NOC_METRIC_chip_area_mm2].why);
}

/* More than the ports take cannot even be offered. */
static noc_status check_load(const noc_system *system, double load, noc_diag *diag)
{
    const double highest = noc_system_highest_load(system);
    if (isnan(load) || load <= highest) return NOC_OK;
    return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                    "--load %g: %s can inject at most %g flits per cycle and node", load,
                    system->design->name, highest);
}

static noc_sample_options sample_options(const noc_sampling *s)
{
    return (noc_sample_options){
        .precision = s->precision,
        .seed = s->seed,
        .jobs = s->jobs,
        .max_cycles = s->max_cycles,
        .no_knee = s->no_knee,
        .coarse = s->coarse,
        .progress = s->progress,
        .context = s->context,
    };
}

/* ---- model ---------------------------------------------------------------------------------- */

static void put_point(const noc_system *system, noc_estimate *e, const noc_model_point *p)
{
    put(e, NOC_METRIC_packet_latency_cycles, p->packet_latency);
    put(e, NOC_METRIC_network_latency_cycles, p->network_latency);
    put(e, NOC_METRIC_request_latency_cycles, p->request_latency);
    put(e, NOC_METRIC_reply_latency_cycles, p->reply_latency);
    put(e, NOC_METRIC_round_trip_cycles, p->round_trip);
    put(e, NOC_METRIC_accepted_flits_per_cycle, p->accepted);
    put(e, NOC_METRIC_channel_utilization_max, p->channel_utilization);
    name_limit(system, e, &p->limit);
    if (p->state == NOC_CONTENTION_UNSTABLE) {
        const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
        miss_latencies(e, saturated);
        e->answer = e->load > saturation ? NOC_ANSWER_SATURATED : NOC_ANSWER_NOT_CONVERGED;
        if (e->answer == NOC_ANSWER_NOT_CONVERGED)
            warn(e, "just below saturation: nearly all is accepted, but queues keep growing");
    } else if (p->state == NOC_CONTENTION_NOT_CONVERGED) {
        e->answer = NOC_ANSWER_NOT_CONVERGED;
        warn(e, "the model's iteration did not settle: latencies are its last step");
    }
    miss_replies(system, e);
}

static noc_status put_model(const noc_system *system, noc_model *model, noc_estimate *e,
                            noc_diag *diag)
{
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    miss(e, NOC_METRIC_latency_p50_cycles, by_sample);
    miss(e, NOC_METRIC_latency_p95_cycles, by_sample);
    miss(e, NOC_METRIC_latency_p99_cycles, by_sample);
    miss(e, NOC_METRIC_memory_stall_fraction, by_sample);
    put(e, NOC_METRIC_zero_load_latency_cycles, noc_model_zero_load(model));
    put(e, NOC_METRIC_hops_mean, noc_model_routers(model));
    put_limits(system, e, limits.saturation, NAN, limits.knee, NAN);
    name_limit(system, e, &limits.limit);
    if (isnan(e->load)) {
        miss_replies(system, e);
        return NOC_OK;
    }
    noc_model_point point;
    noc_model_solve(model, e->load, &point);
    put_point(system, e, &point);
    /* Beyond saturation only what is accepted moves. */
    const noc_activity activity =
        noc_activity_of_model(system, model, fmin(e->load, point.accepted));
    return noc_figures_put_power(system, &activity, point.accepted, e, diag);
}

static const noc_contention_terms *terms_of(const noc_calibration *calibration)
{
    return calibration ? &calibration->terms : &noc_contention_defaults;
}

/* The open model of a workload whose share of reads is another one than the traffic's needs a system of its
 * own. */
static noc_status solve_other_mix(const noc_system *system, const noc_calibration *calibration,
                                  bool ideal, const noc_workload_part *part,
                                  const noc_closed_terms *terms, noc_closed_point *point,
                                  noc_diag *diag)
{
    noc_design design = *system->design; /* borrows its lists */
    noc_system *own = NULL;
    noc_open_curve curve;
    design.traffic.read_fraction = part->workload.read_fraction;
    const noc_status status = noc_system_compile(&design, &own, diag);
    if (status != NOC_OK) return status;
    noc_model *model = ideal ? NULL : noc_model_new(own, terms_of(calibration));
    const bool made = ideal || model;
    if (made) {
        noc_open_curve_of(own, model, &curve);
        noc_closed_loop_solve(&curve, &part->workload, terms, point);
    }
    noc_model_free(model);
    noc_system_free(own);
    return made ? NOC_OK : noc_fail_memory(diag);
}

noc_status noc_closed_points(const noc_system *system, const noc_calibration *calibration,
                             noc_model *model, const noc_workload_part *parts, size_t count,
                             noc_closed_point *points, noc_diag *diag)
{
    const noc_closed_terms none = {0};
    const noc_closed_calibration *closed = noc_closed_calibration_shipped();
    const noc_closed_terms *terms = calibration && closed ? &closed->terms : &none;
    noc_open_curve curve;
    if (count > 0) noc_open_curve_of(system, model, &curve);
    for (size_t i = 0; i < count; i++) {
        noc_status status = NOC_OK;
        if (parts[i].workload.read_fraction == system->design->traffic.read_fraction)
            noc_closed_loop_solve(&curve, &parts[i].workload, terms, &points[i]);
        else
            status = solve_other_mix(system, calibration, model == NULL, &parts[i], terms,
                                     &points[i], diag);
        if (status != NOC_OK) return status;
    }
    return NOC_OK;
}

/* The operating point of the closed loop, where none other was asked for. */
static noc_status put_closed_loop(const noc_system *system, const noc_calibration *calibration,
                                  noc_model *model, noc_estimate *e, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    if (isfinite(e->load)) return NOC_OK;
    const size_t count = noc_design_workloads(system->design, parts);
    const noc_status status =
        noc_closed_points(system, calibration, model, parts, count, points, diag);
    if (status != NOC_OK || count == 0) return status;
    noc_set_mean mean;
    noc_set_mean_begin(&mean);
    for (size_t i = 0; i < count; i++) noc_set_mean_add_model(&mean, &parts[i], &points[i]);
    noc_set_mean_put(&mean, e);
    return NOC_OK;
}

/* Networks without latency need no queueing model. */
static void put_ideal(const noc_system *system, noc_estimate *e)
{
    const double saturation = noc_ideal_saturation(system);
    const double zero_load = noc_zero_load_latency(system);
    put(e, NOC_METRIC_zero_load_latency_cycles, zero_load);
    put(e, NOC_METRIC_hops_mean, 0.0);
    put_limits(system, e, saturation, NAN, NAN, NAN);
    miss(e, NOC_METRIC_memory_stall_fraction, by_sample);
    if (isfinite(e->load)) {
        miss_latencies(e, by_sample);
        put(e, NOC_METRIC_accepted_flits_per_cycle, fmin(e->load, saturation));
        if (e->load > saturation) e->answer = NOC_ANSWER_SATURATED;
    }
    miss_replies(system, e);
}

/* Answers, and leaves the model for what is still to be asked of it; the caller frees it. */
static noc_status answer(const noc_system *system, const noc_calibration *calibration, double load,
                         noc_estimate *e, noc_model **model, noc_diag *diag)
{
    begin(system, NOC_METHOD_MODEL, load, e);
    noc_status status = check_load(system, load, diag);
    if (status == NOC_OK) status = put_cost(system, e, diag);
    if (status != NOC_OK) return status;
    if (is_ideal(system)) {
        put_ideal(system, e);
    } else {
        *model = noc_model_new(system, terms_of(calibration));
        if (!*model) return noc_fail_memory(diag);
        status = put_model(system, *model, e, diag);
    }
    return status == NOC_OK ? put_closed_loop(system, calibration, *model, e, diag) : status;
}

noc_status noc_estimate_calibrated(const noc_system *system, const noc_calibration *calibration,
                                   double load, noc_estimate *e, noc_diag *diag)
{
    const double start = seconds();
    noc_model *model = NULL;
    const noc_status status = answer(system, calibration, load, e, &model, diag);
    if (status == NOC_OK && calibration) noc_intervals_put(system, model, calibration, e);
    noc_model_free(model);
    e->wall_s = seconds() - start;
    return status;
}

noc_status noc_estimate_model(const noc_system *system, double load, noc_estimate *e,
                              noc_diag *diag)
{
    return noc_estimate_calibrated(system, noc_calibration_shipped(), load, e, diag);
}

/* One window at a share of the load, or of saturation if that is less; NAN if nothing came back. */
static noc_status measure_window(const noc_system *system, const noc_sampling *sampling,
                                 const noc_estimate *e, double *load, double *latency,
                                 noc_diag *diag)
{
    static const double precision = 0.01;
    enum { WINDOW_CYCLES = 30000 }; /* per replication */
    const double saturation = e->metrics[NOC_METRIC_saturation_flits_per_cycle].value;
    noc_sample_options options = sample_options(sampling);
    noc_sample sample;
    options.precision = precision;
    options.max_cycles = WINDOW_CYCLES;
    *load = NOC_CHECK_SHARE * (e->load < saturation ? e->load : saturation);
    const noc_status status = noc_sample_at(system, *load, &options, &sample, diag);
    if (status != NOC_OK) return status;
    const double trip = sample.quantities[NOC_SAMPLE_ROUND_TRIP].mean;
    *latency = isnan(trip) ? sample.quantities[NOC_SAMPLE_LATENCY].mean : trip;
    if (sample.saturated) *latency = NAN;
    return NOC_OK;
}

static noc_status correct(const noc_system *system, const noc_calibration *calibration,
                          const noc_sampling *sampling, noc_model *model, noc_estimate *e,
                          noc_diag *diag)
{
    double load, latency;
    const noc_status status = measure_window(system, sampling, e, &load, &latency, diag);
    if (status != NOC_OK) return status;
    e->seed = sampling->seed;
    e->check_load = load;
    e->check_measured = latency;
    if (isnan(latency)) {
        warn(e, "the window of the check is above saturation itself: the model is not corrected");
        if (calibration) noc_intervals_put(system, model, calibration, e);
        return NOC_OK;
    }
    const noc_check c = noc_check_learn(model, load, latency);
    e->check_predicted = c.predicted;
    noc_check_put(system, model, calibration, &c, e);
    return NOC_OK;
}

noc_status noc_estimate_checked(const noc_system *system, const noc_calibration *calibration,
                                double load, const noc_sampling *sampling, noc_estimate *e,
                                noc_diag *diag)
{
    const double start = seconds();
    noc_model *model = NULL;
    noc_status status = answer(system, calibration, load, e, &model, diag);
    if (status == NOC_OK && model) status = correct(system, calibration, sampling, model, e, diag);
    noc_model_free(model);
    e->wall_s = seconds() - start;
    return status;
}

noc_status noc_estimate_cost(const noc_system *system, noc_estimate *e, noc_diag *diag)
{
    begin(system, NOC_METHOD_MODEL, NAN, e);
    for (int i = 0; i < NOC_METRICS; i++) miss(e, (noc_metric_id)i, cost_only);
    return put_cost(system, e, diag);
}

/* ---- sample --------------------------------------------------------------------------------- */

static void put_quantile(noc_estimate *e, noc_metric_id id, double value)
{
    if (isnan(value))
        miss(e, id, no_packet);
    else
        put(e, id, value);
}

static void say_not_converged(noc_estimate *e, double precision)
{
    char text[NOC_WARNING_CHARS];
    snprintf(text, sizeof text,
             "the precision of %g %% was not reached; the intervals are what was",
             100.0 * precision);
    e->answer = NOC_ANSWER_NOT_CONVERGED;
    warn(e, text);
}

static void put_sample(const noc_system *system, noc_estimate *e, const noc_sample *sample,
                       double precision)
{
    static const struct {
        noc_metric_id metric;
        noc_sample_quantity quantity;
    } pairs[] = {
        {NOC_METRIC_packet_latency_cycles, NOC_SAMPLE_LATENCY},
        {NOC_METRIC_network_latency_cycles, NOC_SAMPLE_NETWORK_LATENCY},
        {NOC_METRIC_request_latency_cycles, NOC_SAMPLE_REQUEST_LATENCY},
        {NOC_METRIC_reply_latency_cycles, NOC_SAMPLE_REPLY_LATENCY},
        {NOC_METRIC_round_trip_cycles, NOC_SAMPLE_ROUND_TRIP},
        {NOC_METRIC_hops_mean, NOC_SAMPLE_HOPS},
        {NOC_METRIC_accepted_flits_per_cycle, NOC_SAMPLE_ACCEPTED},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const noc_interval *q = &sample->quantities[pairs[i].quantity];
        put_interval(e, pairs[i].metric, q->mean, q->half_width);
        if (isnan(q->mean)) miss(e, pairs[i].metric, no_packet);
    }
    put_quantile(e, NOC_METRIC_latency_p50_cycles, sample->p50);
    put_quantile(e, NOC_METRIC_latency_p95_cycles, sample->p95);
    put_quantile(e, NOC_METRIC_latency_p99_cycles, sample->p99);
    put(e, NOC_METRIC_memory_stall_fraction, sample->memory_blocked);
    put(e, NOC_METRIC_channel_utilization_max, sample->utilization);
    name_bottleneck(system, e, sample->busiest, NOC_STATION_CHANNEL, sample->utilization);
    miss_replies(system, e);
    if (sample->saturated) {
        e->answer = NOC_ANSWER_SATURATED;
        warn(e, "the load is above saturation: latencies depend on the length of the sample");
    } else if (!sample->converged) {
        say_not_converged(e, precision);
    }
    e->cycles_simulated = sample->cycles;
    e->warmup_cycles = sample->warmup_cycles;
    e->windows = sample->windows;
    e->flit_hops = sample->flit_hops;
}

/* Power at the rates that were seen on the channels; `seen` is by channel and class. */
static noc_status put_sampled_power(const noc_system *system, double *seen,
                                    const noc_sampling *sampling, noc_estimate *e, noc_diag *diag)
{
    const size_t channels = system->graph.channel_count;
    if (sampling->channel_flits)
        memcpy(sampling->channel_flits, seen, channels * NOC_CLASSES * sizeof *seen);
    for (size_t c = 0; c < channels; c++) {
        double flits = 0.0;
        for (size_t k = 0; k < NOC_CLASSES; k++) flits += seen[c * NOC_CLASSES + k];
        seen[c] = flits; /* never behind what is still to be read */
    }
    const noc_activity activity = {seen, 1.0, noc_mean_packet_flits(system)};
    return noc_figures_put_power(system, &activity,
                                 e->metrics[NOC_METRIC_accepted_flits_per_cycle].value, e, diag);
}

noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *e, noc_diag *diag)
{
    const double start = seconds();
    noc_sample_options options = sample_options(sampling);
    begin(system, NOC_METHOD_SAMPLE, load, e);
    e->seed = sampling->seed;
    noc_sample sample;
    noc_status status = check_load(system, load, diag);
    if (status == NOC_OK) status = put_cost(system, e, diag);
    if (status == NOC_OK) {
        options.utilization =
            calloc((size_t)system->graph.channel_count * NOC_CLASSES, sizeof *options.utilization);
        if (!options.utilization) status = noc_fail_memory(diag);
    }
    if (status == NOC_OK) status = noc_sample_at(system, load, &options, &sample, diag);
    if (status != NOC_OK) {
        free(options.utilization);
        return status;
    }
    put(e, NOC_METRIC_zero_load_latency_cycles, noc_zero_load_latency(system));
    miss(e, NOC_METRIC_saturation_flits_per_cycle, by_saturation);
    miss(e, NOC_METRIC_saturation_bytes_per_cycle, by_saturation);
    miss(e, NOC_METRIC_knee_flits_per_cycle, by_saturation);
    miss(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2, by_saturation);
    put_sample(system, e, &sample, sampling->precision);
    status = put_sampled_power(system, options.utilization, sampling, e, diag);
    free(options.utilization);
    e->wall_s = seconds() - start;
    return status;
}

/* ---- closed loop, measured ------------------------------------------------------------------ */

/* One of several samples: its share of the progress of all. */
typedef struct part_progress {
    const noc_sampling *whole;
    size_t position, count;
} part_progress;

static bool report_part(void *context, double done)
{
    const part_progress *p = context;
    return p->whole->progress(p->whole->context, ((double)p->position + done) / (double)p->count);
}

static void add_effort(noc_estimate *e, const noc_sample *sample)
{
    e->cycles_simulated += sample->cycles;
    e->warmup_cycles += sample->warmup_cycles;
    e->windows += sample->windows;
    e->flit_hops += sample->flit_hops;
}

static noc_status sample_workloads(const noc_system *system, const noc_sampling *sampling,
                                   noc_estimate *e, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_design_workloads(system->design, parts);
    noc_set_mean mean;
    noc_set_mean_begin(&mean);
    for (size_t i = 0; i < count; i++) {
        noc_sample sample;
        part_progress progress = {sampling, i, count};
        noc_sample_options options = sample_options(sampling);
        options.workload = &parts[i].workload;
        if (sampling->progress) {
            options.progress = report_part;
            options.context = &progress;
        }
        const noc_status status = noc_sample_at(system, 0.0, &options, &sample, diag);
        if (status != NOC_OK) return status;
        noc_set_mean_add_sample(&mean, system, &parts[i], &sample);
        add_effort(e, &sample);
    }
    noc_set_mean_put(&mean, e);
    if (!mean.converged) {
        e->answer = NOC_ANSWER_NOT_CONVERGED;
        warn(e, "the precision was not reached; the intervals are what was");
    }
    return NOC_OK;
}

noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *e, noc_diag *diag)
{
    const double start = seconds();
    begin(system, NOC_METHOD_SAMPLE, NAN, e);
    e->seed = sampling->seed;
    if (!system->design->closed_loop)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s has no workload (--set workload=HH)",
                        system->design->name);
    noc_status status = put_cost(system, e, diag);
    if (status == NOC_OK) status = sample_workloads(system, sampling, e, diag);
    if (status != NOC_OK) return status;
    put(e, NOC_METRIC_zero_load_latency_cycles, noc_zero_load_latency(system));
    miss(e, NOC_METRIC_saturation_flits_per_cycle, by_saturation);
    miss(e, NOC_METRIC_saturation_bytes_per_cycle, by_saturation);
    miss(e, NOC_METRIC_knee_flits_per_cycle, by_saturation);
    miss(e, NOC_METRIC_throughput_per_area_bytes_per_cycle_mm2, by_saturation);
    e->wall_s = seconds() - start;
    return NOC_OK;
}

/* ---- a trace -------------------------------------------------------------------------------- */

static void put_play(const noc_system *system, noc_estimate *e, const noc_playlist *playlist,
                     const noc_play *play)
{
    const struct {
        noc_metric_id metric;
        double value;
    } pairs[] = {
        {NOC_METRIC_packet_latency_cycles, play->latency},
        {NOC_METRIC_network_latency_cycles, play->network_latency},
        {NOC_METRIC_request_latency_cycles, play->request_latency},
        {NOC_METRIC_reply_latency_cycles, play->reply_latency},
        {NOC_METRIC_round_trip_cycles, play->round_trip},
        {NOC_METRIC_hops_mean, play->hops},
        {NOC_METRIC_accepted_flits_per_cycle, play->accepted},
        {NOC_METRIC_latency_p50_cycles, play->p50},
        {NOC_METRIC_latency_p95_cycles, play->p95},
        {NOC_METRIC_latency_p99_cycles, play->p99},
        {NOC_METRIC_channel_utilization_max, play->utilization},
    };
    for (int id = 0; id < NOC_METRICS; id++)
        if (e->metrics[id].why == no_load) miss(e, (noc_metric_id)id, of_trace);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        put(e, pairs[i].metric, pairs[i].value);
        if (isnan(pairs[i].value)) miss(e, pairs[i].metric, no_packet);
    }
    if (!playlist->answers) miss(e, NOC_METRIC_round_trip_cycles, no_trip);
    miss(e, NOC_METRIC_memory_stall_fraction, of_trace);
    put(e, NOC_METRIC_zero_load_latency_cycles, noc_zero_load_latency(system));
    miss_replies(system, e);
    e->trace_packets = play->packets;
    e->cycles_simulated = play->makespan;
    e->flit_hops = play->flit_hops;
}

noc_status noc_estimate_sample_trace(const noc_system *system, const noc_playlist *playlist,
                                     const noc_sampling *sampling, noc_estimate *e, noc_diag *diag)
{
    const double start = seconds();
    noc_sample_options options = sample_options(sampling);
    noc_play play;
    begin(system, NOC_METHOD_SAMPLE, NAN, e);
    e->seed = sampling->seed;
    noc_status status = put_cost(system, e, diag);
    if (status != NOC_OK) return status;
    options.utilization =
        calloc((size_t)system->graph.channel_count * NOC_CLASSES, sizeof *options.utilization);
    if (!options.utilization) return noc_fail_memory(diag);
    status = noc_play_trace(system, playlist, &options, &play, diag);
    if (status == NOC_OK) {
        put_play(system, e, playlist, &play);
        status = put_sampled_power(system, options.utilization, sampling, e, diag);
    }
    free(options.utilization);
    e->wall_s = seconds() - start;
    return status;
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* The static bound of the busiest channel, where the search for saturation starts. */
static noc_status static_bound(const noc_system *system, double *bound, noc_diag *diag)
{
    noc_loads loads;
    if (noc_loads_new(system, &loads) != NOC_OK) return noc_fail_memory(diag);
    const double highest = noc_system_highest_load(system);
    *bound = is_ideal(system) ? noc_ideal_saturation(system) : noc_loads_bound(system, &loads);
    if (*bound > highest) *bound = highest;
    noc_loads_clear(&loads);
    return NOC_OK;
}

noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *e, noc_diag *diag)
{
    const double start = seconds();
    const noc_sample_options options = sample_options(sampling);
    const double zero_load = noc_zero_load_latency(system);
    begin(system, NOC_METHOD_SAMPLE, NAN, e);
    e->seed = sampling->seed;
    double bound = 0.0;
    noc_sample_limits limits;
    noc_status status = put_cost(system, e, diag);
    if (status == NOC_OK) status = static_bound(system, &bound, diag);
    if (status == NOC_OK)
        status = noc_sample_find_limits(system, zero_load, bound, &options, &limits, diag);
    if (status != NOC_OK) return status;
    put(e, NOC_METRIC_zero_load_latency_cycles, zero_load);
    put_limits(system, e, limits.saturation, limits.saturation_half_width, limits.knee,
               limits.knee_half_width);
    miss_replies(system, e);
    if (!limits.converged) say_not_converged(e, sampling->precision);
    e->cycles_simulated = limits.cycles;
    e->windows = limits.windows;
    e->flit_hops = limits.flit_hops;
    e->wall_s = seconds() - start;
    return NOC_OK;
}
