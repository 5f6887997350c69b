#include "hybrid/answers/estimate_sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/overload.h"
#include "analytic/shared_limits.h"
#include "analytic/zero_load.h"
#include "base/auto.h"
#include "hybrid/answers/cause_sample.h"
#include "hybrid/answers/figures/bottleneck.h"
#include "hybrid/answers/figures/channels.h"
#include "hybrid/answers/figures/cost_figures.h"
#include "hybrid/answers/figures/fill.h"
#include "hybrid/answers/loop_sample.h"
#include "hybrid/answers/warnings.h"
#include "sampler/sampling/limits.h"
#include "sampler/sampling/play.h"

/* ---- all answers ---------------------------------------------------------------------------- */

static void begin_sample(const noc_system *system, const noc_sampling *sampling, noc_scope scope,
                         double load, noc_figures *f, noc_estimate *e)
{
    noc_figures_begin(system, NOC_METHOD_SAMPLE, scope, f);
    noc_estimate_begin(system, NOC_METHOD_SAMPLE, load, e);
    noc_warn_units(system->design, e);
    noc_warn_idle_columns(system, e);
    noc_warn_priority(system, e);
    noc_warn_deadlock(system, e);
    e->seed = sampling->seed;
}

static noc_status end_sample(noc_status status, const noc_figures *f, double start, noc_estimate *e)
{
    if (status == NOC_OK) noc_fill_metrics(f, e);
    e->wall_s = noc_seconds() - start;
    return status;
}

/* Rounds a reached half-width up to two digits, to a precision that it meets. */
static double round_precision(double reached)
{
    const double unit = pow(10.0, floor(log10(reached)) - 1.0);
    return ceil(reached / unit) * unit;
}

/* Warns that a sample ended before it reached the requested precision, and names an option that
 * reaches it. */
static void warn_imprecise(noc_estimate *e, double precision, const noc_loop_quality *q)
{
    char option[60] = "";
    e->answer = NOC_ANSWER_IMPRECISE;
    if (q->wanted_cycles)
        snprintf(option, sizeof option, "about --cycles %" PRIu64, q->wanted_cycles);
    if (!isfinite(q->half_width))
        noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                          "too few packets arrived: it needs a longer run (--cycles)");
    else if (!q->is_settled)
        noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                          "the run ended before it had settled: it needs %s",
                          *option ? option : "a longer one");
    else
        noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                          "the precision of %g %% was not reached, %.2g %% was: it needs %s%s"
                          "--precision %g",
                          100.0 * precision, 100.0 * q->half_width, option, *option ? ", or " : "",
                          round_precision(q->half_width));
}

static void warn_interrupted(noc_estimate *e, double precision)
{
    e->answer = NOC_ANSWER_IMPRECISE;
    noc_estimate_warn(e, NOC_WARNING_INTERVAL,
                      "stopped before the precision of %g %% was reached: figures and intervals "
                      "are of the measured part",
                      100.0 * precision);
}

/* ---- figures of runs ------------------------------------------------------------------------ */

/* Puts intervals of samples, by the facts in metrics.def. */

static void put_interval(noc_figures *f, noc_metric_id id, noc_interval q)
{
    noc_figures_put(f, id, noc_figure_within(q.mean, q.half_width));
}

