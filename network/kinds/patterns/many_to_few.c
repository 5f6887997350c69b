/* Compute nodes send read and write requests to memory nodes, which reply: the traffic of a GPU
 * (te13 2.2, Figure 1). All memory nodes get the same share of the requests, or one of them gets
 * `hotspot_fraction` and the others share the rest (te13 5.8: 20 % to memory 0). */
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

static const noc_key keys[] = {
    {"hotspot_fraction", NOC_REAL, offsetof(noc_traffic_spec, hotspot_fraction), 0, 1, 0, 0, NULL,
     "", "share of the requests that goes to hotspot_memory; 0: all memory nodes alike",
     "te13 5.8: 0.2", NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
    {"hotspot_memory", NOC_INTEGER, offsetof(noc_traffic_spec, hotspot_memory), 0, 1048575, 0, 0,
     NULL, "", "number of the memory node that is the hotspot", "te13 5.8",
     NOC_UNREAD(&noc_unread_trace_packets, &one_memory, &no_hotspot, &noc_unread_ideal_nodes),
     NOC_BY_ROUTES},
};

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
    return NOC_OK;
}

static void shares(const noc_design *design, const noc_graph *graph, uint32_t source, double *share)
{
    if (graph->terminals[source].kind != NOC_COMPUTE) return;
    const noc_traffic_spec *t = &design->traffic;
    const uint32_t count = graph->memory_count;
    const bool hotspot = t->hotspot_fraction > 0.0 && count > 1;
    for (uint32_t m = 0; m < count; m++) {
        double part = 1.0 / count;
        if (hotspot)
            part = m == (uint32_t)t->hotspot_memory ? t->hotspot_fraction
                                                    : (1.0 - t->hotspot_fraction) / (count - 1);
        share[graph->memories[m]] = part;
    }
}

const noc_pattern_kind noc_pattern_many_to_few = {
    .name = "many-to-few",
    .summary = "compute nodes ask memory nodes, which reply",
    .source = "te13 2.2",
    .keys = NOC_KEYS(keys),
    .has_memory = true,
    .check = check,
    .shares = shares,
};
