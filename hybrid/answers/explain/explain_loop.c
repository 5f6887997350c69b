#include "hybrid/answers/explain/explain_loop.h"

#include <math.h>
#include <stdio.h>

#include "analytic/batches/eager_model.h"
#include "analytic/loop/closed_cores.h"
#include "hybrid/answers/explain/explanation.h"
#include "hybrid/answers/loop_model.h"
#include "hybrid/correction/calibration/calibration.h"

/* ---- IPC ------------------------------------------------------------------------------------ */

/* IPC = capacity of the scarcest resource, times its utilisation, times instructions per
 * request. */

static const char *const loop_source = "model of the closed loop (docs/model.md, section 7)";
static const char *const prediction_source =
    "measured loops of the calibration (hybrid/correction/discrepancy/loop_features.h)";
static const char *const workload_source = "workload and nodes of the design";

static void add_cycles(noc_explanation *e, int parent, const char *name, double cycles,
                       const char *text)
{
    if (cycles > 0.0) NOC_LEAF(e, parent, name, cycles, "cycles", loop_source, "%s", text);
}

static void explain_trip_part(noc_explanation *e, int parent, const char *name, double idle,
                              double waits, double held, const char *queues)
{
    const int node = NOC_SUM(e, parent, name, idle + waits + held, "cycles", loop_source,
                             "without others, and waits");
    add_cycles(e, node, "zero load", idle, "alone");
    add_cycles(e, node, "waits", waits, queues);
    add_cycles(e, node, "held back", held, "in front of the limit: cores have more outstanding");
}

static void explain_trip(noc_explanation *e, int parent, const noc_closed_point *p)
{
    const int node = NOC_SUM(e, parent, "round trip", p->round_trip, "cycles", loop_source,
                             "from a core and back");
    explain_trip_part(e, node, "request network", p->idle_trip.request_cycles,
                      p->trip_waits.request_cycles, p->held_back.request_cycles,
                      "behind other packets");
    explain_trip_part(e, node, "memory node", p->idle_trip.memory_cycles,
                      p->trip_waits.memory_cycles, p->held_back.memory_cycles, "for the DRAM");
    explain_trip_part(e, node, "reply network", p->idle_trip.reply_cycles,
                      p->trip_waits.reply_cycles, 0.0, "behind other packets");
}

static bool is_network(noc_binding binding)
{
    return binding == NOC_BINDS_REQUESTS || binding == NOC_BINDS_REPLIES;
}

/* Explains the capacity of the scarcest resource, requests per cycle of a core. */
static void explain_capacity(noc_explanation *e, int parent, const noc_closed_point *p)
{
    char name[64];
    const bool network = is_network(p->lowest_limit),
               predicted = p->lowest_limit != NOC_BINDS_CORES && p->predicted_ratio != 1.0;
    snprintf(name, sizeof name, "capacity: %s", noc_binding_name(p->lowest_limit));
    const int node = noc_explanation_add(
        e, parent, network || predicted ? NOC_TREE_PRODUCT : NOC_TREE_LEAF, name, p->capacity,
        "requests/cycle", loop_source,
        "most requests of a core that the scarcest resource serves; %s",
        p->utilization >= noc_busy_share ? "it binds"
                                         : "nothing is used up, cores wait for single requests");
    if (predicted)
        NOC_LEAF(e, node, "loops like it", p->predicted_ratio, "", prediction_source,
                 "measured over model, predicted from their figures");
    if (predicted && !network)
        NOC_LEAF(e, node, "the model's", p->capacity / p->predicted_ratio, "requests/cycle",
                 loop_source, "requests that the memory nodes serve");
    if (!network) return;
    NOC_LEAF(e, node, "open loop", p->network_share.open_rate, "requests/cycle", loop_source,
             "where the first queue of the open model overflows");
    NOC_LEAF(e, node, "share with requests", p->network_share.filled_share, "", loop_source,
             "memory nodes idle at times, while others have more requests than places");
    NOC_LEAF(e, node, "share left by bursts", p->network_share.burst_share, "", loop_source,
             "blocked cores send requests in a row, whose replies compete for channels");
    NOC_LEAF(e, node, "share as cores differ", p->unequal_ratio, "", loop_source,
             "turns at routers give cores unequal shares");
    NOC_LEAF(e, node, "share left by slices", p->network_share.slice_share, "", loop_source,
             "slices of a controller get its data in order, and wait for each other");
    if (p->network_share.window_share < 1.0)
        NOC_LEAF(e, node, "share left in windows", p->network_share.window_share, "", loop_source,
                 "replies that a partner may not send fill its queue");
    if (p->network_share.replies_per_packet > 1.0)
        NOC_LEAF(e, node, "replies of a packet", p->network_share.replies_per_packet, "",
                 loop_source,
                 "replies that the data approximator sends together while queues are "
                 "full, by the flits that it saves");
}