static void put_sampled(noc_figures *f, noc_metric_id id, const noc_sample *s)
{
    switch (id) {
#define QUANTITY(name)                 put_interval(f, id, s->quantities[NOC_SAMPLE_##name]);
#define LOAD_SAMPLE(value)             noc_figures_put(f, id, noc_figure_exact(value));
#define LOAD_WITHIN(value, half_width) noc_figures_put(f, id, noc_figure_within(value, half_width));
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
}

/* Puts the figures of classes of packets. */
static void put_classes(noc_figures *f, const noc_sample *sample)
{
    for (int k = 0; k < NOC_TRAFFIC_CLASSES_MAX; k++) {
        const noc_sample_class *class = &sample->classes[k];
        f->classes[k] =
            (noc_class_figures){noc_figure_within(class->latency.mean, class->latency.half_width),
                                noc_figure_exact(class->p99), class->accepted};
    }
}

/* Puts the figures of a sample: at a load, or of nodes that send as fast as the network accepts. */
static void put_sample(noc_figures *f, const noc_sample *sample)
{
    for (int id = 0; id < NOC_METRICS; id++) put_sampled(f, (noc_metric_id)id, sample);
    put_classes(f, sample);
}

static void put_played(noc_figures *f, noc_metric_id id, const noc_play *play)
{
    switch (id) {
#define TRACE(value) noc_figures_put(f, id, noc_figure_exact(value));
#include "hybrid/answers/metrics.def"
    default:
        break;
    }
}

/* Puts the figures of a played trace. */
static void put_play(noc_figures *f, const noc_play *play)
{
    for (int id = 0; id < NOC_METRICS; id++) put_played(f, (noc_metric_id)id, play);
}

/* Puts the latencies of packets alone in the network, which are exact without a measurement. */
static void put_zero_load(noc_figures *f)
{
    const double request = noc_mean_idle_latency(f->system, NOC_REQUEST);
    const double reply = NOC_REPLY_WAIT_CYCLES + noc_mean_idle_latency(f->system, NOC_REPLY);
    noc_figures_put(f, NOC_METRIC_zero_load_latency_cycles,
                    noc_figure_exact(noc_zero_load_latency(f->system)));
    noc_figures_put(f, NOC_METRIC_zero_load_request_latency_cycles, noc_figure_exact(request));
    noc_figures_put(f, NOC_METRIC_zero_load_reply_latency_cycles, noc_figure_exact(reply));
}

/* ---- ceilings by channels ------------------------------------------------------------------- */

noc_status noc_load_ceilings_find(const noc_system *system, noc_load_ceilings *c, noc_diag *diag)
{
    const double highest = noc_system_highest_load(system);
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_loads loads;
    *c = (noc_load_ceilings){highest, highest};
    /* packets can avoid full channels, so there is no bound */
    if (system->routes.choices) return NOC_OK;
    if (noc_loads_new(system, &scratch, &loads) != NOC_OK) return noc_fail_memory(diag);
    *c = (noc_load_ceilings){fmin(noc_networks_bound(system, &loads), highest),
                             fmin(noc_overload_upper_bound(system, &loads), highest)};
    return NOC_OK;
}

/* ---- power at measured rates ---------------------------------------------------------------- */

/* Packets delivered by the network: mean flits per packet, and transactions per cycle. */
typedef struct delivered_packets {
    double packet_flits, transactions;
} delivered_packets;

/* Puts the power; `channel_flits`: flits per cycle by channel and class. */
static noc_status put_power(double *channel_flits, const noc_sampling *sampling,
                            const delivered_packets *d, noc_figures *f, noc_diag *diag)
{
    if (sampling->channel_flits)
        memcpy(sampling->channel_flits, channel_flits, noc_channels_rates_size(f->system));
    noc_channels_sum_classes(f->system, channel_flits);
    const noc_activity activity = {channel_flits, 1.0, d->packet_flits};
    return noc_figures_put_power(f, &activity, d->transactions, diag);
}

/* ---- answers at a load ---------------------------------------------------------------------- */

/* Names the busiest channel as the bottleneck of a batch, since nothing else is measured. */
static void name_busiest_channel(const noc_system *system, const noc_sample *sample,
                                 noc_estimate *e)
{
    noc_bottleneck *b = &e->bottleneck;
    if (!noc_graph_has_channels(&system->graph)) return;
    const noc_channel *channel = &system->graph.channels[sample->busiest_channel];
    snprintf(b->kind, sizeof b->kind, "%s",
             noc_resource_name(noc_resource_of_channel(&system->graph, sample->busiest_channel)));
    snprintf(b->resource, sizeof b->resource, "%s", noc_channel_kind_name(channel->kind));
    noc_channel_name(&system->graph, sample->busiest_channel, b->where, sizeof b->where);
    b->utilization = fmin(sample->utilization, 1.0);
}

static void report_run(const noc_sample *sample, double precision, noc_figures *f, noc_estimate *e)
{
    if (sample->is_saturated || sample->is_growing) {
        e->answer = sample->is_saturated ? NOC_ANSWER_SATURATED : NOC_ANSWER_UNBOUNDED;
        f->no_latency = noc_load_growth_reason;
        noc_warn_growth(f, e);
    } else if (sample->is_interrupted) {
        warn_interrupted(e, precision);
    } else if (!sample->is_converged) {
        warn_imprecise(e, precision,
                       &(noc_loop_quality){.is_settled = sample->is_settled,
                                           .half_width = sample->reached_width,
                                           .wanted_cycles = sample->wanted_cycles});
    }
    e->cycles_simulated = sample->cycles;
    e->warmup_cycles = sample->warmup_cycles;
    e->windows = sample->windows;
    e->flit_hops = sample->flit_hops;
}

static delivered_packets find_delivered_load(const noc_system *system, double accepted)
{
    const double packets = noc_system_packet_rate(system, accepted);
    return (delivered_packets){noc_system_packet_flits(system),
                               packets * system->traffic.injector_count};
}

/* Finds the shares of nodes at a load. With replies, answered requests count: requests of all nodes
 * enter the networks at equal rates, and memory nodes decide which are answered. `channel_flits`:
 * flits per cycle by channel and class. */
static noc_node_shares find_node_shares(const noc_system *system, const double *channel_flits,
                                        const noc_sample *sample)
{
    if (noc_graph_has_replies(&system->graph))
        return (noc_node_shares){sample->least_served, sample->most_served, sample->slowest_node,
                                 sample->busiest_node};
    return noc_node_shares_find(system, channel_flits);
}

/* Samples a load. `channel_flits`: output for the rates by channel and class. */
static noc_status sample_load(const noc_sampling *sampling, double *channel_flits, noc_figures *f,
                              noc_estimate *e, noc_diag *diag)
{
    const noc_system *system = f->system;
    noc_sample_options options = noc_sampler_options(sampling);
    noc_load_ceilings ceiling;
    noc_sample sample;
    options.utilization = channel_flits;
    options.flow_counts = sampling->flows;
    noc_status status = noc_load_ceilings_find(system, &ceiling, diag);
    if (status == NOC_OK) status = noc_sample_at(system, e->load, &options, &sample, diag);
    if (status != NOC_OK) return status;
    /* a finite run shows growth late if the load is near the bound */
    sample.is_growing |= e->load > ceiling.queue_bound;
    put_zero_load(f);
    put_sample(f, &sample);
    report_run(&sample, sampling->precision, f, e);
    if (!sampling->skips_cause) status = noc_cause_sample_load(system, channel_flits, e, diag);
    if (status != NOC_OK) return status;
    const noc_node_shares shares = find_node_shares(system, channel_flits, &sample);
    noc_figures_put_nodes(f, &shares, 0.0);
    const delivered_packets d =
        find_delivered_load(system, sample.quantities[NOC_SAMPLE_ACCEPTED].mean);
    return put_power(channel_flits, sampling, &d, f, diag);
}

noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_figures f;
    begin_sample(system, sampling, NOC_SCOPE_LOAD, load, &f, e);
    noc_warn_unread(system, NOC_ASKED_LOAD, e);
    noc_status status = noc_figures_check_load(system, load, diag);
    if (status == NOC_OK) status = noc_figures_put_cost(&f, e, diag);
    if (status != NOC_OK) return status;
    double *channel_flits = noc_channels_alloc_rates(system);
    status =
        channel_flits ? sample_load(sampling, channel_flits, &f, e, diag) : noc_fail_memory(diag);
    free(channel_flits);
    return end_sample(status, &f, start, e);
}

