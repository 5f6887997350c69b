/* Long because the table of rules has all its conditions beside it. */
#include "hybrid/settings/unread_rules.h"

#include <string.h>

#include "network/design_keys.h"
#include "network/grid.h"
#include "network/kinds.h"
#include "network/replies.h"
#include "power_area/cost.h"

typedef const noc_unread_question question;

static const noc_design *design_of(question *q)
{
    return q->system->design;
}

static const noc_network_spec *spec_of(question *q)
{
    return &design_of(q)->networks[q->network];
}

/* ---- what is asked -------------------------------------------------------------------------- */

/* Of cores, which clusters and MSHRs merge. */
static bool asks_for_lines(question *q)
{
    return q->asked == NOC_ASKED_TRACE_ADDRESSES;
}

static bool plays_trace(question *q)
{
    return q->asked == NOC_ASKED_TRACE || q->asked == NOC_ASKED_TRACE_REPLIES || asks_for_lines(q);
}

static bool plays_packets(question *q)
{
    return plays_trace(q) && !asks_for_lines(q);
}

static bool plays_no_trace(question *q)
{
    return !plays_trace(q);
}

static bool brings_replies(question *q)
{
    return q->asked == NOC_ASKED_TRACE_REPLIES;
}

static bool asks_for_load(question *q)
{
    return q->asked == NOC_ASKED_LOAD;
}

static bool asks_model(question *q)
{
    return q->asked == NOC_ASKED_MODEL;
}

static bool samples_loop(question *q)
{
    return q->asked == NOC_ASKED_LOOP;
}

/* Nodes send as fast as the network takes it. */
static bool is_eager(question *q)
{
    return noc_traffic_is_eager(&design_of(q)->traffic);
}

/* Whether there is a workload or not. */
static bool runs_nothing(question *q)
{
    return asks_for_load(q) || (is_eager(q) && !plays_trace(q));
}

static bool asks_for_rates(question *q)
{
    return asks_for_load(q) || plays_trace(q);
}

/* ---- windows -------------------------------------------------------------------------------- */

static bool is_adaptive_overlay(const noc_network_spec *spec)
{
    return spec->overlay.period_cycles > 0 && spec->overlay.windows == NOC_WINDOWS_ADAPTIVE;
}

static bool has_equal_windows(question *q)
{
    return !is_adaptive_overlay(spec_of(q));
}

static bool acknowledges_nothing(question *q)
{
    return !spec_of(q)->overlay.ack;
}

static bool always(question *q)
{
    (void)q;
    return true;
}

/* Slices that take turns have buffers for the longest request, whoever sends. */
static bool sizes_buffers(question *q)
{
    const noc_traffic_spec *traffic = &design_of(q)->traffic;
    const bool reads = traffic->read_request_bytes >= traffic->write_request_bytes;
    bool sizes = false;
    for (int n = 0; n < design_of(q)->network_count; n++)
        sizes |= noc_slices_have_tokens(&design_of(q)->networks[n].conflict_free);
    return sizes && strcmp(q->key, reads ? "read_request_bytes" : "write_request_bytes") == 0;
}

static bool trace_has_packets(question *q)
{
    return plays_trace(q) && !sizes_buffers(q);
}

/* The key is the length of a queue of replies that the design has. */
static bool is_reply_queue(question *q)
{
    const bool bursts = !strcmp(q->key, "burst_queue") || !strcmp(q->key, "normal_queue");
    return noc_bursts_go_first(&design_of(q)->memory) ? bursts : !strcmp(q->key, "reply_queue");
}

/* Of these, by which windows are weighed. */
static bool weighs_windows(question *q)
{
    if (!is_reply_queue(q)) return false;
    for (int n = 0; n < design_of(q)->network_count; n++) {
        const noc_network_spec *spec = &design_of(q)->networks[n];
        if (is_adaptive_overlay(spec) && spec->overlay.weight_units == NOC_WEIGHTS_NORMALISED)
            return true;
    }
    return false;
}

/* ---- traffic, memories and cores ------------------------------------------------------------ */

static bool has_no_workload(question *q)
{
    return !design_of(q)->closed_loop && !is_eager(q) && !asks_for_lines(q);
}