/* Explains the utilisation by the cores' demand: outstanding requests over the round trip (Little's
 * law). */
static void explain_use(noc_explanation *e, int parent, const noc_closed_point *p,
                        double outstanding)
{
    const int node = NOC_RATIO(e, parent, "share in use", p->rate / p->capacity, "", loop_source,
                               "requests that cores make, over the capacity");
    const int rate = NOC_RATIO(e, node, "requests of a core", p->rate, "requests/cycle",
                               loop_source, "outstanding ones over the round trip (Little's law)");
    NOC_LEAF(e, rate, "outstanding", outstanding, "requests", loop_source,
             "of a core: its warps, without warps at its pipeline, or MSHRs");
    explain_trip(e, rate, p);
    NOC_LEAF(e, node, "capacity", p->capacity, "requests/cycle", loop_source, "as above");
}

/* Explains the share of the warps' requests that is sent: others hit in caches, or are merged by
 * MSHRs or tables. */
static void explain_sent(noc_explanation *e, int parent, const noc_design *d,
                         const noc_core_figures *ends)
{
    const double sent =
        1.0 - ends->l1_hits - ends->mshr_merged - ends->table_merged - ends->cache_hits;
    const int node = NOC_RATIO(e, parent, "requests for one that is sent", 1.0 / sent, "",
                               loop_source, "warps make more than their port sends");
    NOC_LEAF(e, node, "one", 1.0, "", "", "request of a warp");
    const int sum = NOC_SUM(e, node, "share that is sent", sent, "", loop_source,
                            "merged and cached requests excluded");
    NOC_LEAF(e, sum, "all", 1.0, "", "", "requests of warps");
    if (d->nodes.l1_lines > 0)
        NOC_LEAF(e, sum, "found in L1", -ends->l1_hits, "", loop_source,
                 "the first-level cache of its core, %d lines", d->nodes.l1_lines);
    NOC_LEAF(e, sum, "merged by MSHRs", -ends->mshr_merged, "", loop_source,
             "for lines that their core waits for");
    if (!(ends->absorbed >= 0.0)) return;
    NOC_LEAF(e, sum, "merged in the table", -ends->table_merged, "", loop_source,
             "of a cluster: %.1f of %d entries are used", ends->entries_used,
             d->cluster.merge_entries);
    NOC_LEAF(e, sum, "found in the cache", -ends->cache_hits, "", loop_source,
             "of a cluster, %d lines; absorbed are %.4f of the reads that MSHRs leave",
             d->cluster.cache_lines, ends->absorbed);
}

/* Explains phases: each has a share of the instructions, and its own requests per instruction. */
static void explain_phases(noc_explanation *e, int parent, const noc_workload *w,
                           const noc_closed_point *p)
{
    const noc_closed_phases *phases = &p->phases;
    const int node = NOC_RATIO(e, parent, "instructions of a request", p->ends.request_instructions,
                               "", workload_source, "of a warp, in all phases");
    NOC_LEAF(e, node, "one", 1.0, "", "", "instruction");
    const int sum =
        NOC_SUM(e, node, "requests of an instruction", 1.0 / p->ends.request_instructions, "",
                workload_source, "of each phase");
    for (size_t k = 0; k < phases->count; k++) {
        char name[64];
        snprintf(name, sizeof name, "phase %zu, limited by %s", k,
                 noc_binding_name(phases->binding[k]));
        const int phase = NOC_RATIO(
            e, sum, name, phases->instruction_share[k] / phases->request_instructions[k], "",
            loop_source, "IPC %.4g of a core that is in it, as %.3g of the cores are at a time",
            phases->instructions[k] * w->active_threads, phases->core_share[k]);
        NOC_LEAF(e, phase, "share", phases->instruction_share[k], "", workload_source,
                 "of the instructions");
        NOC_LEAF(e, phase, "instructions of a request", phases->request_instructions[k], "",
                 workload_source, "of a warp");
    }
}

