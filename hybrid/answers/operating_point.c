#include "hybrid/answers/operating_point.h"

#include <math.h>
#include <string.h>

#include "hybrid/answers/sample_figures.h"

static const noc_metric_id averaged[] = {
    NOC_METRIC_packet_latency_cycles,
    NOC_METRIC_network_latency_cycles,
    NOC_METRIC_request_latency_cycles,
    NOC_METRIC_reply_latency_cycles,
    NOC_METRIC_round_trip_cycles,
    NOC_METRIC_hops_mean,
    NOC_METRIC_accepted_flits_per_cycle,
    NOC_METRIC_channel_utilization_max,
    NOC_METRIC_memory_stall_fraction,
    NOC_METRIC_outstanding_requests,
    NOC_METRIC_row_hit_rate,
    NOC_METRIC_bank_parallelism,
    NOC_METRIC_dram_utilization,
    NOC_METRIC_absorbed_share,
    NOC_METRIC_merge_entries_used,
    NOC_METRIC_coalesced_replies,
    NOC_METRIC_burst_replies_share,
    NOC_METRIC_burst_reply_wait_cycles,
    NOC_METRIC_normal_reply_wait_cycles,
    NOC_METRIC_makespan_cycles,
    NOC_METRIC_stp,
    NOC_METRIC_antt,
    NOC_METRIC_latency_p50_cycles,
    NOC_METRIC_latency_p95_cycles,
    NOC_METRIC_latency_p99_cycles,
};

enum { AVERAGED = sizeof averaged / sizeof averaged[0] };

void noc_set_mean_begin(noc_set_mean *mean)
{
    memset(mean, 0, sizeof *mean);
    mean->binding = NOC_BINDS_LATENCY;
}

static void add(noc_set_mean *mean, noc_metric_id id, double weight, double value)
{
    mean->metrics[id] += weight * value;
}

static void add_interval(noc_set_mean *mean, noc_metric_id id, double weight, noc_interval q)
{
    add(mean, id, weight, q.mean);
    mean->variance[id] += weight * weight * q.half_width * q.half_width;
}

/* A harmonic mean is the inverse of a mean of inverses. */
static void add_ipc(noc_set_mean *mean, const noc_workload_part *part, double ipc,
                    double half_width, noc_binding binding)
{
    const double share = part->weight / ipc, error = share * half_width / ipc;
    mean->metrics[NOC_METRIC_ipc] += share;
    mean->variance[NOC_METRIC_ipc] += error * error;
    if (share <= mean->slowest) return;
    mean->slowest = share;
    mean->binding = binding;
    mean->part = part;
}

/* ---- a sample ------------------------------------------------------------------------------- */

void noc_set_mean_add_sample(noc_set_mean *mean, const noc_workload_part *part, const noc_sample *s)
{
    const double weight = part->weight, threads = s->threads;
    const noc_interval warps = s->quantities[NOC_SAMPLE_INSTRUCTIONS];
    for (size_t i = 0; i < NOC_SAMPLE_FIGURES; i++)
        add_interval(mean, noc_sample_figures[i].metric, weight,
                     s->quantities[noc_sample_figures[i].quantity]);
    add(mean, NOC_METRIC_channel_utilization_max, weight, s->utilization);
    add(mean, NOC_METRIC_memory_stall_fraction, weight, s->memory_stalled);
    add(mean, NOC_METRIC_outstanding_requests, weight, s->mshrs_used);
    add(mean, NOC_METRIC_row_hit_rate, weight, s->row_hit_rate);
    add(mean, NOC_METRIC_bank_parallelism, weight, s->bank_parallelism);
    add(mean, NOC_METRIC_dram_utilization, weight, s->dram_used);
    add(mean, NOC_METRIC_absorbed_share, weight, s->absorbed);
    add(mean, NOC_METRIC_merge_entries_used, weight, s->entries_used);
    add(mean, NOC_METRIC_coalesced_replies, weight, s->replies.group);
    add(mean, NOC_METRIC_burst_replies_share, weight, s->replies.bursts);
    add(mean, NOC_METRIC_burst_reply_wait_cycles, weight, s->replies.burst_wait);
    add(mean, NOC_METRIC_normal_reply_wait_cycles, weight, s->replies.normal_wait);
    add(mean, NOC_METRIC_makespan_cycles, weight, s->makespan);
    add(mean, NOC_METRIC_stp, weight, s->stp);
    add(mean, NOC_METRIC_antt, weight, s->antt);
    add(mean, NOC_METRIC_latency_p50_cycles, weight, s->p50);
    add(mean, NOC_METRIC_latency_p95_cycles, weight, s->p95);
    add(mean, NOC_METRIC_latency_p99_cycles, weight, s->p99);
    add_ipc(mean, part, threads * warps.mean, threads * warps.half_width, NOC_BINDINGS);
    mean->measured = true;
}