/* Memories answer at once, unless their queues weigh windows. */
static bool trace_answers(question *q)
{
    const bool tells_lines = asks_for_lines(q) && !strcmp(q->key, "line_bytes");
    return plays_trace(q) && !weighs_windows(q) && !tells_lines;
}

/* Cores do no more than they are told, and that as MSHRs let them. */
static bool trace_asks(question *q)
{
    return plays_trace(q) && !(asks_for_lines(q) && !strcmp(q->key, "mshrs"));
}

static bool no_workload_answers(question *q)
{
    return has_no_workload(q) && !weighs_windows(q);
}

static bool load_answers(question *q)
{
    return runs_nothing(q) && !weighs_windows(q);
}

static bool has_no_more_packets(question *q)
{
    const noc_traffic_spec *traffic = &design_of(q)->traffic;
    return traffic->batch > 0 && traffic->outstanding >= traffic->batch;
}

static bool has_no_memory(question *q)
{
    return q->system->graph.memory_count == 0;
}

static bool has_no_replies(question *q)
{
    return !noc_graph_has_replies(&q->system->graph);
}

static bool has_one_memory(question *q)
{
    return q->system->graph.memory_count == 1;
}

static bool has_no_hotspot(question *q)
{
    return design_of(q)->traffic.hotspot_fraction == 0.0;
}

/* In open loop; a workload has its own share of reads. */
static bool only_writes(question *q)
{
    return (has_no_workload(q) || is_eager(q)) && design_of(q)->traffic.read_fraction == 0.0;
}

static bool only_reads(question *q)
{
    return (has_no_workload(q) || is_eager(q)) && design_of(q)->traffic.read_fraction == 1.0;
}

static bool has_one_length(question *q)
{
    const noc_integers *flits = &design_of(q)->traffic.packet_flits;
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
    const noc_design *d = design_of(q);
    const size_t count = noc_design_workloads(d, parts);
    for (size_t i = 0; i < count; i++)
        if (!always_has(&parts[i].workload, has)) return false;
    for (size_t k = 0; k < d->kernel_name_count; k++)
        if (!always_has(&d->kernels[k], has)) return false;
    return count > 0;
}

static const noc_phases *phases_of(question *q)
{
    return &design_of(q)->workload.phases; /* of a set no figure is set */
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
    return !strcmp(noc_scheduler_name((size_t)design_of(q)->memory.scheduler), name);
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
    return !noc_bursts_go_first(&design_of(q)->memory);
}

static bool sends_bursts_first(question *q)
{
    return !sends_in_order(q);
}

static bool keeps_replies_apart(question *q)
{
    return !noc_replies_coalesce(&design_of(q)->memory);
}

static bool has_nothing_approximable(question *q)
{
    return design_of(q)->memory.approximable == 0.0;
}

/* Neither for the scheduler nor for the approximator. */
static bool coalesces_nothing(question *q)
{
    return !noc_replies_coalesce(&design_of(q)->memory);
}

static bool approximates_nothing(question *q)
{
    return has_no_bursts_of_banks(q) && keeps_replies_apart(q);
}

/* The scheduler's part alone is left. */
static bool models_bursts_of_banks(question *q)
{
    return asks_model(q) && keeps_replies_apart(q);
}

static bool has_one_bank(question *q)
{
    return design_of(q)->memory.banks == 1;
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
    return design_of(q)->cta.scheduler == 0 && shares_no_lines(q);
}

static bool deals_by_cores(question *q)
{
    uint64_t counts[NOC_KERNELS_MAX];
    return !noc_cta_setup_of(design_of(q), counts).scheduler->needs_clusters;
}

static bool shares_no_ports(question *q)
{
    return noc_cores_of_terminal(design_of(q)) == 1;
}

static bool has_no_table(question *q)
{
    return design_of(q)->cluster.merge_entries == 0;
}

static bool has_entries_for_all(question *q)
{
    const noc_design *d = design_of(q);
    return d->cluster.merge_entries >= noc_cluster_entries_useful(&d->cluster, d->nodes.mshrs);
}

/* ---- networks ------------------------------------------------------------------------------- */

static bool is_of_spec(question *q, uint16_t network)
{
    return q->system->graph.networks[network].spec == q->network;
}

static bool is_not_built(question *q)
{
    return !noc_graph_has_silicon(&q->system->graph);
}

