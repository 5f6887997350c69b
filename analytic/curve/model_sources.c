/* Latencies by node and by flow at the load of the model's last sweeps. */
#include "analytic/curve/model_sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/contention/network_sweeps.h"
#include "analytic/zero_load.h"
#include "base/arena.h"
#include "base/auto.h"
#include "network/graph/die_links.h"

/* Sums over packets: idle cycles, cycles of waits, packets. */
typedef struct node_sums {
    double idle_cycles, wait_cycles, packets;
} node_sums;

typedef struct latency_search {
    const noc_system *system;
    const noc_network_sweeps *sweeps;
    node_sums *node_sums; /* [terminal and class]: sums; NULL: only latencies by flow */
    /* [0]: sums of packets within one die; [1]: between two dies */
    node_sums die_sums[2][NOC_CLASSES];
    noc_node_latency *flow_latencies; /* [flow]: latencies; NULL: only latencies by node */
    double *hop_waits;                /* [hop]: waits of one class of traffic, cycles */
    /* kinds of paths; [kind and class]: idle cycles, NAN: not yet known */
    const noc_path_kinds *path_kinds;
    double *idle_cycles;
} latency_search;

/* Mean idle cycles over the packet lengths of a flow. */
static double find_idle_cycles(const latency_search *s, const noc_flow *flow, uint32_t first)
{
    const noc_traffic *t = &s->system->traffic;
    const uint32_t channel = s->system->routes.hops[first].channel;
    const uint16_t network = s->system->graph.channels[channel].network;
    double mean = 0.0;
    for (int i = 0; i < t->length_count; i++) {
        const noc_packet_type *type = &t->lengths[i];
        const double share = noc_type_share(t, type, flow);
        if (share > 0.0) mean += share * noc_zero_load_path(s->system, first, type->flits[network]);
    }
    return mean;
}

static void add_packets(node_sums *sums, double rate, double idle_cycles, double wait)
{
    sums->packets += rate;
    sums->idle_cycles += rate * idle_cycles;
    sums->wait_cycles += rate * wait;
}

static void add_flow(latency_search *s, size_t f)
{
    const noc_flow *flow = &s->system->traffic.flows[f];
    node_sums flow_sums = {0.0, 0.0, 0.0}, *node = NULL;
    node_sums *die = &s->die_sums[!noc_flow_is_local(&s->system->graph, flow)][flow->class];
    if (s->node_sums)
        node = &s->node_sums[noc_flow_owner(flow) * NOC_CLASSES + (uint32_t)flow->class];
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &s->system->routes.paths[flow->route.first_path + i];
        const double rate = flow->rate * path->probability;
        double *idle = &s->idle_cycles[s->path_kinds->hop_kind[path->first_hop] * NOC_CLASSES +
                                       (uint32_t)flow->class];
        if (isnan(*idle)) *idle = find_idle_cycles(s, flow, path->first_hop);
        add_packets(&flow_sums, rate, *idle, s->hop_waits[path->first_hop]);
        add_packets(die, rate, *idle, s->hop_waits[path->first_hop]);
        if (node) add_packets(node, rate, *idle, s->hop_waits[path->first_hop]);
    }
    if (s->flow_latencies)
        s->flow_latencies[f] = (noc_node_latency){flow_sums.idle_cycles / flow_sums.packets,
                                                  flow_sums.wait_cycles / flow_sums.packets};
}

/* Adds a class of traffic. False: waits are unknown, and count as 0. */
static bool add_class(latency_search *s, uint32_t class)
{
    const noc_traffic *t = &s->system->traffic;
    const bool has_waits = noc_network_sweeps_route_waits(s->sweeps, class, s->hop_waits);
    if (!has_waits && !s->flow_latencies) return false;
    for (uint32_t h = 0; h < s->system->routes.hop_count && !has_waits; h++) s->hop_waits[h] = 0.0;
    for (uint32_t i = 0; i < s->path_kinds->hop_kind_count * NOC_CLASSES; i++)
        s->idle_cycles[i] = NAN;
    for (size_t f = 0; f < t->flow_count; f++)
        if (t->flows[f].traffic_class == class) add_flow(s, f);
    return has_waits;
}

