#include "hybrid/answers/figures/loop_activity.h"

#include <math.h>

#include "design/memory/replies.h"
#include "network/compile/compile.h"
#include "network/kinds/traffic_keys.h"

noc_status noc_loop_activity_begin(const noc_system *system, noc_arena *arena,
                                   noc_loop_activity *activity, noc_diag *diag)
{
    const size_t channels = system->graph.channel_count;
    *activity = (noc_loop_activity){
        .channel_flits = noc_arena_array(arena, channels, sizeof(double)), .channels = channels};
    return arena->is_short ? noc_fail_memory(diag) : NOC_OK;
}

/* Counts the accesses of one transaction. A cluster's table is searched for each request of a core,
 * and again when the reply of a sent read arrives. The line of an absorbed read is read from or
 * written to the cluster's cache. A line that misses in the second-level cache is written to it
 * when the DRAM delivers it. Evicted lines are not counted. */
static void count_accesses(const noc_design *d, const noc_workload *w,
                           const noc_loop_shares *shares, double each[NOC_ACCESSES])
{
    const double absorbed = isnan(shares->absorbed_reads) ? 0.0 : shares->absorbed_reads;
    const double line = d->memory.line_bytes, misses = 1.0 - w->l2_hit_rate;
    const double absorbed_reads = w->read_fraction * absorbed;
    const double reads = (w->read_fraction - absorbed_reads) / (1.0 - absorbed_reads),
                 writes = 1.0 - reads;
    const double cluster_requests = 1.0 / (1.0 - absorbed_reads);
    const double row_misses = isnan(shares->row_hits) ? 1.0 : 1.0 - shares->row_hits;
    const bool merges = d->cluster.cores > 1 && d->cluster.merge_entries > 0;
    each[NOC_ACCESS_table_search] = merges ? d->cluster.merge_entries * (cluster_requests + reads) +
                                                 d->cluster.cache_lines * cluster_requests
                                           : 0.0;
    each[NOC_ACCESS_cache_line] = d->cluster.cache_lines ? (cluster_requests - 1.0) * line : 0.0;
    each[NOC_ACCESS_l2_read] = reads * line;
    each[NOC_ACCESS_l2_write] = (writes + misses * reads) * line;
    each[NOC_ACCESS_dram_activation] = misses * row_misses * d->memory.bus_bytes;
    each[NOC_ACCESS_dram_read] = misses * reads * line;
    each[NOC_ACCESS_dram_write] = misses * writes * line;
    each[NOC_ACCESS_dram_interface] = misses * line;
}

void noc_loop_activity_add(noc_loop_activity *activity, const noc_system *system,
                           const noc_workload_part *part, const noc_loop_shares *shares,
                           double transactions, const double *channel_flits, double rate)
{
    const double weight = part->weight;
    double each[NOC_ACCESSES];
    const noc_workload all = noc_workload_phase_mean(&part->workload);
    count_accesses(system->design, &all, shares, each);
    for (int a = 0; a < NOC_ACCESSES; a++) activity->accesses[a] += weight * transactions * each[a];
    for (size_t c = 0; c < activity->channels && channel_flits; c++)
        activity->channel_flits[c] += weight * rate * channel_flits[c];
    activity->transactions += weight * transactions;
    activity->bytes += weight * transactions * system->traffic.transaction_bytes;
    activity->data += weight * transactions * system->traffic.transaction_data_bytes;
    activity->flits += weight * transactions * noc_system_packet_flits(system);
}

noc_activity noc_loop_activity_convert(const noc_loop_activity *activity)
{
    const double packets = activity->transactions; /* packets of either class */
    return (noc_activity){activity->channel_flits, 1.0,
                          packets > 0.0 ? activity->flits / packets : 1.0};
}

bool noc_loop_has_other_mix(const noc_system *system, double read_fraction)
{
    const noc_design *d = system->design;
    return read_fraction != d->traffic.read_fraction ||
           (read_fraction < 1.0 && !noc_has_reply(&d->memory, true));
}

noc_status noc_loop_make_mix(const noc_system *system, double read_fraction, noc_design *design,
                             noc_system **mix, noc_diag *diag)
{
    *design = *system->design;
    design->read_settings =
        (noc_read_settings){.bytes = NULL}; /* the mix has settings of its own */
    design->traffic.data_bytes = (int)noc_data_bytes(system->design);
    design->traffic.read_fraction = read_fraction;
    if (!noc_has_reply(&design->memory, true)) design->traffic.write_reply_bytes = 0;
    return noc_system_mix(system, design, mix, diag);
}
