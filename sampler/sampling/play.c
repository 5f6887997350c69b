#include "sampler/sampling/play.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/run.h"
#include "sampler/sampling/timeline.h"

enum { STEP_CYCLES = 1024 };

static double divide(uint64_t sum, uint64_t count)
{
    return count ? (double)sum / (double)count : NAN;
}

static uint64_t count_delivered(const noc_tally *t)
{
    return t->delivered[NOC_REQUEST] + t->delivered[NOC_REPLY];
}

/* True if the play has ended. With addresses the number of packets is not known before: the play
 * ends when all cores have their answers and no event is left. */
static bool is_finished(const noc_run *run, uint64_t packets)
{
    const noc_loop_end *end = noc_run_end(run);
    return end ? end->is_over && noc_run_next_event(run) == UINT64_MAX
               : count_delivered(noc_run_tally(run)) >= packets;
}

/* Runs some cycles, within one interval of the timeline. */
static noc_status run_step(noc_run *run, noc_timeline *timeline)
{
    const uint64_t left = timeline ? noc_timeline_cycles_left(timeline, run) : UINT64_MAX;
    const noc_status status = noc_run_cycles(run, min_u64(STEP_CYCLES, left), true);
    if (timeline) noc_timeline_count(timeline, run);
    return status;
}

static noc_status run_trace(noc_run *run, uint64_t packets, const noc_sample_options *options,
                            noc_diag *diag)
{
    const noc_tally *tally = noc_run_tally(run);
    noc_timeline *timeline = options->timeline;
    if (timeline) noc_timeline_begin(timeline, run);
    while (!is_finished(run, packets)) {
        const uint64_t quiet = noc_run_next_event(run);
        if (quiet == UINT64_MAX)
            return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                            "internal error: %" PRIu64 " of %" PRIu64 " packets were delivered",
                            count_delivered(tally), packets);
        noc_run_skip(run, quiet - noc_run_current_cycle(run));
        if (run_step(run, timeline) != NOC_OK) {
            noc_run_explain(run, diag);
            return NOC_EFAILED;
        }
        const double progress = (double)count_delivered(tally) / (double)packets;
        if (options->progress && !options->progress(options->context, progress))
            return NOC_EINTERRUPTED;
    }
    return noc_run_check(run, diag);
}

static void find_busiest(const noc_system *system, const noc_run *run,
                         const noc_sample_options *options, noc_play *play)
{
    play->utilization = -1.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) {
        double used = 0.0;
        for (int k = 0; k < NOC_CLASSES; k++) {
            const double rate = noc_run_channel_flits(run, c, (noc_class)k) /
                                (double)(play->makespan ? play->makespan : 1);
            if (options->utilization)
                options->utilization[(size_t)c * NOC_CLASSES + (size_t)k] = rate;
            used += rate;
        }
        if (!noc_network_has_channels(noc_graph_channel_network(&system->graph, c))) continue;
        used /= noc_channel_capacity(&system->graph, c);
        if (used <= play->utilization) continue;
        play->utilization = used;
        play->busiest_channel = c;
    }
    if (!noc_graph_has_channels(&system->graph)) play->utilization = NAN;
}

static void measure_quantiles(const noc_run *run, noc_play *play)
{
    const noc_recent_latencies *recent = noc_run_recent(run);
    const noc_sketch *sketch = noc_run_sketch(run);
    uint64_t values[NOC_RECENT_MAX];
    const bool is_exact = recent->total <= NOC_RECENT_MAX;
    const size_t count = is_exact ? noc_recent_copy(recent, 0, values) : 0;
    noc_recent_sort(values, count);
    play->p50 =
        is_exact ? noc_recent_quantile(values, count, 0.50) : noc_sketch_quantile(sketch, 0.50);
    play->p95 =
        is_exact ? noc_recent_quantile(values, count, 0.95) : noc_sketch_quantile(sketch, 0.95);
    play->p99 =
        is_exact ? noc_recent_quantile(values, count, 0.99) : noc_sketch_quantile(sketch, 0.99);
}

static uint64_t find_last_event(const noc_run *run)
{
    const noc_loop_end *end = noc_run_end(run);
    const uint64_t last = noc_run_tally(run)->last_delivery;
    return end && end->makespan > last ? end->makespan : last;
}

/* Measures clusters, for requests with addresses. */
static void measure_clusters(const noc_system *system, const noc_tally *t, noc_play *play)
{
    const noc_design *d = system->design;
    const uint64_t absorbed_reads = t->cores.hits + t->cores.merges;
    if (noc_cores_of_terminal(d) == 1 || d->cluster.merge_entries == 0) return;
    play->absorbed = divide(absorbed_reads, absorbed_reads + t->cores.sent);
    play->entries_used = divide(t->cores.entries, play->makespan) / noc_compute_terminals(d);
}

static void summarise(const noc_system *system, const noc_run *run,
                      const noc_trace_schedule *schedule, const noc_sample_options *options,
                      noc_play *play)
{
    const noc_tally *t = noc_run_tally(run);
    const uint64_t requests = t->delivered[NOC_REQUEST], replies = t->delivered[NOC_REPLY];
    *play = (noc_play){
        .packets = count_delivered(t),
        .requests = requests,
        .makespan = find_last_event(run) - schedule->start,
        .bytes = schedule->trace->has_addresses ? (double)t->cores.bytes : schedule->bytes,
        .data = schedule->trace->has_addresses ? (double)t->cores.data : schedule->data,
        .absorbed = NAN,
        .entries_used = NAN,
        .flit_hops = t->flit_hops,
        .latency = divide(t->latency[NOC_REQUEST] + t->latency[NOC_REPLY], count_delivered(t)),
        .network_latency = divide(t->network_latency[NOC_REQUEST] + t->network_latency[NOC_REPLY],
                                  count_delivered(t)),
        .request_latency = divide(t->latency[NOC_REQUEST], requests),
        .reply_latency = divide(t->latency[NOC_REPLY], replies),
        .round_trip = divide(t->round_trip, t->round_trips),
        .local_trip = divide(t->dies[0].cycles, t->dies[0].trips),
        .remote_trip = divide(t->dies[1].cycles, t->dies[1].trips),
        .local_share = divide(t->dies[0].done, t->dies[0].done + t->dies[1].done),
        .hops = divide(t->routers[NOC_REQUEST] + t->routers[NOC_REPLY], count_delivered(t)),
    };
    if (noc_run_trace_tally(run)) play->trace_tally = *noc_run_trace_tally(run);
    measure_quantiles(run, play);
    if (schedule->trace->has_addresses) measure_clusters(system, t, play);
    play->accepted = divide(t->flits_ejected[NOC_REQUEST], play->makespan) /
                     (system->traffic.injector_count ? system->traffic.injector_count : 1);
    find_busiest(system, run, options, play);
}

noc_status noc_play_trace(const noc_system *system, const noc_trace_schedule *schedule,
                          const noc_sample_options *options, noc_play *play, noc_diag *diag)
{
    const uint64_t packets = schedule->deliveries[NOC_REQUEST] + schedule->deliveries[NOC_REPLY];
    noc_run *run = noc_run_new(system, (noc_load){.seed = options->seed, .schedule = schedule});
    if (!run) return noc_fail_memory(diag);
    const noc_status status = run_trace(run, packets, options, diag);
    if (status == NOC_OK) summarise(system, run, schedule, options, play);
    noc_run_free(run);
    return status;
}
