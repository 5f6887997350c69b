#include "hybrid/answers/estimate_sample.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
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

/* A question, and the function that measures its figures. */
typedef struct question {
    const noc_system *system;
    const noc_sampling *sampling;
    const noc_trace_schedule *schedule; /* trace to play; NULL: none */
    noc_scope scope;
    noc_answer_kind kind; /* without a trace */
    double load;          /* flits per cycle of an injecting node; NAN: none */
    /* `channel_flits`: output for the rates by channel and class, flits per cycle */
    noc_status (*measure)(const struct question *q, double *channel_flits, noc_figures *f,
                          noc_estimate *e, noc_diag *diag);
} question;

static noc_status answer_question(const question *q, noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_figures f;
    noc_figures_begin(q->system, NOC_METHOD_SAMPLE, q->scope, &f);
    noc_estimate_begin(q->system, NOC_METHOD_SAMPLE, q->load, e);
    noc_warn_design(q->system, e);
    e->seed = q->sampling->seed;
    if (q->schedule)
        noc_warn_unread_trace(q->system, q->schedule, e);
    else
        noc_warn_unread(q->system, q->kind, e);
    if (q->scope == NOC_SCOPE_LOOP) noc_warn_closed_loop(q->system->design, e);
    noc_status status = noc_figures_check_load(q->system, q->load, diag);
    if (status == NOC_OK) status = noc_figures_put_cost(&f, e, diag);
    if (status != NOC_OK) return status;
    NOC_AUTO_FREE double *channel_flits = noc_channels_alloc_rates(q->system);
    if (!channel_flits) return noc_fail_memory(diag);
    status = q->measure(q, channel_flits, &f, e, diag);
    if (status == NOC_OK) noc_fill_metrics(&f, e);
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
static void put_sample(noc_figures *f, const noc_sample *s)
{
    noc_metric_id id;
#define NOC_EACH_METRIC
#define QUANTITY(name)                 put_interval(f, id, s->quantities[NOC_SAMPLE_##name]);
#define LOAD_SAMPLE(value)             noc_figures_put_exact(f, id, value);
#define LOAD_WITHIN(value, half_width) noc_figures_put(f, id, noc_figure_within(value, half_width));
#include "hybrid/answers/metrics.def"
    put_classes(f, s);
}

/* Puts the figures of a played trace. */
static void put_play(noc_figures *f, const noc_play *play)
{
    noc_metric_id id;
#define NOC_EACH_METRIC
#define TRACE(value) noc_figures_put_exact(f, id, value);
#include "hybrid/answers/metrics.def"
}

/* Puts the latencies of packets alone in the network, which are exact without a measurement. */
static void put_zero_load(noc_figures *f)
{
    const double request = noc_mean_idle_latency(f->system, NOC_REQUEST);
    const double reply = NOC_REPLY_WAIT_CYCLES + noc_mean_idle_latency(f->system, NOC_REPLY);
    noc_figures_put_exact(f, NOC_METRIC_zero_load_latency_cycles, noc_zero_load_latency(f->system));
    noc_figures_put_exact(f, NOC_METRIC_zero_load_request_latency_cycles, request);
    noc_figures_put_exact(f, NOC_METRIC_zero_load_reply_latency_cycles, reply);
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

/* Finds the shares of nodes. With replies at a load, answered requests count: requests of all nodes
 * enter the networks at equal rates, and memory nodes decide which are answered. `channel_flits`:
 * flits per cycle by channel and class. */
static noc_node_shares find_node_shares(const question *q, const double *channel_flits,
                                        const noc_sample *sample)
{
    if (noc_graph_has_replies(&q->system->graph) && q->scope == NOC_SCOPE_LOAD)
        return (noc_node_shares){sample->least_served, sample->most_served, sample->slowest_node,
                                 sample->busiest_node};
    return noc_node_shares_find(q->system, channel_flits);
}

/* Samples a load, or nodes that send as fast as the network accepts. */
static noc_status measure_traffic(const question *q, double *channel_flits, noc_figures *f,
                                  noc_estimate *e, noc_diag *diag)
{
    const noc_system *system = q->system;
    const bool is_eager = q->scope == NOC_SCOPE_EAGER;
    noc_sample_options options = noc_sampler_options(q->sampling);
    noc_load_ceilings ceiling = {INFINITY, INFINITY};
    noc_sample sample;
    options.utilization = channel_flits;
    options.flow_counts = q->sampling->flows;
    options.is_eager = is_eager;
    noc_status status = is_eager ? NOC_OK : noc_load_ceilings_find(system, &ceiling, diag);
    if (status == NOC_OK)
        status = noc_sample_at(system, is_eager ? 0.0 : e->load, &options, &sample, diag);
    if (status != NOC_OK) return status;
    /* a finite run shows growth late if the load is near the bound */
    sample.is_growing |= e->load > ceiling.queue_bound;
    put_zero_load(f);
    put_sample(f, &sample);
    report_run(&sample, q->sampling->precision, f, e);
    if (is_eager) {
        noc_figures_put(f, NOC_METRIC_makespan_cycles,
                        noc_figure_within(sample.makespan, sample.makespan_half_width));
        name_busiest_channel(system, &sample, e);
    } else if (!q->sampling->skips_cause) {
        status = noc_cause_sample_load(system, channel_flits, e, diag);
    }
    if (status != NOC_OK) return status;
    const noc_node_shares shares = find_node_shares(q, channel_flits, &sample);
    noc_figures_put_nodes(f, &shares, 0.0);
    const double packets =
        noc_system_packet_rate(system, sample.quantities[NOC_SAMPLE_ACCEPTED].mean);
    const delivered_packets d = {noc_system_packet_flits(system),
                                 packets * system->traffic.injector_count};
    return put_power(channel_flits, q->sampling, &d, f, diag);
}

noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *e, noc_diag *diag)
{
    const question q = {.system = system,
                        .sampling = sampling,
                        .scope = NOC_SCOPE_LOAD,
                        .kind = NOC_ASKED_LOAD,
                        .load = load,
                        .measure = measure_traffic};
    return answer_question(&q, e, diag);
}

/* ---- closed loop, and batches --------------------------------------------------------------- */

static noc_status measure_loop(const question *q, double *channel_flits, noc_figures *f,
                               noc_estimate *e, noc_diag *diag)
{
    noc_loop_quality quality;
    (void)channel_flits;
    const noc_status status = noc_loop_sample_put(q->system, q->sampling, &quality, f, e, diag);
    if (status != NOC_OK) return status;
    if (quality.is_interrupted)
        warn_interrupted(e, q->sampling->precision);
    else if (!quality.is_converged)
        warn_imprecise(e, q->sampling->precision, &quality);
    put_zero_load(f);
    return NOC_OK;
}

noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *e, noc_diag *diag)
{
    const bool is_eager = noc_traffic_is_eager(&system->design->traffic);
    const question q = {.system = system,
                        .sampling = sampling,
                        .scope = is_eager ? NOC_SCOPE_EAGER : NOC_SCOPE_LOOP,
                        .kind = is_eager ? NOC_ASKED_EAGER : NOC_ASKED_LOOP,
                        .load = NAN,
                        .measure = is_eager ? measure_traffic : measure_loop};
    if (!is_eager && !system->design->closed_loop)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE,
                        "%s has no workload and no batch (--set workload=HH, traffic.batch=100)",
                        system->design->name);
    return answer_question(&q, e, diag);
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

