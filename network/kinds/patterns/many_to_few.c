/* Many to few: compute nodes send read and write requests to memory nodes, which reply: the traffic
 * of a GPU (te13 2.2, Figure 1). Memory nodes have equal shares of the requests, shares
 * proportional to weights, or shares by the addresses of a stream; or one of them gets
 * `hotspot_fraction`, and the others share the rest (te13 5.8: 20 % to memory 0). */
#include "network/kinds/interleave.h"
#include "network/kinds/kinds.h"
#include "network/kinds/unread_conditions.h"

static bool has_one_memory(const noc_unread_question *question)
{
    return question->system->graph.memory_count == 1;
}

static bool has_no_hotspot(const noc_unread_question *question)
{
    return question->design->traffic.hotspot_fraction == 0.0;
}

static const noc_unread_condition one_memory = {has_one_memory, false, NULL,
                                                "there is one memory node"},
                                  no_hotspot = {has_no_hotspot, false, NULL,
                                                "traffic.hotspot_fraction is 0"};

static bool has_no_stream(const noc_unread_question *question)
{
    return question->design->traffic.interleave == NOC_INTERLEAVE_NONE;
}

static const noc_unread_condition no_stream = {has_no_stream, false, NULL,
                                               "traffic.interleave is \"none\""};

/* True if a stream reaches all memory nodes equally, and so has no effect. */
static bool has_even_stream(const noc_unread_question *question)
{
    const noc_reals *shares = &question->design->traffic.memory_shares;
    for (size_t m = 1; m < shares->count; m++)
        if (shares->values[m] != shares->values[0]) return false;
    return question->design->traffic.interleave != NOC_INTERLEAVE_NONE;
}

static const noc_unread_condition even_stream = {
    has_even_stream, false, NULL, "addresses so far apart fall on all memory nodes alike"};

NOC_NAMES(interleave_name, "none", "modulo", "xor", "ipoly")