/* In ideal networks no node is nearer to a limit than another. */
static bool serves_all_alike_in_open_loop(question *q)
{
    return !noc_graph_has_channels(&q->system->graph) && is_not_built(q) && !plays_trace(q) &&
           (has_no_workload(q) || runs_nothing(q));
}

/* Whether some channel of the network, slices included, has a property. */
static bool some_channel(question *q, bool (*has)(const noc_graph *, const noc_channel *))
{
    const noc_graph *g = &q->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (is_of_spec(q, g->channels[c].network) && has(g, &g->channels[c])) return true;
    return false;
}

static bool is_link(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->kind == NOC_LINK;
}

static bool is_short(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return !c->is_long;
}

static bool is_long(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->is_long;
}

static bool is_shared(const noc_graph *g, const noc_channel *c)
{
    (void)g;
    return c->sharers > 1;
}

/* Virtual channels of a channel that its packets may take. */
static uint32_t vcs_of(const noc_graph *g, const noc_channel *c)
{
    const noc_network *net = &g->networks[c->network];
    if (c->kind == NOC_LINK) return net->vcs[NOC_REQUEST] | net->vcs[NOC_REPLY];
    if (g->memory_count == 0) return net->vcs[NOC_REQUEST] | net->vcs[NOC_REPLY];
    return net->vcs[g->terminals[c->from].kind == NOC_MEMORY ? NOC_REPLY : NOC_REQUEST];
}

static bool feeds_several_inputs(const noc_graph *g, const noc_channel *c)
{
    return c->kind != NOC_EJECTION &&
           noc_network_crossbar_inputs(&g->networks[c->network], vcs_of(g, c)) > 1;
}

static bool has_no_links(question *q)
{
    return !some_channel(q, is_link);
}

static bool has_no_short_links(question *q)
{
    return !some_channel(q, is_short);
}

static bool has_no_long_links(question *q)
{
    return !some_channel(q, is_long);
}

static bool has_no_concentrator(question *q)
{
    return !some_channel(q, is_shared);
}

static bool has_one_input_a_port(question *q)
{
    return !some_channel(q, feeds_several_inputs);
}

static bool passes_no_more_than_a_flit(question *q)
{
    return spec_of(q)->internal_speedup == 1.0 && spec_of(q)->link_flits_per_cycle > 1.0;
}

static double number_of(question *q, const char *name)
{
    const noc_key *key = noc_design_key(design_of(q), NOC_GROUP_NETWORK, q->network, name);
    const char *base = (const char *)spec_of(q);
    int number = 0;
    if (key) memcpy(&number, base + key->offset, sizeof number);
    return number;
}

/* Links between switches are long ones; of grids they have no latency of their own. */
static bool has_link_cycles(question *q)
{
    return number_of(q, "long_cycles") > 0;
}

static bool has_one_converged_port(question *q)
{
    return number_of(q, "converged_ports") == 1;
}

static bool has_one_class(question *q)
{
    return spec_of(q)->carries != NOC_CARRIES_BOTH || has_no_replies(q);
}

static bool does_not_speculate(question *q)
{
    return spec_of(q)->router_stages > 2;
}

static bool allocates_at_once(question *q)
{
    return spec_of(q)->router_stages <= 2;
}

static bool has_packets_alone(question *q)
{
    return spec_of(q)->vc_reallocation == NOC_REALLOCATION_ATOMIC;
}

static bool does_not_iterate(question *q)
{
    return spec_of(q)->allocator != NOC_ALLOCATOR_ISLIP;
}

static bool has_one_slice(question *q)
{
    return spec_of(q)->slices == 1;
}

static bool has_one_memory_port(question *q)
{
    return spec_of(q)->memory_ports == 1 || has_no_memory(q);
}

static bool has_one_reply_port(question *q)
{
    return noc_memory_ports_of(spec_of(q)).injections == 1 ||
           spec_of(q)->carries == NOC_CARRIES_REQUEST || has_no_memory(q);
}

/* Trimmed routers lack ports; others of a regular grid have them unused. */
static bool has_no_edge(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint32_t r = 0; r < g->router_count; r++)
        if (is_of_spec(q, g->routers[r].network) && g->routers[r].link_ports > 0) return false;
    return true;
}

