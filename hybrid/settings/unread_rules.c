#include "hybrid/settings/unread_rules.h"

#include <string.h>

#include "hybrid/settings/unread_asked.h"
#include "hybrid/settings/unread_network.h"
#include "network/design_keys.h"
#include "network/kinds.h"
#include "network/replies.h"
#include "network/scheduler_kind.h"
#include "power_area/cost.h"

typedef const noc_unread_question question;

/* ---- lengths that networks depend on -------------------------------------------------------- */

/* Slices that take turns have buffers for the longest request, whoever sends. */
static bool sizes_buffers(question *q)
{
    const noc_traffic_spec *traffic = &noc_unread_design(q)->traffic;
    const bool reads = traffic->read_request_bytes >= traffic->write_request_bytes;
    bool sizes = false;
    for (int n = 0; n < noc_unread_design(q)->network_count; n++)
        sizes |= noc_slices_have_tokens(&noc_unread_design(q)->networks[n].conflict_free);
    return sizes && strcmp(q->key, reads ? "read_request_bytes" : "write_request_bytes") == 0;
}

static bool trace_has_packets(question *q)
{
    return noc_unread_plays_trace(q) && !sizes_buffers(q);
}

/* The key is the length of a queue of replies that the design has. */
static bool is_reply_queue(question *q)
{
    const bool bursts = !strcmp(q->key, "burst_queue") || !strcmp(q->key, "normal_queue");
    return noc_bursts_go_first(&noc_unread_design(q)->memory) ? bursts
                                                              : !strcmp(q->key, "reply_queue");
}

/* Of these, by which windows are weighed. */
static bool weighs_windows(question *q)
{
    if (!is_reply_queue(q)) return false;
    for (int n = 0; n < noc_unread_design(q)->network_count; n++) {
        const noc_network_spec *spec = &noc_unread_design(q)->networks[n];
        if (noc_unread_is_adaptive_overlay(spec) &&
            spec->overlay.weight_units == NOC_WEIGHTS_NORMALISED)
            return true;
    }
    return false;
}

/* ---- traffic, memories and cores ------------------------------------------------------------ */

/* Memories answer at once, unless their queues weigh windows. */
static bool trace_answers(question *q)
{
    const bool tells_lines = noc_unread_asks_for_lines(q) && !strcmp(q->key, "line_bytes");
    return noc_unread_plays_trace(q) && !weighs_windows(q) && !tells_lines;
}

/* Cores do no more than they are told, and that as MSHRs let them. */
static bool trace_asks(question *q)
{
    return noc_unread_plays_trace(q) && !(noc_unread_asks_for_lines(q) && !strcmp(q->key, "mshrs"));
}

static bool no_workload_answers(question *q)
{
    return noc_unread_has_no_workload(q) && !weighs_windows(q);
}

static bool load_answers(question *q)
{
    return noc_unread_runs_nothing(q) && !weighs_windows(q);
}

static bool has_no_more_packets(question *q)
{
    const noc_traffic_spec *traffic = &noc_unread_design(q)->traffic;
    return traffic->batch > 0 && traffic->outstanding >= traffic->batch;
}

static bool has_one_memory(question *q)
{
    return q->system->graph.memory_count == 1;
}

static bool has_no_hotspot(question *q)
{
    return noc_unread_design(q)->traffic.hotspot_fraction == 0.0;
}

/* In open loop; a workload has its own share of reads. */
static bool only_writes(question *q)
{
    return (noc_unread_has_no_workload(q) || noc_unread_is_eager(q)) &&
           noc_unread_design(q)->traffic.read_fraction == 0.0;
}

static bool only_reads(question *q)
{
    return (noc_unread_has_no_workload(q) || noc_unread_is_eager(q)) &&
           noc_unread_design(q)->traffic.read_fraction == 1.0;
}

static bool has_one_length(question *q)
{
    const noc_integers *flits = &noc_unread_design(q)->traffic.packet_flits;
    for (size_t i = 1; i < flits->count; i++)
        if (flits->values[i] != flits->values[0]) return false;
    return true;
}