/* ---- batches -------------------------------------------------------------------------------- */

static noc_status sample_eager(const noc_sampling *sampling, double *channel_flits, noc_figures *f,
                               noc_estimate *e, noc_diag *diag)
{
    noc_sample_options options = noc_sampler_options(sampling);
    noc_sample sample;
    options.utilization = channel_flits;
    options.flow_counts = sampling->flows;
    options.is_eager = true;
    const noc_status status = noc_sample_at(f->system, 0.0, &options, &sample, diag);
    if (status != NOC_OK) return status;
    put_zero_load(f);
    put_sample(f, &sample);
    noc_figures_put(f, NOC_METRIC_makespan_cycles,
                    noc_figure_within(sample.makespan, sample.makespan_half_width));
    report_run(&sample, sampling->precision, f, e);
    name_busiest_channel(f->system, &sample, e);
    const noc_node_shares shares = noc_node_shares_find(f->system, channel_flits);
    noc_figures_put_nodes(f, &shares, 0.0);
    const delivered_packets d =
        find_delivered_load(f->system, sample.quantities[NOC_SAMPLE_ACCEPTED].mean);
    return put_power(channel_flits, sampling, &d, f, diag);
}

static noc_status estimate_eager(const noc_system *system, const noc_sampling *sampling,
                                 noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_figures f;
    begin_sample(system, sampling, NOC_SCOPE_EAGER, NAN, &f, e);
    noc_warn_unread(system, NOC_ASKED_EAGER, e);
    noc_status status = noc_figures_put_cost(&f, e, diag);
    if (status != NOC_OK) return status;
    double *channel_flits = noc_channels_alloc_rates(system);
    status =
        channel_flits ? sample_eager(sampling, channel_flits, &f, e, diag) : noc_fail_memory(diag);
    free(channel_flits);
    return end_sample(status, &f, start, e);
}

/* ---- closed loop ---------------------------------------------------------------------------- */

noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_loop_quality quality;
    noc_figures f;
    if (noc_traffic_is_eager(&system->design->traffic))
        return estimate_eager(system, sampling, e, diag);
    begin_sample(system, sampling, NOC_SCOPE_LOOP, NAN, &f, e);
    if (!system->design->closed_loop)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "%s has no workload and no batch (--set workload=HH, traffic.batch=100)",
                        system->design->name);
    noc_warn_unread(system, NOC_ASKED_LOOP, e);
    noc_warn_closed_loop(system->design, e);
    noc_status status = noc_figures_put_cost(&f, e, diag);
    if (status == NOC_OK) status = noc_loop_sample_put(system, sampling, &quality, &f, e, diag);
    if (status != NOC_OK) return status;
    if (quality.is_interrupted) {
        warn_interrupted(e, sampling->precision);
    } else if (!quality.is_converged) {
        warn_imprecise(e, sampling->precision, &quality);
    }
    put_zero_load(&f);
    return end_sample(status, &f, start, e);
}

/* ---- a trace -------------------------------------------------------------------------------- */

/* Packets of the trace that were delivered, not those of the design's traffic. `channel_flits`:
 * flits per cycle by channel and class. */
static delivered_packets find_delivered_trace(const noc_system *system, const noc_play *play,
                                              const double *channel_flits)
{
    const noc_graph *g = &system->graph;
    const double cycles = (double)play->makespan;
    double flits = 0.0;
    for (uint32_t i = 0; i < g->injector_count; i++)
        for (int k = 0; k < NOC_CLASSES; k++)
            flits += channel_flits[g->injectors[i] * NOC_CLASSES + (uint32_t)k];
    return (delivered_packets){flits * cycles / (double)play->packets,
                               (double)play->requests / cycles};
}

static double mean_latency(const noc_trace_count *c)
{
    return c->packets ? (double)c->latency_sum / (double)c->packets : NAN;
}

static void add_count(noc_trace_count *sum, const noc_trace_count *c)
{
    sum->packets += c->packets;
    sum->latency_sum += c->latency_sum;
}

static noc_trace_part make_phase_part(const noc_phase_count *phase, uint64_t start,
                                      const char *name)
{
    noc_trace_count all = {0, 0}, requests = {0, 0}, replies = {0, 0};
    for (int k = 0; k < NOC_TRACE_KINDS; k++) {
        const bool request = k == NOC_TRACE_KIND_READ || k == NOC_TRACE_KIND_WRITE;
        add_count(&all, &phase->kinds[k]);
        add_count(request ? &requests : &replies, &phase->kinds[k]);
    }
    const noc_trace_count trips = {phase->round_trips, phase->round_trip_sum};
    return (noc_trace_part){name,
                            all.packets,
                            phase->first_creation - start,
                            phase->last_arrival - start,
                            mean_latency(&all),
                            mean_latency(&requests),
                            mean_latency(&replies),
                            mean_latency(&trips)};
}

/* Puts latencies by class and, if the trace has phases, by phase. */
static void put_parts(const noc_trace_schedule *schedule, const noc_trace_tally *t, noc_estimate *e)
{
    const noc_trace *trace = schedule->trace;
    for (int k = 0; k < NOC_TRACE_KINDS; k++) {
        noc_trace_count all = {0, 0};
        for (size_t i = 0; i <= trace->phase_count; i++) add_count(&all, &t->phases[i].kinds[k]);
        if (all.packets == 0) continue;
        e->trace_classes[e->trace_class_count++] =
            (noc_trace_part){.name = noc_trace_kind_name((noc_trace_kind)k),
                             .packets = all.packets,
                             .latency = mean_latency(&all)};
    }
    for (size_t i = 0; trace->phase_count > 0 && i <= trace->phase_count; i++) {
        const size_t at =
            (i + 1) % (trace->phase_count + 1u); /* packets without a phase come last */
        if (t->phases[at].last_arrival > 0)
            e->trace_phases[e->trace_phase_count++] =
                make_phase_part(&t->phases[at], schedule->start, at ? trace->phases[at - 1] : "");
    }
}