static noc_status measure_trace(const question *q, double *channel_flits, noc_figures *f,
                                noc_estimate *e, noc_diag *diag)
{
    noc_sample_options options = noc_sampler_options(q->sampling);
    noc_play play;
    options.utilization = channel_flits;
    options.timeline = q->sampling->timeline;
    const noc_status status = noc_play_trace(q->system, q->schedule, &options, &play, diag);
    if (status != NOC_OK) return status;
    const delivered_packets d = find_delivered_trace(q->system, &play, channel_flits);
    put_play(f, &play);
    f->knows_reply_requests = q->schedule->has_answers;
    f->delivered_bytes = play.bytes / (double)play.makespan;
    f->delivered_data = play.data / (double)play.makespan;
    put_parts(q->schedule, &play.trace_tally, e);
    e->trace_packets = play.packets;
    e->cycles_simulated = play.makespan;
    e->flit_hops = play.flit_hops;
    return put_power(channel_flits, q->sampling, &d, f, diag);
}

noc_status noc_estimate_sample_trace(const noc_system *system, const noc_trace_schedule *schedule,
                                     const noc_sampling *sampling, noc_estimate *e, noc_diag *diag)
{
    const question q = {.system = system,
                        .sampling = sampling,
                        .schedule = schedule,
                        .scope = NOC_SCOPE_TRACE,
                        .load = NAN,
                        .measure = measure_trace};
    return answer_question(&q, e, diag);
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

static noc_status measure_limits(const question *q, double *channel_flits, noc_figures *f,
                                 noc_estimate *e, noc_diag *diag)
{
    const noc_sampling *sampling = q->sampling;
    const noc_sample_options options = noc_sampler_options(sampling);
    noc_sampling cause_sampling = *sampling;
    cause_sampling.keep_interrupted = false;
    noc_load_ceilings ceiling;
    noc_sample_limits limits;
    (void)channel_flits;
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
    const question q = {.system = system,
                        .sampling = sampling,
                        .scope = NOC_SCOPE_LIMITS,
                        .kind = NOC_ASKED_LOAD,
                        .load = NAN,
                        .measure = measure_limits};
    return answer_question(&q, e, diag);
}
