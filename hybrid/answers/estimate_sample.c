/* Estimates by the sampler: at a load, in closed loop, of a trace, and the search for saturation. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/zero_load.h"
#include "hybrid/answers/bottleneck.h"
#include "hybrid/answers/cause_sample.h"
#include "hybrid/answers/ceilings.h"
#include "hybrid/answers/channels.h"
#include "hybrid/answers/cost_figures.h"
#include "hybrid/answers/figures.h"
#include "hybrid/answers/loop_sample.h"
#include "hybrid/answers/seconds.h"
#include "sampler/play.h"

static const char *const by_saturation = "a sample at one load does not search it (--saturation)";
static const char *const no_trip =
    "a trace with replies is played as it is: nobody tells which request a reply answers";
static const char *const of_trace = "a trace is played once, at its own cycles";
static const char *const no_packet = "no packet was delivered in the time simulated";

/* ---- at a load ------------------------------------------------------------------------------ */

static void put_quantile(noc_estimate *e, noc_metric_id id, double value)
{
    if (isnan(value))
        noc_figures_miss(e, id, no_packet);
    else
        noc_figures_put(e, id, value);
}

static void say_imprecise(noc_estimate *e, double precision)
{
    e->answer = NOC_ANSWER_IMPRECISE;
    noc_figures_warn(e, "the precision of %g %% was not reached; the intervals are what was",
                     100.0 * precision);
}

/* A load below saturation is not limited by anything. */
static void name_busiest(const noc_system *system, const noc_sample *sample, noc_estimate *e)
{
    noc_bottleneck *b = &e->bottleneck;
    if (!noc_graph_has_channels(&system->graph)) return;
    const noc_channel *channel = &system->graph.channels[sample->busiest];
    snprintf(b->kind, sizeof b->kind, "%s",
             noc_resource_name(noc_resource_of_channel(&system->graph, sample->busiest)));
    snprintf(b->resource, sizeof b->resource, "%s", noc_channel_kind_name(channel->kind));
    noc_channel_name(&system->graph, sample->busiest, b->where, sizeof b->where);
    b->utilization = fmin(sample->utilization, 1.0);
}

static void put_sample(const noc_system *system, noc_estimate *e, const noc_sample *sample,
                       double precision)
{
    for (size_t i = 0; i < NOC_SAMPLE_FIGURES; i++) {
        const noc_sample_figure f = noc_sample_figures[i];
        const noc_interval *q = &sample->quantities[f.quantity];
        noc_figures_put_interval(e, f.metric, q->mean, q->half_width);
        if (isnan(q->mean)) noc_figures_miss(e, f.metric, no_packet);
    }
    put_quantile(e, NOC_METRIC_latency_p50_cycles, sample->p50);
    put_quantile(e, NOC_METRIC_latency_p95_cycles, sample->p95);
    put_quantile(e, NOC_METRIC_latency_p99_cycles, sample->p99);
    noc_figures_put(e, NOC_METRIC_memory_stall_fraction, sample->memory_blocked);
    noc_figures_put(e, NOC_METRIC_channel_utilization_max, sample->utilization);
    noc_figures_miss_channels(system, e);
    noc_figures_miss_replies(system, e);
    if (sample->saturated || sample->grows) {
        e->answer = sample->saturated ? NOC_ANSWER_SATURATED : NOC_ANSWER_UNBOUNDED;
        noc_figures_miss_latencies(e);
        noc_figures_say_growth(e);
    } else if (!sample->converged) {
        say_imprecise(e, precision);
    }
    e->cycles_simulated = sample->cycles;
    e->warmup_cycles = sample->warmup_cycles;
    e->windows = sample->windows;
    e->flit_hops = sample->flit_hops;
}

/* What went over the network, per cycle: packets' mean length in flits, and those that nodes created and got delivered. */
typedef struct delivered {
    double packet_flits, transactions;
} delivered;

/* Power at the rates that were seen on the channels; `seen` is by channel and class. */
static noc_status put_sampled_power(const noc_system *system, double *seen,
                                    const noc_sampling *sampling, const delivered *d,
                                    noc_estimate *e, noc_diag *diag)
{
    if (sampling->channel_flits) memcpy(sampling->channel_flits, seen, noc_channels_size(system));
    noc_channels_join_classes(system, seen);
    const noc_activity activity = {seen, 1.0, d->packet_flits};
    return noc_figures_put_power(system, &activity, d->transactions, e, diag);
}