static void explain_instructions(noc_explanation *e, int parent, const noc_workload *w,
                                 const noc_closed_point *p)
{
    if (p->phases.count > 0)
        explain_phases(e, parent, w, p);
    else
        NOC_LEAF(e, parent, "instructions of a request", p->ends.request_instructions, "",
                 workload_source,
                 "of a warp; %.3g of the warps of CTAs are at work, others are done",
                 p->ends.active_warps);
}

/* Explains the loss by empty slots of kernels that run to their end. */
static void explain_pace(noc_explanation *e, int parent, const noc_core_figures *ends)
{
    if (!(ends->relative_pace > 0.0)) return;
    NOC_LEAF(e, parent, "share as slots run empty", ends->relative_pace, "", loop_source,
             "%.2f times all slots are filled, in %.0f cycles", ends->wave_count, ends->makespan);
}

static void explain_nodes(noc_explanation *e, int parent, const noc_system *system,
                          const noc_core_figures *ends)
{
    char load[80] = "";
    if (ends->filled_slots >= 0.0)
        snprintf(load, sizeof load,
                 "; of slots %.3g are filled, the fullest cluster has %.3g of the mean",
                 ends->filled_slots, ends->fullest_cluster);
    NOC_LEAF(e, parent, "compute nodes", system->graph.compute_count, "", workload_source,
             "%d cores%s", system->design->nodes.compute, load);
}

/* Explains the IPC of a workload. Designs with clusters, CTAs, several kernels or phases
 * (noc_closed_has_core_groups) have more factors. */
static void explain_workload(const noc_explainer *x, noc_explanation *e, int parent,
                             const noc_workload *w, const noc_closed_point *p)
{
    const noc_design *d = x->system->design;
    const noc_core_figures *ends = &p->ends;
    const bool has_groups = noc_closed_has_core_groups(d, w);
    const double clocks = d->nodes.core_mhz > 0.0 ? d->chip.clock_mhz / d->nodes.core_mhz : 1.0;
    const int node =
        NOC_PRODUCT(e, parent, "ipc", p->instructions * w->active_threads, "instr/cycle",
                    loop_source, "capacity, its use, and lines of a request");
    explain_capacity(e, node, p);
    explain_use(e, node, p, p->rate * p->round_trip);
    if (has_groups) {
        explain_sent(e, node, d, ends);
        explain_instructions(e, node, w, p);
    } else {
        NOC_LEAF(e, node, "instructions of a request", w->instructions, "", workload_source,
                 "of a warp, for each request of it");
    }
    NOC_LEAF(e, node, "threads", has_groups ? ends->instruction_threads : w->active_threads, "",
             workload_source, "of a warp that an instruction works for");
    if (has_groups) {
        explain_nodes(e, node, x->system, ends);
        explain_pace(e, node, ends);
    } else {
        NOC_LEAF(e, node, "cores", x->system->graph.compute_count, "", workload_source,
                 "nodes.compute");
    }
    if (clocks != 1.0)
        NOC_LEAF(e, node, "clocks", clocks, "", workload_source, "network cycles in a core cycle");
}

/* Explains the harmonic mean of a set. Its inverse is the sum of the workloads' cycles per
 * instruction. */
static void explain_set(const noc_explainer *x, noc_explanation *e, int parent,
                        const noc_workload_part *parts, const noc_closed_point *points,
                        size_t count)
{
    const double ipc = x->estimate.metrics[NOC_METRIC_ipc].value;
    const int root = NOC_RATIO(e, parent, "ipc", ipc, "instr/cycle", loop_source,
                               "harmonic mean of the set's workloads");
    NOC_LEAF(e, root, "one", 1.0, "", "", "instruction");
    const int sum = NOC_SUM(e, root, "cycles of an instruction", 1.0 / ipc, "cycles", loop_source,
                            "of each workload, by its share of the set");
    for (size_t i = 0; i < count; i++) {
        char name[64];
        const double workload_ipc = points[i].instructions * parts[i].workload.active_threads;
        snprintf(name, sizeof name, "like %.50s", parts[i].name);
        const int node = NOC_RATIO(e, sum, name, parts[i].weight / workload_ipc, "cycles",
                                   loop_source, "its share of the set over its IPC");
        NOC_LEAF(e, node, "share", parts[i].weight, "", workload_source, "of the set's rows");
        explain_workload(x, e, node, &parts[i].workload, &points[i]);
    }
}