static noc_status sample_trace(const noc_trace_schedule *schedule, const noc_sampling *sampling,
                               double *channel_flits, noc_figures *f, noc_estimate *e,
                               noc_diag *diag)
{
    noc_sample_options options = noc_sampler_options(sampling);
    noc_play play;
    options.utilization = channel_flits;
    options.timeline = sampling->timeline;
    const noc_status status = noc_play_trace(f->system, schedule, &options, &play, diag);
    if (status != NOC_OK) return status;
    if (sampling->channel_flits)
        memcpy(sampling->channel_flits, channel_flits, noc_channels_rates_size(f->system));
    const delivered_packets d = find_delivered_trace(f->system, &play, channel_flits);
    put_play(f, &play);
    f->knows_reply_requests = schedule->has_answers;
    f->delivered_bytes = play.bytes / (double)play.makespan;
    f->delivered_data = play.data / (double)play.makespan;
    put_parts(schedule, &play.trace_tally, e);
    e->trace_packets = play.packets;
    e->cycles_simulated = play.makespan;
    e->flit_hops = play.flit_hops;
    return put_power(channel_flits, sampling, &d, f, diag);
}

noc_status noc_estimate_sample_trace(const noc_system *system, const noc_trace_schedule *schedule,
                                     const noc_sampling *sampling, noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_figures f;
    begin_sample(system, sampling, NOC_SCOPE_TRACE, NAN, &f, e);
    noc_warn_unread_trace(system, schedule, e);
    noc_status status = noc_figures_put_cost(&f, e, diag);
    if (status != NOC_OK) return status;
    double *channel_flits = noc_channels_alloc_rates(system);
    status = channel_flits ? sample_trace(schedule, sampling, channel_flits, &f, e, diag)
                           : noc_fail_memory(diag);
    free(channel_flits);
    return end_sample(status, &f, start, e);
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* Clips the limits of a finite run to the upper bounds: a finite run has a small error, and a mean
 * latency even where a queue grows. */
static void clip_limits(const noc_load_ceilings *c, noc_sample_limits *limits)
{
    limits->saturation = fmin(limits->saturation, c->saturation);
    if (limits->knee > c->queue_bound) limits->knee = c->queue_bound; /* not if the knee is NAN */
}

/* A figure with an interval whose upper end is at most `largest_ratio` times the value. */
static noc_figure make_clipped_figure(double value, double half_width, double largest_ratio)
{
    noc_figure figure = noc_figure_within(value, half_width);
    if (figure.hi > largest_ratio * value) figure.hi = largest_ratio * value;
    return figure;
}

static void put_limits(const noc_load_ceilings *c, const noc_sample_limits *limits, noc_figures *f)
{
    noc_figures_put(f, NOC_METRIC_saturation_flits_per_cycle,
                    make_clipped_figure(limits->saturation, limits->saturation_half_width,
                                        c->saturation / limits->saturation));
    noc_figures_put(
        f, NOC_METRIC_knee_flits_per_cycle,
        make_clipped_figure(limits->knee, limits->knee_half_width, c->queue_bound / limits->knee));
}

static noc_status search_limits(const noc_sampling *sampling, noc_figures *f, noc_estimate *e,
                                noc_diag *diag)
{
    const noc_sample_options options = noc_sampler_options(sampling);
    noc_sampling cause_sampling = *sampling;
    cause_sampling.keep_interrupted = false;
    noc_load_ceilings ceiling;
    noc_sample_limits limits;
    noc_status status = noc_load_ceilings_find(f->system, &ceiling, diag);
    if (status == NOC_OK)
        status = noc_sample_find_limits(f->system, noc_zero_load_latency(f->system),
                                        ceiling.queue_bound, &options, &limits, diag);
    if (status != NOC_OK) return status;
    clip_limits(&ceiling, &limits);
    f->is_interrupted = limits.is_interrupted;
    put_zero_load(f);
    put_limits(&ceiling, &limits, f);
    e->cycles_simulated = limits.cycles;
    e->windows = limits.windows;
    e->flit_hops = limits.flit_hops;
    if (!sampling->skips_cause && !limits.is_interrupted)
        status =
            noc_cause_sample_saturation(f->system, &cause_sampling, limits.saturation, e, diag);
    limits.is_interrupted |= status == NOC_EINTERRUPTED && sampling->keep_interrupted;
    if (limits.is_interrupted) {
        warn_interrupted(e, sampling->precision);
        return NOC_OK;
    }
    if (status == NOC_OK && !limits.is_converged)
        warn_imprecise(
            e, sampling->precision,
            &(noc_loop_quality){.is_settled = true,
                                .half_width = limits.saturation_half_width / limits.saturation});
    return status;
}

noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_figures f;
    begin_sample(system, sampling, NOC_SCOPE_LIMITS, NAN, &f, e);
    noc_warn_unread(system, NOC_ASKED_LOAD, e);
    noc_status status = noc_figures_put_cost(&f, e, diag);
    if (status == NOC_OK) status = search_limits(sampling, &f, e, diag);
    return end_sample(status, &f, start, e);
}