static delivered delivered_of_traffic(const noc_system *system, const noc_estimate *e)
{
    const double packets =
        noc_system_packet_rate(system, e->metrics[NOC_METRIC_accepted_flits_per_cycle].value);
    return (delivered){noc_system_packet_flits(system), packets * system->traffic.injectors};
}

noc_status noc_estimate_sample(const noc_system *system, double load, const noc_sampling *sampling,
                               noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_sample_options options = noc_figures_sample_options(sampling);
    noc_figures_begin(system, NOC_METHOD_SAMPLE, load, NULL, e);
    noc_figures_warn_unread(system, NOC_ASKED_LOAD, e);
    e->seed = sampling->seed;
    noc_sample sample;
    noc_status status = noc_figures_check_load(system, load, diag);
    if (status == NOC_OK) status = noc_figures_put_cost(system, e, diag);
    noc_ceilings ceiling = {0.0, 0.0};
    if (status == NOC_OK) status = noc_ceilings_find(system, &ceiling, diag);
    if (status == NOC_OK) {
        options.utilization = noc_channels_room(system);
        if (!options.utilization) status = noc_fail_memory(diag);
    }
    if (status == NOC_OK) status = noc_sample_at(system, load, &options, &sample, diag);
    if (status != NOC_OK) {
        free(options.utilization);
        return status;
    }
    noc_figures_put_zero_load(system, e);
    noc_figures_miss(e, NOC_METRIC_saturation_flits_per_cycle, by_saturation);
    noc_figures_miss(e, NOC_METRIC_knee_flits_per_cycle, by_saturation);
    sample.grows |= load > ceiling.bound; /* it shows later, the nearer the load is */
    put_sample(system, e, &sample, sampling->precision);
    name_busiest(system, &sample, e);
    const delivered d = delivered_of_traffic(system, e);
    status = put_sampled_power(system, options.utilization, sampling, &d, e, diag);
    noc_figures_follow(e);
    free(options.utilization);
    e->wall_s = noc_seconds() - start;
    return status;
}

/* ---- closed loop, measured ------------------------------------------------------------------ */

noc_status noc_estimate_sample_closed(const noc_system *system, const noc_sampling *sampling,
                                      noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_loop_quality quality;
    noc_figures_begin(system, NOC_METHOD_SAMPLE, NAN, NULL, e);
    e->seed = sampling->seed;
    if (!system->design->closed_loop)
        return noc_fail(diag, NOC_EUSAGE, NOC_NOWHERE, "%s has no workload (--set workload=HH)",
                        system->design->name);
    noc_figures_warn_unread(system, NOC_ASKED_LOOP, e);
    noc_status status = noc_figures_put_cost(system, e, diag);
    if (status == NOC_OK) status = noc_loop_sample_put(system, sampling, &quality, e, diag);
    if (status != NOC_OK) return status;
    if (!quality.converged) {
        e->answer = NOC_ANSWER_IMPRECISE;
        noc_figures_warn(e, "the precision was not reached; the intervals are what was");
    }
    noc_figures_put_zero_load(system, e);
    noc_figures_miss(e, NOC_METRIC_saturation_flits_per_cycle, by_saturation);
    noc_figures_miss(e, NOC_METRIC_knee_flits_per_cycle, by_saturation);
    noc_figures_follow(e);
    e->wall_s = noc_seconds() - start;
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
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        noc_figures_put(e, pairs[i].metric, pairs[i].value);
        if (isnan(pairs[i].value)) noc_figures_miss(e, pairs[i].metric, no_packet);
    }
    if (!playlist->answers) noc_figures_miss(e, NOC_METRIC_round_trip_cycles, no_trip);
    noc_figures_put(e, NOC_METRIC_delivered_bytes_per_cycle,
                    noc_playlist_bytes(system, playlist) / (double)play->makespan);
    noc_figures_miss(e, NOC_METRIC_memory_stall_fraction, of_trace);
    noc_figures_miss(e, NOC_METRIC_zero_load_latency_cycles, of_trace);
    noc_figures_miss_replies(system, e);
    e->trace_packets = play->packets;
    e->cycles_simulated = play->makespan;
    e->flit_hops = play->flit_hops;
}