static const noc_key keys[] = {
    {"hotspot_fraction", NOC_REAL, offsetof(noc_traffic_spec, hotspot_fraction), 0, 1, 0, 0, NULL,
     "", "share of the requests that goes to hotspot_memory; 0: all memory nodes alike",
     "te13 5.8: 0.2", NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
    {"hotspot_memory", NOC_INTEGER, offsetof(noc_traffic_spec, hotspot_memory), 0, 1048575, 0, 0,
     NULL, "", "number of the memory node that is the hotspot", "te13 5.8",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &no_hotspot, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
    {"memory_weights", NOC_REALS, offsetof(noc_traffic_spec, memory_weights), 0, 1e9, 0,
     NOC_YOUNGER, NULL, "",
     "requests that memory nodes get, in proportion: a number for each; default alike", "",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &noc_unread_ideal_nodes), NOC_BY_ROUTES},
    {"interleave", NOC_CHOICE, offsetof(noc_traffic_spec, interleave), 0, 0, NOC_INTERLEAVE_NONE,
     NOC_YOUNGER, interleave_name, "",
     "how addresses of a stream are spread over memory nodes: by the number of their block, its "
     "groups of bits added without carry, or its remainder by an irreducible polynomial; none: "
     "requests go to memory nodes at random",
     "Rau 1991: ipoly",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &even_stream, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
    {"interleave_bytes", NOC_INTEGER, offsetof(noc_traffic_spec, interleave_bytes), 1, 1 << 30, 256,
     NOC_YOUNGER, NULL, "bytes", "block of addresses of a stream in one memory node",
     "te13 2.2: 256",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &no_stream, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
    {"stride_bytes", NOC_REAL, offsetof(noc_traffic_spec, stride_bytes), 1, 1e12, 128, NOC_YOUNGER,
     NULL, "bytes", "from an address of a stream to the next", "",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &no_stream, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
    {"footprint_bytes", NOC_REAL, offsetof(noc_traffic_spec, footprint_bytes), 1, 1e15, 67108864,
     NOC_YOUNGER, NULL, "bytes",
     "addresses that a stream covers, from 0 on; a million at most count", "",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &no_stream, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
};

/* Checks memory_weights, their number and that some weight is positive. Refuses designs with
 * several settings of memory shares. */
static noc_status check_shares(const noc_design *design, noc_diag *diag)
{
    const noc_traffic_spec *t = &design->traffic;
    const noc_reals *weights = &t->memory_weights;
    double sum = 0.0;
    for (size_t m = 0; m < weights->count; m++) sum += weights->values[m];
    if (weights->count && weights->count != (size_t)design->nodes.memory)
        return noc_design_conflict(design, diag, 0,
                                   NOC_PATHS("traffic.memory_weights", "nodes.memory"),
                                   "traffic.memory_weights has %zu numbers for %d memory nodes",
                                   weights->count, design->nodes.memory);
    if (weights->count && !(sum > 0.0))
        return noc_design_conflict(design, diag, 0, NOC_PATHS("traffic.memory_weights"),
                                   "traffic.memory_weights are all 0 (some memory node has to get "
                                   "requests)");
    const int setting_count =
        (t->hotspot_fraction > 0.0) + (weights->count > 0) + (t->interleave != NOC_INTERLEAVE_NONE);
    if (setting_count < 2) return NOC_OK;
    return noc_design_conflict(
        design, diag, 0,
        NOC_PATHS("traffic.memory_weights", "traffic.interleave", "traffic.hotspot_fraction"),
        "traffic.hotspot_fraction, memory_weights and interleave each say which memory nodes get "
        "how many requests (one of them)");
}

static noc_status check(const noc_design *design, int columns, int rows, noc_diag *diag)
{
    (void)columns;
    (void)rows;
    const noc_traffic_spec *t = &design->traffic;
    if (t->hotspot_memory >= design->nodes.memory)
        return noc_design_conflict(design, diag, 0,
                                   NOC_PATHS("traffic.hotspot_memory", "nodes.memory"),
                                   "traffic.hotspot_memory = %d: memory nodes are 0..%d",
                                   t->hotspot_memory, design->nodes.memory - 1);
    return check_shares(design, diag);
}

/* True if packets of a source may go to a memory node: if packets stay within halves, both are in
 * one half of the crossbar. */
static bool can_reach(const noc_graph *graph, uint32_t source, uint32_t memory)
{
    return !graph->stays_within_halves ||
           graph->terminals[source].crossbar_half ==
               graph->terminals[graph->memory_terminals[memory]].crossbar_half;
}

static void fill_shares(const noc_design *design, const noc_graph *graph, uint32_t source,
                        double *shares)
{
    if (graph->terminals[source].kind != NOC_COMPUTE) return;
    const noc_traffic_spec *t = &design->traffic;
    const uint32_t count = graph->memory_count;
    const bool has_hotspot = t->hotspot_fraction > 0.0 && count > 1;
    double share_sum = 0.0;
    for (uint32_t m = 0; m < count; m++) {
        if (!can_reach(graph, source, m)) continue;
        double memory_share = t->memory_shares.count ? t->memory_shares.values[m] : 1.0 / count;
        if (has_hotspot)
            memory_share = m == (uint32_t)t->hotspot_memory
                               ? t->hotspot_fraction
                               : (1.0 - t->hotspot_fraction) / (count - 1);
        shares[graph->memory_terminals[m]] = memory_share;
        share_sum += memory_share;
    }
    /* within a half the shares sum to less than 1 */
    for (uint32_t m = 0; m < count && graph->stays_within_halves && share_sum > 0.0; m++)
        shares[graph->memory_terminals[m]] /= share_sum;
}

const noc_pattern_kind noc_pattern_many_to_few = {
    .name = "many-to-few",
    .summary = "compute nodes ask memory nodes, which reply",
    .source = "te13 2.2",
    .keys = NOC_KEYS(keys),
    .has_memory = true,
    .check = check,
    .fill_shares = fill_shares,
};