/* ---- the model ------------------------------------------------------------------------------ */

void noc_set_mean_add_model(noc_set_mean *mean, const noc_workload_part *part,
                            const noc_closed_point *p)
{
    const double weight = part->weight;
    add(mean, NOC_METRIC_packet_latency_cycles, weight,
        (p->request_latency + p->reply_latency) / 2.0);
    add(mean, NOC_METRIC_network_latency_cycles, weight, NAN);
    add(mean, NOC_METRIC_request_latency_cycles, weight, p->request_latency);
    add(mean, NOC_METRIC_reply_latency_cycles, weight, p->reply_latency);
    add(mean, NOC_METRIC_round_trip_cycles, weight, p->round_trip);
    add(mean, NOC_METRIC_accepted_flits_per_cycle, weight, p->accepted);
    add(mean, NOC_METRIC_channel_utilization_max, weight, NAN);
    add(mean, NOC_METRIC_memory_stall_fraction, weight, p->memory_stalled);
    add(mean, NOC_METRIC_outstanding_requests, weight, p->mshrs_used);
    add(mean, NOC_METRIC_row_hit_rate, weight, p->row_hit_rate);
    add(mean, NOC_METRIC_bank_parallelism, weight, p->bank_parallelism);
    add(mean, NOC_METRIC_dram_utilization, weight, p->dram_used);
    add(mean, NOC_METRIC_absorbed_share, weight, p->ends.absorbed);
    add(mean, NOC_METRIC_merge_entries_used, weight, p->ends.entries_used);
    add(mean, NOC_METRIC_coalesced_replies, weight, p->replies.group);
    add(mean, NOC_METRIC_burst_replies_share, weight, p->replies.bursts);
    add(mean, NOC_METRIC_burst_reply_wait_cycles, weight, p->replies.burst_wait);
    add(mean, NOC_METRIC_normal_reply_wait_cycles, weight, p->replies.normal_wait);
    add(mean, NOC_METRIC_makespan_cycles, weight, p->ends.makespan);
    add(mean, NOC_METRIC_stp, weight, p->ends.stp);
    add(mean, NOC_METRIC_antt, weight, p->ends.antt);
    add(mean, NOC_METRIC_latency_p50_cycles, weight, NAN);
    add(mean, NOC_METRIC_latency_p95_cycles, weight, NAN);
    add(mean, NOC_METRIC_latency_p99_cycles, weight, NAN);
    add_ipc(mean, part, part->workload.active_threads * p->instructions, NAN, p->binding);
}

/* ---- the answer ----------------------------------------------------------------------------- */

double noc_set_mean_ipc(const noc_set_mean *mean)
{
    return 1.0 / mean->metrics[NOC_METRIC_ipc];
}

double noc_set_mean_ipc_half_width(const noc_set_mean *mean)
{
    const double ipc = noc_set_mean_ipc(mean);
    return mean->measured ? sqrt(mean->variance[NOC_METRIC_ipc]) * ipc * ipc : NAN;
}

static noc_figure figure_of(const noc_set_mean *mean, noc_metric_id id, const noc_figure *ipc)
{
    const double value = mean->metrics[id];
    if (mean->measured)
        return noc_figure_within(value, mean->variance[id] > 0.0 ? sqrt(mean->variance[id]) : NAN);
    return id == NOC_METRIC_accepted_flits_per_cycle ? noc_figure_like(value, ipc)
                                                     : noc_figure_exact(value);
}

void noc_set_mean_put(const noc_set_mean *mean, const noc_figure *ipc, noc_figures *f)
{
    noc_figures_put(f, NOC_METRIC_ipc, *ipc);
    for (size_t i = 0; i < AVERAGED; i++)
        if (averaged[i] != NOC_METRIC_hops_mean || mean->measured) /* which no workload changes */
            noc_figures_put(f, averaged[i], figure_of(mean, averaged[i], ipc));
}