/* In all of its phases, if it has any. */
static bool always_has(const noc_workload *w, bool (*has)(const noc_workload *))
{
    for (size_t k = 0; k < w->phases.count; k++) {
        const noc_workload in = noc_workload_in_phase(w, k);
        if (!has(&in)) return false;
    }
    return w->phases.count > 0 || has(w);
}

/* Whether all workloads of a loop that is there have a property, those of all kernels too. */
static bool all_workloads(question *q, bool (*has)(const noc_workload *))
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    const noc_design *d = noc_unread_design(q);
    const size_t count = noc_design_workloads(d, parts);
    for (size_t i = 0; i < count; i++)
        if (!always_has(&parts[i].workload, has)) return false;
    for (size_t k = 0; k < d->kernel_name_count; k++)
        if (!always_has(&d->kernels[k], has)) return false;
    return count > 0;
}

static const noc_phases *phases_of(question *q)
{
    return &noc_unread_design(q)->workload.phases; /* of a set no figure is set */
}

static bool has_no_phases(question *q)
{
    return phases_of(q)->count == 0;
}

static bool is_figure_of_phases(question *q)
{
    const noc_phases *phases = phases_of(q);
    bool all = phases->count > 0;
    for (size_t k = 0; k < phases->count; k++) all &= noc_phase_names(&phases->list[k], q->key);
    return all;
}

static bool always_hits(const noc_workload *w)
{
    return w->l2_hit_rate == 1.0;
}

static bool never_writes(const noc_workload *w)
{
    return w->read_fraction == 1.0;
}

static bool asks_one_by_one(const noc_workload *w)
{
    return w->burst == 1;
}

static bool has_no_misses(question *q)
{
    return all_workloads(q, always_hits);
}

static bool has_no_writes(question *q)
{
    return all_workloads(q, never_writes);
}

static bool has_no_bursts(question *q)
{
    return all_workloads(q, asks_one_by_one);
}

/* Whether the memory has a scheduler of that name. */
static bool is_scheduler(question *q, const char *name)
{
    return !strcmp(noc_unread_design(q)->memory.scheduler->name, name);
}

static bool has_no_batches(question *q)
{
    return !is_scheduler(q, "sms");
}

static bool has_no_bursts_of_banks(question *q)
{
    return !is_scheduler(q, "amc");
}

static bool has_no_stages(question *q)
{
    return has_no_batches(q) && has_no_bursts_of_banks(q);
}

static bool sends_in_order(question *q)
{
    return !noc_bursts_go_first(&noc_unread_design(q)->memory);
}

static bool sends_bursts_first(question *q)
{
    return !sends_in_order(q);
}

static bool has_nothing_approximable(question *q)
{
    return noc_unread_design(q)->memory.approximable == 0.0;
}

/* Neither for the scheduler nor for the approximator. */
static bool coalesces_nothing(question *q)
{
    return !noc_replies_coalesce(&noc_unread_design(q)->memory);
}

static bool approximates_nothing(question *q)
{
    return has_no_bursts_of_banks(q) && coalesces_nothing(q);
}

/* The scheduler's part alone is left. */
static bool models_bursts_of_banks(question *q)
{
    return noc_unread_asks_model(q) && coalesces_nothing(q);
}

static bool has_one_bank(question *q)
{
    return noc_unread_design(q)->memory.banks == 1;
}

/* ---- clusters and CTAs ---------------------------------------------------------------------- */

static bool has_own_lines(const noc_workload *w)
{
    return w->sharing.same == 0.0;
}

static bool shares_no_lines(question *q)
{
    return all_workloads(q, has_own_lines);
}

static bool runs_no_ctas(question *q)
{
    return noc_unread_design(q)->cta.scheduler == NULL && shares_no_lines(q);
}

static bool deals_by_cores(question *q)
{
    uint64_t counts[NOC_KERNELS_MAX];
    return !noc_cta_setup_of(noc_unread_design(q), counts).scheduler->needs_clusters;
}