/* Of graphs: no link leaves a cell to it, no node its ports, no tie its rule. */
static bool says_all_cycles(question *q)
{
    const noc_wiring *w = spec_of(q)->wiring;
    bool all = w != NULL;
    for (size_t i = 0; all && i < w->link_count; i++) all = w->links[i].cycles > 0;
    return all;
}

static bool says_all_rates(question *q)
{
    const noc_wiring *w = spec_of(q)->wiring;
    bool all = w != NULL;
    for (size_t i = 0; all && i < w->link_count; i++) all = w->links[i].flits_per_cycle > 0.0;
    return all;
}

static bool says_all_ports(question *q)
{
    const noc_wiring *w = spec_of(q)->wiring;
    const size_t computes = (size_t)noc_compute_terminals(design_of(q));
    bool all = w != NULL;
    for (size_t n = computes; all && n < w->node_count; n++) all = w->nodes[n].ports > 0;
    return all;
}

static bool says_all_port_rates(question *q)
{
    const noc_wiring *w = spec_of(q)->wiring;
    bool all = w != NULL;
    for (size_t n = 0; all && n < w->node_count; n++) all = w->nodes[n].flits_per_cycle > 0.0;
    return all;
}

static bool has_routes(question *q)
{
    const noc_wiring *w = spec_of(q)->wiring;
    return w && w->step_count > 0;
}

static bool has_one_layer(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_of_spec(q, n) && g->networks[n].layers > 1) return false;
    return true;
}

static bool has_one_row(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_of_spec(q, n) && noc_grid_layer_rows(&g->networks[n]) > 1) return false;
    return true;
}

static bool never_turns(question *q)
{
    const noc_graph *g = &q->system->graph;
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_of_spec(q, n) && g->networks[n].columns > 1 && g->networks[n].rows > 1) return false;
    return noc_topology_at((size_t)spec_of(q)->topology)->grid != NULL;
}

/* ---- codecs --------------------------------------------------------------------------------- */

static bool compresses_nothing(question *q)
{
    return design_of(q)->codec.compressible == 0.0;
}

static bool saves_nothing(question *q)
{
    return design_of(q)->codec.ratio == 0.0;
}

/* Of a trace's packets any may be long enough. */
static bool has_packets_too_short(question *q)
{
    const noc_traffic *traffic = &q->system->traffic;
    return !plays_trace(q) && traffic->length_count == traffic->type_count;
}

/* ---- chips ---------------------------------------------------------------------------------- */

static bool has_no_tiles(question *q)
{
    for (int n = 0; n < design_of(q)->network_count; n++) {
        const noc_topology_kind *kind = noc_topology_at((size_t)design_of(q)->networks[n].topology);
        if (kind->grid || kind->structure) return false; /* a ring's stops are a tile apart */
    }
    return true;
}

