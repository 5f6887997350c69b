/* Latencies by node and by flow at the load of the model's last sweeps. */
#include "analytic/curve/model_sources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/contention/network_sweeps.h"
#include "analytic/zero_load.h"
#include "network/graph/die_links.h"

/* Sums over packets: idle cycles, cycles of waits, packets. */
typedef struct node_sums {
    double idle, waits, packets;
} node_sums;

typedef struct finder {
    const noc_system *system;
    const noc_network_sweeps *sweeps;
    node_sums *sums; /* [terminal and class]: sums; NULL: only latencies by flow */
    /* [0]: sums of packets within one die; [1]: between two dies */
    node_sums dies[2][NOC_CLASSES];
    noc_node_latency *flows; /* [flow]: latencies; NULL: only latencies by node */
    double *waits;           /* [hop]: waits of one class of traffic, cycles */
    /* kinds of paths; [kind and class]: idle cycles, NAN: not yet known */
    const noc_path_kinds *kinds;
    double *idle;
} finder;

/* Mean idle cycles over the packet lengths of a flow. */
static double idle_of(const finder *s, const noc_flow *flow, uint32_t first)
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

static void add(node_sums *sums, double rate, double idle, double wait)
{
    sums->packets += rate;
    sums->idle += rate * idle;
    sums->waits += rate * wait;
}

static void add_flow(finder *s, size_t f)
{
    const noc_flow *flow = &s->system->traffic.flows[f];
    node_sums own = {0.0, 0.0, 0.0}, *node = NULL;
    node_sums *die = &s->dies[!noc_flow_is_local(&s->system->graph, flow)][flow->class];
    if (s->sums) node = &s->sums[noc_flow_owner(flow) * NOC_CLASSES + (uint32_t)flow->class];
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &s->system->routes.paths[flow->route.first_path + i];
        const double rate = flow->rate * path->probability;
        double *idle = &s->idle[s->kinds->ways[path->first] * NOC_CLASSES + (uint32_t)flow->class];
        if (isnan(*idle)) *idle = idle_of(s, flow, path->first);
        add(&own, rate, *idle, s->waits[path->first]);
        add(die, rate, *idle, s->waits[path->first]);
        if (node) add(node, rate, *idle, s->waits[path->first]);
    }
    if (s->flows) s->flows[f] = (noc_node_latency){own.idle / own.packets, own.waits / own.packets};
}

/* Adds a class of traffic. False: waits are unknown, and count as 0. */
static bool add_class(finder *s, uint32_t class)
{
    const noc_traffic *t = &s->system->traffic;
    const bool told = noc_network_sweeps_way_waits(s->sweeps, class, s->waits);
    if (!told && !s->flows) return false;
    for (uint32_t h = 0; h < s->system->routes.hop_count && !told; h++) s->waits[h] = 0.0;
    for (uint32_t i = 0; i < s->kinds->way_count * NOC_CLASSES; i++) s->idle[i] = NAN;
    for (size_t f = 0; f < t->flow_count; f++)
        if (t->flows[f].traffic_class == class) add_flow(s, f);
    return told;
}

/* Mean latency over packets, of round trips where there are replies; NAN: no packets. */
static noc_node_latency mean_of(const noc_system *system, const node_sums *sums)
{
    const double between = noc_answer_cycles(system) + NOC_REPLY_WAIT_CYCLES;
    noc_node_latency mean = {NAN, NAN};
    for (int k = 0; k < NOC_CLASSES; k++) {
        const node_sums *one = &sums[k];
        if (!(one->packets > 0.0)) continue;
        const noc_node_latency own = {one->idle / one->packets, one->waits / one->packets};
        mean.idle = k == NOC_REQUEST ? own.idle : mean.idle + between + own.idle;
        mean.wait = k == NOC_REQUEST ? own.wait : mean.wait + own.wait;
    }
    return mean;
}

static double sum_of(noc_node_latency latency)
{
    return latency.idle + latency.wait;
}

static noc_node_latencies extremes_of(const finder *s)
{
    const noc_node_latency none = {NAN, NAN};
    noc_node_latencies found = {none, none, none, none, none};
    node_sums all[NOC_CLASSES] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (uint32_t t = 0; t < s->system->graph.terminal_count; t++) {
        const node_sums *sums = &s->sums[t * NOC_CLASSES];
        const noc_node_latency own = mean_of(s->system, sums);
        for (int k = 0; k < NOC_CLASSES; k++) {
            all[k].idle += sums[k].idle;
            all[k].waits += sums[k].waits;
            all[k].packets += sums[k].packets;
        }
        if (isnan(own.idle)) continue;
        if (!(sum_of(own) >= sum_of(found.fastest))) found.fastest = own;
        if (!(sum_of(own) <= sum_of(found.slowest))) found.slowest = own;
    }
    found.all = mean_of(s->system, all);
    found.local = mean_of(s->system, s->dies[0]);
    found.remote = mean_of(s->system, s->dies[1]);
    return found;
}

/* Adds all flows. False: out of memory, or waits are unknown. */
static bool find(finder *s)
{
    s->waits = malloc((s->system->routes.hop_count + 1) * sizeof *s->waits);
    s->idle = malloc(((size_t)s->kinds->way_count * NOC_CLASSES + 1) * sizeof *s->idle);
    const bool made = s->waits && s->idle;
    bool told = made;
    for (uint32_t k = 0; k < s->system->traffic.class_count && made; k++) told &= add_class(s, k);
    free(s->waits);
    free(s->idle);
    return told;
}

noc_node_latencies noc_node_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                                           const noc_network_sweeps *sweeps)
{
    const size_t nodes = system->graph.terminal_count;
    const noc_node_latency none = {NAN, NAN};
    noc_node_latencies found = {none, none, none, none, none};
    finder s = {.system = system, .sweeps = sweeps, .kinds = kinds};
    if (system->merged.packets && !system->merged.by_node) return found;
    s.sums = calloc(nodes * NOC_CLASSES + 1, sizeof *s.sums);
    if (s.sums && find(&s)) found = extremes_of(&s);
    free(s.sums);
    return found;
}

bool noc_flow_latencies_find(const noc_system *system, const noc_path_kinds *kinds,
                             const noc_network_sweeps *sweeps, noc_node_latency *list)
{
    finder s = {.system = system, .sweeps = sweeps, .kinds = kinds, .flows = list};
    for (size_t f = 0; f < system->traffic.flow_count; f++) list[f] = (noc_node_latency){NAN, NAN};
    return find(&s);
}