static bool shares_no_ports(question *q)
{
    return noc_cores_of_terminal(noc_unread_design(q)) == 1;
}

static bool has_no_table(question *q)
{
    return noc_unread_design(q)->cluster.merge_entries == 0;
}

static bool has_entries_for_all(question *q)
{
    const noc_design *d = noc_unread_design(q);
    return d->cluster.merge_entries >= noc_cluster_entries_useful(&d->cluster, d->nodes.mshrs);
}

/* ---- codecs --------------------------------------------------------------------------------- */

static bool compresses_nothing(question *q)
{
    return noc_unread_design(q)->codec.compressible == 0.0;
}

static bool saves_nothing(question *q)
{
    return noc_unread_design(q)->codec.ratio == 0.0;
}

/* Of a trace's packets any may be long enough. */
static bool has_packets_too_short(question *q)
{
    const noc_traffic *traffic = &q->system->traffic;
    return !noc_unread_plays_trace(q) && traffic->length_count == traffic->type_count;
}

/* ---- ideal networks ------------------------------------------------------------------------- */

static bool is_not_built(question *q)
{
    return !noc_graph_has_silicon(&q->system->graph);
}

/* In ideal networks no node is nearer to a limit than another. */
static bool serves_all_alike_in_open_loop(question *q)
{
    return !noc_graph_has_channels(&q->system->graph) && is_not_built(q) &&
           !noc_unread_plays_trace(q) &&
           (noc_unread_has_no_workload(q) || noc_unread_runs_nothing(q));
}

/* ---- chips ---------------------------------------------------------------------------------- */

static bool has_no_tiles(question *q)
{
    for (int n = 0; n < noc_unread_design(q)->network_count; n++) {
        const noc_topology_kind *kind = noc_unread_design(q)->networks[n].topology;
        if (kind->grid || kind->structure) return false; /* a ring's stops are a tile apart */
    }
    return true;
}

static bool is_measured(question *q)
{
    noc_design unscaled = *noc_unread_design(q); /* only looked at */
    unscaled.chip.scale_technology = 0;
    return noc_cost_is_known(&unscaled);
}

/* ---- the table ------------------------------------------------------------------------------ */

#define CORES       "mshrs core_mhz simd_width warp_threads"
#define SMS         "sms_age sms_batch sms_p"
#define APPROXIMATE "check_depth approximable"
#define BURSTS      "burst_cycles burst_queue normal_queue burst_share"
#define MERGING     "merge_entries cache_lines merge_match"
#define DRAM                                                                                    \
    "clock_mhz bus_bytes banks slices tcl trp trc tras trcd trrd tccd twr scheduler dram_queue" \
    " command_queue amc_queues " SMS
static const char no_addresses[] =
    "a trace without addresses is played, and its requests are all different";
static const char ideal_nodes[] = "an ideal network takes as much for one node as for many";