static bool is_measured(question *q)
{
    noc_design unscaled = *design_of(q); /* only looked at */
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
static const char played[] = "a trace is played, and memory nodes answer at once";
static const char no_addresses[] =
    "a trace without addresses is played, and its requests are all different";
static const char no_workload[] =
    "there is no workload (--set workload=HH), and memory nodes answer at once";
static const char open_loop[] = "at a load, in the search for saturation, and for traffic.batch "
                                "and traffic.outstanding nothing "
                                "is run and memory nodes answer at once";

static const char ideal_nodes[] = "an ideal network takes as much for one node as for many";

static const noc_unread_rule rules[] = {
    {NOC_GROUP_MEMORY, "*", trace_answers, false, NULL, played},
    {NOC_GROUP_NODES, CORES, trace_asks, false, NULL, played},
    {NOC_GROUP_WORKLOAD, "*", plays_trace, false, NULL, played},
    {NOC_GROUP_MEMORY, "*", no_workload_answers, false, NULL, no_workload},
    {NOC_GROUP_NODES, CORES, has_no_workload, false, NULL, no_workload},
    {NOC_GROUP_MEMORY, "*", load_answers, true, NULL, open_loop},
    {NOC_GROUP_NODES, CORES, runs_nothing, true, NULL, open_loop},
    {NOC_GROUP_WORKLOAD, "*", runs_nothing, true, NULL, open_loop},
    {NOC_GROUP_CLUSTER, MERGING, plays_packets, false, NULL, no_addresses},
    {NOC_GROUP_CTA, "*", plays_trace, false, NULL, played},
    {NOC_GROUP_CLUSTER, MERGING, has_no_workload, false, NULL, no_workload},
    {NOC_GROUP_CTA, "*", has_no_workload, false, NULL, no_workload},
    {NOC_GROUP_CLUSTER, MERGING, runs_nothing, true, NULL, open_loop},
    {NOC_GROUP_CTA, "*", runs_nothing, true, NULL, open_loop},
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
    {NOC_GROUP_WORKLOAD, "phase_period", asks_model, true, " by the model",
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
    {NOC_GROUP_MEMORY, "sms_batch sms_p", asks_model, true, " by the model",
     "batches are taken to be as long as the queue makes them (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, "amc_queues", asks_model, true, " by the model",
     "bursts are taken to be rare (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, APPROXIMATE, models_bursts_of_banks, true, " by the model",
     "bursts are taken to be rare (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, "command_queue", asks_model, true, " by the model",
     "banks are taken to be looked up in the whole queue (nocsight sample reads it)"},
    {NOC_GROUP_MEMORY, "trrd", has_one_bank, false, NULL, "a controller has one bank"},
    {NOC_GROUP_MEMORY, "interleave_bytes", has_no_bursts, true, NULL,
     "with workload.burst = 1 each request is for a block of its own"},

    {NOC_GROUP_MEMORY, "tras", asks_model, true, " by the model",
     "a row is closed later than that when memory.trc has passed (nocsight sample reads it)"},

    {NOC_GROUP_TRAFFIC,
     "read_fraction read_request_bytes write_request_bytes hotspot_fraction hotspot_memory "
     "packet_flits packet_mix",
     trace_has_packets, true, NULL, "a trace has packets of its own"},
    {NOC_GROUP_TRAFFIC, "batch outstanding", asks_for_rates, true, NULL,
     "packets are created at a load, or as a trace has them (leave out --load and --trace)"},
    {NOC_GROUP_TRAFFIC, "outstanding", has_no_more_packets, false, NULL,
     "traffic.batch has no more packets"},
    {NOC_GROUP_TRAFFIC, "read_reply_bytes write_reply_bytes", brings_replies, true, NULL,
     "the trace has replies of its own"},
    {NOC_GROUP_TRAFFIC, "read_fraction", samples_loop, true, " by the closed loop",
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
    {NOC_GROUP_NETWORK, "carries", has_no_replies, false, NULL,
     "without memory nodes all packets are requests"},
    {NOC_GROUP_NETWORK, "memory_ports", has_no_memory, false, NULL, "there are no memory nodes"},
    {NOC_GROUP_NETWORK, "memory_ports_of", has_one_memory_port, false, NULL,
     "no memory node has several ports"},
    {NOC_GROUP_NETWORK, "port_policy", has_one_reply_port, false, NULL,
     "no memory node has several injection ports to choose from"},
    {NOC_GROUP_NETWORK, "request_virtual_channels", has_one_class, false, NULL,
     "requests and replies do not share the network"},
    {NOC_GROUP_NETWORK, "routing", never_turns, false, NULL,
     "in a single row or column all routings are one"},
    {NOC_GROUP_NETWORK, "layer_cycles layer_mm", has_one_layer, false, NULL,
     "the grid has one layer (network.layers)"},
    {NOC_GROUP_NETWORK, "column_cycles", has_one_row, false, NULL, "the grid has one row"},
    {NOC_GROUP_NETWORK, "channel_cycles", says_all_cycles, false, NULL,
     "every link has its cycles (network.links)"},
    {NOC_GROUP_NETWORK, "link_flits_per_cycle", says_all_rates, false, NULL,
     "every link has its flits_per_cycle (network.links)"},
    {NOC_GROUP_NETWORK, "port_flits_per_cycle", says_all_port_rates, false, NULL,
     "every node has its flits_per_cycle (network.attach)"},
    {NOC_GROUP_NETWORK, "memory_ports memory_ports_of", says_all_ports, false, NULL,
     "every memory node has its ports (network.attach)"},
    {NOC_GROUP_NETWORK, "route_ties", has_routes, false, NULL, "ways are those of network.routes"},
    {NOC_GROUP_NETWORK, "channel_cycles", has_no_links, false, NULL,
     "the topology has no channels between routers"},
    {NOC_GROUP_NETWORK, "channel_cycles", has_link_cycles, false, NULL,
     "network.long_cycles is given"},
    {NOC_GROUP_NETWORK, "short_mm short_cycles", has_no_short_links, false, NULL,
     "all links of the topology are long ones"},
    {NOC_GROUP_NETWORK, "long_mm long_cycles", has_no_long_links, false, NULL,
     "all links of the topology are short ones"},
    {NOC_GROUP_NETWORK, "concentrator_cycles", has_no_concentrator, false, NULL,
     "every node has a port of its own (network.ports)"},
    {NOC_GROUP_NETWORK, "converged_choice", has_one_converged_port, false, NULL,
     "there is one converged port to choose"},
    {NOC_GROUP_NETWORK, "speculation", does_not_speculate, false, NULL,
     "routers of 3 or 4 stages do not speculate"},
    {NOC_GROUP_NETWORK, "vc_turnaround", allocates_at_once, true, NULL,
     "routers of 1 or 2 stages have none before the switch's allocation"},
    {NOC_GROUP_NETWORK, "vc_turnaround", has_packets_alone, true, NULL,
     "with vc_reallocation = \"atomic\" no packet is behind another in its virtual channel"},
    {NOC_GROUP_NETWORK, "allocator_iterations", does_not_iterate, false, NULL,
     "of the allocators only \"islip\" iterates"},
    {NOC_GROUP_NETWORK, "input_speedup", has_one_input_a_port, false, NULL,
     "packets of a port have one virtual channel, and so one input of the crossbar"},
    {NOC_GROUP_NETWORK, "link_flits_per_cycle", has_no_links, false, NULL,
     "the topology has no channels between routers"},
    {NOC_GROUP_NETWORK, "link_flits_per_cycle", passes_no_more_than_a_flit, false, NULL,
     "routers of one step a cycle (network.internal_speedup) pass an output no more than a flit"},
    {NOC_GROUP_NETWORK, "slice_choice", has_one_slice, false, NULL, "network.slices is 1"},
    {NOC_GROUP_NETWORK, "weight_arrival weight_occupancy weight_units gom_cycles window_min_cycles",
     has_equal_windows, false, NULL, "all windows are equal"},
    {NOC_GROUP_NETWORK, "output_queue core_queue bit_error_rate", acknowledges_nothing, false, NULL,
     "packets are not acknowledged (network.ack = true)"},
    {NOC_GROUP_NETWORK, "multicast", always, true, " by packets to one core",
     "a trace alone has others (nocsight sample --trace)"},
    {NOC_GROUP_NETWORK, "edge_routers", has_no_edge, false, NULL,
     "the topology has no regular routers at an edge"},

    {NOC_GROUP_NETWORK, "core_queue bit_error_rate", asks_model, true, " by the model",
     "it has every packet acknowledged at once (nocsight sample reads it)"},
    {NOC_GROUP_NETWORK, "multicast", plays_no_trace, true, NULL,
     "only packets of a trace go to several destinations"},
    {NOC_GROUP_NETWORK, "output_queue", plays_trace, true, NULL, played},
    {NOC_GROUP_NETWORK, "output_queue", has_no_workload, false, NULL, no_workload},
    {NOC_GROUP_NETWORK, "output_queue", runs_nothing, true, NULL, open_loop},

    /* facts of a chip and permissions, which a file gives for whatever else is tried on it */
    {NOC_GROUP_CHIP, "technology_nm", is_not_built, true, NULL, "an ideal network has no area"},
    {NOC_GROUP_CHIP, "scale_technology", is_not_built, true, NULL, "an ideal network has no area"},
    {NOC_GROUP_CHIP, "scale_technology", is_measured, true, NULL,
     "chip.technology_nm is measured, or lies between two that are"},
    {NOC_GROUP_CHIP, "tile_mm", has_no_tiles, true, NULL, "the nodes stand on no tiles"},
};

const noc_unread_rule *noc_unread_rule_at(size_t i)
{
    return i < sizeof rules / sizeof rules[0] ? &rules[i] : NULL;
}