/* Its own packets, whatever the design's traffic. `seen`: flits per cycle of each channel and class. */
static delivered delivered_of_play(const noc_system *system, const noc_playlist *playlist,
                                   const noc_play *play, const double *seen)
{
    const noc_graph *g = &system->graph;
    const double cycles = (double)play->makespan;
    double flits = 0.0;
    for (uint32_t i = 0; i < g->injector_count; i++)
        for (int k = 0; k < NOC_CLASSES; k++)
            flits += seen[g->injectors[i] * NOC_CLASSES + (uint32_t)k];
    return (delivered){flits * cycles / (double)play->packets,
                       (double)playlist->deliveries[NOC_REQUEST] / cycles};
}

noc_status noc_estimate_sample_trace(const noc_system *system, const noc_playlist *playlist,
                                     const noc_sampling *sampling, noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    noc_sample_options options = noc_figures_sample_options(sampling);
    noc_play play;
    noc_figures_begin(system, NOC_METHOD_SAMPLE, NAN, of_trace, e);
    noc_figures_warn_unread(system, playlist->answers ? NOC_ASKED_TRACE : NOC_ASKED_TRACE_REPLIES,
                            e);
    e->seed = sampling->seed;
    noc_status status = noc_figures_put_cost(system, e, diag);
    if (status != NOC_OK) return status;
    options.utilization = noc_channels_room(system);
    if (!options.utilization) return noc_fail_memory(diag);
    status = noc_play_trace(system, playlist, &options, &play, diag);
    if (status == NOC_OK) {
        const delivered d = delivered_of_play(system, playlist, &play, options.utilization);
        put_play(system, e, playlist, &play);
        status = put_sampled_power(system, options.utilization, sampling, &d, e, diag);
        noc_figures_follow(e);
    }
    free(options.utilization);
    e->wall_s = noc_seconds() - start;
    return status;
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* A run that ends is off a little, and has a mean latency where a queue grows, too. */
static void hold_limits(const noc_ceilings *c, noc_sample_limits *limits)
{
    limits->saturation = fmin(limits->saturation, c->saturation);
    if (limits->knee > c->bound) limits->knee = c->bound; /* where it is known */
}

/* Of the interval of a figure that grows with a load: `most`, over the load that the figure is for. */
static void hold_interval(noc_estimate *e, noc_metric_id id, double most)
{
    noc_metric *m = &e->metrics[id];
    if (m->hi > most * m->value) m->hi = most * m->value;
}

static void hold_intervals(const noc_ceilings *c, const noc_sample_limits *limits, noc_estimate *e)
{
    const double most = c->saturation / limits->saturation;
    hold_interval(e, NOC_METRIC_saturation_flits_per_cycle, most);
    hold_interval(e, NOC_METRIC_knee_flits_per_cycle, c->bound / limits->knee);
}

noc_status noc_estimate_sample_saturation(const noc_system *system, const noc_sampling *sampling,
                                          noc_estimate *e, noc_diag *diag)
{
    const double start = noc_seconds();
    const noc_sample_options options = noc_figures_sample_options(sampling);
    const double zero_load = noc_zero_load_latency(system);
    noc_figures_begin(system, NOC_METHOD_SAMPLE, NAN, NULL, e);
    noc_figures_warn_unread(system, NOC_ASKED_LOAD, e);
    e->seed = sampling->seed;
    noc_ceilings ceiling = {0.0, 0.0};
    noc_sample_limits limits;
    noc_status status = noc_figures_put_cost(system, e, diag);
    if (status == NOC_OK) status = noc_ceilings_find(system, &ceiling, diag);
    if (status == NOC_OK)
        status = noc_sample_find_limits(system, zero_load, ceiling.bound, &options, &limits, diag);
    if (status != NOC_OK) return status;
    hold_limits(&ceiling, &limits);
    noc_figures_put_zero_load(system, e);
    noc_figures_put_limits(e, limits.saturation, limits.saturation_half_width, limits.knee,
                           limits.knee_half_width);
    hold_intervals(&ceiling, &limits, e);
    noc_figures_miss_replies(system, e);
    noc_figures_follow(e);
    e->cycles_simulated = limits.cycles;
    e->windows = limits.windows;
    e->flit_hops = limits.flit_hops;
    if (!sampling->no_cause)
        status = noc_cause_sample_saturation(system, sampling, limits.saturation, e, diag);
    if (status != NOC_OK) return status;
    if (!limits.converged) say_imprecise(e, sampling->precision);
    e->wall_s = noc_seconds() - start;
    return NOC_OK;
}
