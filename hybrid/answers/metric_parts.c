#include "hybrid/answers/metric_parts.h"

#include "network/replies.h"

static const char *merges_nothing(const noc_design *d)
{
    return d->cluster.cores > 1 && d->cluster.merge_entries > 0
               ? NULL
               : "the design has no merge table (cluster.merge_entries)";
}

static const char *has_no_end(const noc_design *d)
{
    if (noc_traffic_is_eager(&d->traffic))
        return d->traffic.batch > 0 ? NULL : "nodes send without end (traffic.batch = 0)";
    return d->cta.counts.values[0] > 0 ? NULL : "kernels run without end (cta.count = 0)";
}

static const char *runs_one_kernel(const noc_design *d)
{
    return d->cta.kernels > 1 ? NULL : "one kernel runs (cta.kernels = 1)";
}

static const char *coalesces_nothing(const noc_design *d)
{
    return noc_replies_coalesce(&d->memory)
               ? NULL
               : "no replies are coalesced (memory.approximable, memory.match)";
}

static const char *keeps_no_bursts(const noc_design *d)
{
    return noc_bursts_go_first(&d->memory)
               ? NULL
               : "all replies wait in one queue (memory.reply_order = \"fifo\")";
}

static const char *(*const lacks[NOC_METRICS])(const noc_design *design) = {
    [NOC_METRIC_absorbed_share] = merges_nothing,
    [NOC_METRIC_merge_entries_used] = merges_nothing,
    [NOC_METRIC_cluster_energy_per_transaction_pj] = merges_nothing,
    [NOC_METRIC_coalesced_replies] = coalesces_nothing,
    [NOC_METRIC_output_error_percent] = coalesces_nothing,
    [NOC_METRIC_burst_replies_share] = keeps_no_bursts,
    [NOC_METRIC_burst_reply_wait_cycles] = keeps_no_bursts,
    [NOC_METRIC_normal_reply_wait_cycles] = keeps_no_bursts,
    [NOC_METRIC_makespan_cycles] = has_no_end,
    [NOC_METRIC_stp] = runs_one_kernel,
    [NOC_METRIC_antt] = runs_one_kernel,
};

const char *noc_metric_lacks(const noc_design *design, noc_metric_id id)
{
    return lacks[id] ? lacks[id](design) : NULL;
}