static const noc_unread_rule rules[] = {
    {NOC_GROUP_MEMORY, "*", trace_answers, false, NULL, noc_unread_played},
    {NOC_GROUP_NODES, CORES, trace_asks, false, NULL, noc_unread_played},
    {NOC_GROUP_WORKLOAD, "*", noc_unread_plays_trace, false, NULL, noc_unread_played},
    {NOC_GROUP_MEMORY, "*", no_workload_answers, false, NULL, noc_unread_no_workload},
    {NOC_GROUP_NODES, CORES, noc_unread_has_no_workload, false, NULL, noc_unread_no_workload},
    {NOC_GROUP_MEMORY, "*", load_answers, true, NULL, noc_unread_open_loop},
    {NOC_GROUP_NODES, CORES, noc_unread_runs_nothing, true, NULL, noc_unread_open_loop},
    {NOC_GROUP_WORKLOAD, "*", noc_unread_runs_nothing, true, NULL, noc_unread_open_loop},
    {NOC_GROUP_CLUSTER, MERGING, noc_unread_plays_packets, false, NULL, no_addresses},
    {NOC_GROUP_CTA, "*", noc_unread_plays_trace, false, NULL, noc_unread_played},
    {NOC_GROUP_CLUSTER, MERGING, noc_unread_has_no_workload, false, NULL, noc_unread_no_workload},
    {NOC_GROUP_CTA, "*", noc_unread_has_no_workload, false, NULL, noc_unread_no_workload},
    {NOC_GROUP_CLUSTER, MERGING, noc_unread_runs_nothing, true, NULL, noc_unread_open_loop},
    {NOC_GROUP_CTA, "*", noc_unread_runs_nothing, true, NULL, noc_unread_open_loop},
    /* what cores, clusters and CTAs have of it */
    {NOC_GROUP_CLUSTER, MERGING, shares_no_ports, false, NULL,
     "every core has a port of its own (cluster.cores)"},
    {NOC_GROUP_CLUSTER, "cache_lines merge_match", has_no_table, false, NULL,
     "cluster.merge_entries is 0"},
    {NOC_GROUP_CLUSTER, "merge_match", has_entries_for_all, false, NULL,
     "there are entries for all lines that cores wait for (cluster.merge_entries)"},
    {NOC_GROUP_CTA, "*", runs_no_ctas, true, NULL,
     "warps run for ever (cta.scheduler, or workload.sharing.same above 0)"},
    {NOC_GROUP_CTA, "clusters", deals_by_cores, true, NULL,
     "cta.scheduler deals to cores in the order of their numbers"},
    {NOC_GROUP_WORKLOAD, "sharing.distance sharing.window sharing.reuse", shares_no_lines, true,
     NULL, "workload.sharing.same is 0"},
    {NOC_GROUP_WORKLOAD, "phase_period", has_no_phases, true, NULL,
     "the workload has no phases (workload.phases)"},
    {NOC_GROUP_WORKLOAD, "phase_period", noc_unread_asks_model, true, " by the model",
     "to it phases are long against round trips; samples have them as long as they are"},
    {NOC_GROUP_WORKLOAD, "instructions warps read_fraction burst l2_hit_rate row_locality",
     is_figure_of_phases, true, NULL, "each of workload.phases has its own"},
    /* what of a memory matters to the workload at hand; a file describes all of it */
    {NOC_GROUP_MEMORY, DRAM, has_no_misses, true, NULL, "the cache answers every request"},
    {NOC_GROUP_WORKLOAD, "row_locality", has_no_misses, true, NULL,
     "the cache answers every request"},
    {NOC_GROUP_MEMORY, "twr write_replies", has_no_writes, true, NULL, "the workload only reads"},
    {NOC_GROUP_MEMORY, SMS, has_no_batches, true, NULL, "memory.scheduler is not \"sms\""},
    {NOC_GROUP_MEMORY, "amc_queues", has_no_bursts_of_banks, true, NULL,
     "memory.scheduler is not \"amc\""},
    {NOC_GROUP_MEMORY, "match", has_nothing_approximable, true, NULL, "memory.approximable is 0"},
    {NOC_GROUP_MEMORY, APPROXIMATE, approximates_nothing, true, NULL,
     "memory.scheduler is not \"amc\", and no replies are coalesced (memory.approximable and "
     "memory.match above 0)"},
    {NOC_GROUP_MEMORY, "error_threshold", coalesces_nothing, true, NULL,
     "no replies are coalesced (memory.approximable and memory.match above 0)"},
    {NOC_GROUP_MEMORY, BURSTS, sends_in_order, true, NULL,
     "memory.reply_order is not \"burst-first\""},
    {NOC_GROUP_MEMORY, "reply_queue", sends_bursts_first, true, NULL,
     "with memory.reply_order = \"burst-first\" replies have memory.burst_queue and "
     "memory.normal_queue"},
    {NOC_GROUP_MEMORY, "command_queue", has_no_stages, true, NULL,
     "memory.scheduler has no stages before the DRAM's queue"},
    {NOC_GROUP_MEMORY, "sms_batch sms_p", noc_unread_asks_model, true, " by the model",
     "batches are taken to be as long as the queue makes them (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, "amc_queues", noc_unread_asks_model, true, " by the model",
     "bursts are taken to be rare (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, APPROXIMATE, models_bursts_of_banks, true, " by the model",
     "bursts are taken to be rare (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, "command_queue", noc_unread_asks_model, true, " by the model",
     "banks are taken to be looked up in the whole queue (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, "trrd", has_one_bank, false, NULL, "a controller has one bank"},
    {NOC_GROUP_MEMORY, "interleave_bytes", has_no_bursts, true, NULL,
     "with workload.burst = 1 each request is for a block of its own"},

    {NOC_GROUP_MEMORY, "tras", noc_unread_asks_model, true, " by the model",
     "a row is closed later than that when memory.trc has passed (nocsight sample reads it)"},

    {NOC_GROUP_TRAFFIC,
     "read_fraction read_request_bytes write_request_bytes hotspot_fraction hotspot_memory "
     "packet_flits packet_mix",
     trace_has_packets, true, NULL, "a trace has packets of its own"},
    {NOC_GROUP_TRAFFIC, "batch outstanding", noc_unread_asks_for_rates, true, NULL,
     "packets are created at a load, or as a trace has them (leave out --load and --trace)"},
    {NOC_GROUP_TRAFFIC, "outstanding", has_no_more_packets, false, NULL,
     "traffic.batch has no more packets"},
    {NOC_GROUP_TRAFFIC, "read_reply_bytes write_reply_bytes", noc_unread_brings_replies, true, NULL,
     "the trace has replies of its own"},
    {NOC_GROUP_TRAFFIC, "read_fraction", noc_unread_samples_loop, true, " by the closed loop",
     "its workload has a share of reads of its own"},
    {NOC_GROUP_TRAFFIC, "hotspot_memory hotspot_fraction", has_one_memory, false, NULL,
     "there is one memory node"},
    {NOC_GROUP_TRAFFIC, "hotspot_memory", has_no_hotspot, false, NULL,
     "traffic.hotspot_fraction is 0"},
    {NOC_GROUP_TRAFFIC, "read_request_bytes read_reply_bytes", only_writes, false, NULL,
     "traffic.read_fraction is 0"},
    {NOC_GROUP_TRAFFIC, "write_request_bytes write_reply_bytes", only_reads, false, NULL,
     "traffic.read_fraction is 1"},
    {NOC_GROUP_TRAFFIC, "packet_mix", has_one_length, false, NULL, "all packets are equally long"},

    {NOC_GROUP_CODEC, "ratio", compresses_nothing, true, NULL, "codec.compressible is 0"},
    {NOC_GROUP_CODEC, "compressible", saves_nothing, true, NULL, "codec.ratio is 0"},
    {NOC_GROUP_CODEC, "compressible ratio", has_packets_too_short, false, NULL,
     "no packet has so many flits that one of them is saved"},

    {NOC_GROUP_NODES, "memory", serves_all_alike_in_open_loop, true, NULL, ideal_nodes},
    {NOC_GROUP_TRAFFIC, "hotspot_fraction hotspot_memory", serves_all_alike_in_open_loop, true,
     NULL, ideal_nodes},

    /* facts of a chip and permissions, which a file gives for whatever else is tried on it */
    {NOC_GROUP_CHIP, "technology_nm", is_not_built, true, NULL, "an ideal network has no area"},
    {NOC_GROUP_CHIP, "scale_technology", is_not_built, true, NULL, "an ideal network has no area"},
    {NOC_GROUP_CHIP, "scale_technology", is_measured, true, NULL,
     "chip.technology_nm is measured, or lies between two that are"},
    {NOC_GROUP_CHIP, "tile_mm", has_no_tiles, true, NULL, "the nodes stand on no tiles"},
};

const noc_unread_rule *noc_unread_rule_at(size_t i)
{
    const size_t own = sizeof rules / sizeof rules[0];
    return i < own ? &rules[i] : noc_unread_network_rule_at(i - own);
}