/* Mean latency over packets, of round trips where there are replies; NAN: no packets. */
static noc_node_latency mean_latency(const noc_system *system, const node_sums *sums)
{
    const double gap_cycles = noc_answer_cycles(system) + NOC_REPLY_WAIT_CYCLES;
    noc_node_latency mean = {NAN, NAN};
    for (int k = 0; k < NOC_CLASSES; k++) {
        const node_sums *class_sums = &sums[k];
        if (!(class_sums->packets > 0.0)) continue;
        const noc_node_latency class_latency = {class_sums->idle_cycles / class_sums->packets,
                                                class_sums->wait_cycles / class_sums->packets};
        mean.idle_cycles = k == NOC_REQUEST
                               ? class_latency.idle_cycles
                               : mean.idle_cycles + gap_cycles + class_latency.idle_cycles;
        mean.wait_cycles = k == NOC_REQUEST ? class_latency.wait_cycles
                                            : mean.wait_cycles + class_latency.wait_cycles;
    }
    return mean;
}

static double total_cycles(noc_node_latency latency)
{
    return latency.idle_cycles + latency.wait_cycles;
}

static noc_node_latencies find_extremes(const latency_search *s)
{
    const noc_node_latency no_latency = {NAN, NAN};
    noc_node_latencies latencies = {no_latency, no_latency, no_latency, no_latency, no_latency};
    node_sums total_sums[NOC_CLASSES] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (uint32_t t = 0; t < s->system->graph.terminal_count; t++) {
        const node_sums *sums = &s->node_sums[t * NOC_CLASSES];
        const noc_node_latency node_latency = mean_latency(s->system, sums);
        for (int k = 0; k < NOC_CLASSES; k++) {
            total_sums[k].idle_cycles += sums[k].idle_cycles;
            total_sums[k].wait_cycles += sums[k].wait_cycles;
            total_sums[k].packets += sums[k].packets;
        }
        if (isnan(node_latency.idle_cycles)) continue;
        if (!(total_cycles(node_latency) >= total_cycles(latencies.fastest_node)))
            latencies.fastest_node = node_latency;
        if (!(total_cycles(node_latency) <= total_cycles(latencies.slowest_node)))
            latencies.slowest_node = node_latency;
    }
    latencies.all_packets = mean_latency(s->system, total_sums);
    latencies.same_die = mean_latency(s->system, s->die_sums[0]);
    latencies.other_die = mean_latency(s->system, s->die_sums[1]);
    return latencies;
}

/* Adds all flows. False: out of memory, or waits are unknown. */
static bool find_latencies(latency_search *s)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t kinds = (size_t)s->path_kinds->hop_kind_count * NOC_CLASSES;
    bool has_all_waits = true;
    s->hop_waits =
        noc_arena_unset_array(&scratch, s->system->routes.hop_count, sizeof *s->hop_waits);
    s->idle_cycles = noc_arena_unset_array(&scratch, kinds, sizeof *s->idle_cycles);
    if (scratch.is_short) return false;
    for (uint32_t k = 0; k < s->system->traffic.class_count; k++) has_all_waits &= add_class(s, k);
    return has_all_waits;
}

noc_node_latencies noc_node_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                                           const noc_network_sweeps *sweeps)
{
    const size_t nodes = system->graph.terminal_count;
    const noc_node_latency no_latency = {NAN, NAN};
    const noc_node_latencies unknown = {no_latency, no_latency, no_latency, no_latency, no_latency};
    if (system->merged_rates.packets && !system->merged_rates.is_by_node) return unknown;
    NOC_AUTO_FREE node_sums *sums = calloc(nodes * NOC_CLASSES + 1, sizeof *sums);
    latency_search s = {.system = system, .sweeps = sweeps, .node_sums = sums, .path_kinds = kinds};
    return sums && find_latencies(&s) ? find_extremes(&s) : unknown;
}

bool noc_flow_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                             const noc_network_sweeps *sweeps, noc_node_latency *list)
{
    latency_search s = {
        .system = system, .sweeps = sweeps, .path_kinds = kinds, .flow_latencies = list};
    for (size_t f = 0; f < system->traffic.flow_count; f++) list[f] = (noc_node_latency){NAN, NAN};
    return find_latencies(&s);
}