noc_status noc_explain_ipc(const noc_explainer *x, noc_explanation *e, int parent, noc_diag *diag)
{
    noc_workload_part parts[NOC_WORKLOAD_PARTS_MAX];
    noc_closed_point points[NOC_WORKLOAD_PARTS_MAX];
    const size_t count = noc_design_workloads(x->system->design, parts);
    const noc_status status = noc_closed_points_find(x->system, x->calibration, &x->corrected,
                                                     parts, count, points, NULL, diag);
    if (status != NOC_OK) return status;
    if (count == 1)
        explain_workload(x, e, parent, &parts[0].workload, &points[0]);
    else
        explain_set(x, e, parent, parts, points, count);
    return NOC_OK;
}

/* ---- the makespan of a batch ---------------------------------------------------------------- */

static const char *const batch_source = "batches (docs/model.md, section 9)";

bool noc_is_batch_makespan(const noc_explainer *x)
{
    return isnan(x->estimate.load) && x->system->design->traffic.batch_packets > 0;
}

/* Explains the mean time of a node: cycles per packet, times packets per place in flight. Returns
 * the time, cycles. */
static double explain_node_cycles(const noc_eager_point *p, noc_explanation *e, int parent)
{
    const double cycle =
        p->idle_cycles + p->wait_cycles + NOC_EAGER_NOTICE_CYCLES + p->port_wait_cycles;
    const double rounds = p->batch_packets / p->outstanding, all = rounds * cycle;
    const int product = NOC_PRODUCT(e, parent, "a node on average", all, "cycles", batch_source,
                                    "packets one after the other");
    const int ratio = NOC_RATIO(e, product, "packets in a row", rounds, "packets", batch_source,
                                "of each that is on the way");
    NOC_LEAF(e, ratio, "batch", p->batch_packets, "packets", "", "traffic.batch");
    NOC_LEAF(e, ratio, "outstanding", p->outstanding, "packets", "", "traffic.outstanding");
    const int sum = NOC_SUM(e, product, "cycle of a packet", cycle, "cycles", batch_source,
                            "at the rate that fits it (Little's law)");
    NOC_LEAF(e, sum, "trip alone", p->idle_cycles, "cycles", batch_source,
             "in an empty network, mean of all nodes");
    NOC_LEAF(e, sum, "waits", p->wait_cycles, "cycles", batch_source,
             "for packets of others, in the network");
    NOC_LEAF(e, sum, "port", p->port_wait_cycles, "cycles", batch_source,
             "waits for the node's other packets to be sent");
    NOC_LEAF(e, sum, "seen later", NOC_EAGER_NOTICE_CYCLES, "cycles", batch_source,
             "the node sees the arrival in the next cycle");
    return all;
}

/* Explains the time of a batch at the highest rate of the network. Returns the time, cycles. */
static double explain_full_network(const noc_eager_point *p, noc_explanation *e, int parent)
{
    const double busy = p->batch_packets / p->highest_rate;
    const int ratio =
        NOC_RATIO(e, parent, "a full network", busy, "cycles", batch_source, "takes the batch");
    NOC_LEAF(e, ratio, "batch", p->batch_packets, "packets", "", "traffic.batch");
    NOC_LEAF(e, ratio, "rate", p->highest_rate, "packets/cycle", batch_source,
             "of a node, where the first queue overflows");
    NOC_LEAF(e, parent, "trip alone", p->idle_cycles, "cycles", batch_source,
             "of the first packet to the bottleneck, of the last from there");
    return busy + p->idle_cycles;
}

noc_status noc_explain_batch(const noc_explainer *x, noc_explanation *e, int parent, noc_diag *diag)
{
    noc_eager_point p;
    if (noc_eager_solve(x->system, &x->corrected, &p) != NOC_OK) return noc_fail_memory(diag);
    const int root = NOC_SUM(e, parent, "makespan", p.makespan, "cycles", batch_source,
                             "the last of all nodes, and of all channels");
    const double mean = p.outstanding < p.batch_packets ? explain_node_cycles(&p, e, root)
                                                        : explain_full_network(&p, e, root);
    NOC_LEAF(e, root, "the last", p.makespan - mean, "cycles", batch_source,
             p.simulated_shares
                 ? "full buffers block each other, and the far get fewer turns"
                 : "nodes and channels that need longer, or draw more; start and end");
    return NOC_OK;
}
