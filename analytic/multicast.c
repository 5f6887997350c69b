#include "analytic/multicast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/network_model.h"
#include "base/auto.h"
#include "design/memory/replies.h"
#include "network/graph/multicast.h"

/* Flows of a source: index of the first, and their number; number of flows to other nodes. */
typedef struct flow_source {
    size_t first, count;
    uint32_t destinations;
    double packet_rate; /* packets of all flows */
} flow_source;

static flow_source read_source(const noc_traffic *t, size_t first)
{
    flow_source s = {.first = first};
    size_t f = first;
    for (; f < t->flow_count && t->flows[f].source == t->flows[first].source; f++) {
        s.destinations += t->flows[f].destination != t->flows[f].source;
        s.packet_rate += t->flows[f].rate;
    }
    s.count = f - first;
    return s;
}

/* Chance that a packet to `targets` of `destinations` terminals goes to at least one of `reached`
 * given terminals. */
static double channel_chance(uint32_t destinations, uint32_t targets, uint32_t reached)
{
    double miss_chance = 1.0;
    for (uint32_t k = 0; k < targets && miss_chance > 0.0; k++)
        miss_chance *= reached + k < destinations
                           ? (double)(destinations - reached - k) / (destinations - k)
                           : 0.0;
    return 1.0 - miss_chance;
}

/* ---- the last terminal ---------------------------------------------------------------------- */

typedef struct ranked_flow {
    size_t flow;
    double cycles;
} ranked_flow;

static int compare_ranks(const void *a, const void *b)
{
    const ranked_flow *x = a, *y = b;
    if (x->cycles != y->cycles) return x->cycles < y->cycles ? -1 : 1;
    return (x->flow > y->flow) - (x->flow < y->flow);
}

/* Chance that the i-th of `destinations` terminals, by distance, is the last of `targets` drawn
 * ones: all other targets are among the i nearer terminals. */
static double last_target_chance(uint32_t destinations, uint32_t targets, uint32_t i)
{
    double chance = (double)targets / destinations;
    for (uint32_t k = 0; k + 1 < targets && chance > 0.0; k++)
        chance *= k < i ? (double)(i - k) / (destinations - 1 - k) : 0.0;
    return chance;
}

/* Ranks the flows of a source to other nodes, the nearest first. Returns their number. */
static uint32_t rank_source(const noc_system *s, flow_source source, ranked_flow *list)
{
    uint32_t count = 0;
    for (size_t f = source.first; f < source.first + source.count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        if (flow->destination == flow->source) continue;
        const uint32_t first = s->routes.paths[flow->route.first_path].first_hop;
        const noc_network *net =
            noc_graph_channel_network(&s->graph, s->routes.hops[first].channel);
        list[count++] = (ranked_flow){f, noc_network_model_of(net)->idle_latency(s, first, 1)};
    }
    qsort(list, count, sizeof *list, compare_ranks);
    return count;
}

double *noc_last_terminal_rates(const noc_system *s, noc_arena *arena)
{
    const noc_traffic *t = &s->traffic;
    double *last_rates = noc_arena_unset_array(arena, t->flow_count, sizeof *last_rates);
    ranked_flow *list = noc_arena_unset_array(arena, t->flow_count, sizeof *list);
    for (size_t f = 0; !arena->is_short && f < t->flow_count;) {
        const flow_source source = read_source(t, f);
        const uint32_t count = rank_source(s, source, list);
        for (size_t k = f; k < f + source.count; k++)
            last_rates[k] = (1.0 - t->multicast_share) * t->flows[k].rate;
        for (uint32_t i = 0; i < count; i++)
            last_rates[list[i].flow] +=
                t->multicast_share * source.packet_rate *
                last_target_chance(source.destinations, t->multicast_targets, i);
        f += source.count;
    }
    noc_arena_release(arena, list);
    return last_rates;
}

/* ---- delayed packets ------------------------------------------------------------------------ */

/* Share of waits longer than `cycles`: e^(-cycles / F) with the mean packet length F, as waits
 * behind other packets are about as long as packets. */
static double longer_wait_share(const noc_system *s, double cycles)
{
    return exp(-cycles / s->traffic.injected_flits);
}

/* First place after place i with another latency. */
static uint32_t find_level_end(const ranked_flow *list, uint32_t count, uint32_t i)
{
    uint32_t end = i + 1;
    while (end < count && list[end].cycles == list[i].cycles) end++;
    return end;
}

/* Chance that a packet to `targets` of `destinations` terminals goes to a given one, and otherwise
 * only to the `nearest` terminals, which include the given one. */
static double nearest_chance(uint32_t destinations, uint32_t targets, uint32_t nearest)
{
    double chance = (double)targets / destinations;
    for (uint32_t k = 0; k + 1 < targets && chance > 0.0; k++)
        chance *= k + 1 < nearest ? (double)(nearest - 1 - k) / (destinations - 1 - k) : 0.0;
    return chance;
}

/* Finds, by flow, the multicast packets whose latency a wait for the flow's destination
 * increases. */
static void find_source_delays(const noc_system *s, flow_source source, const ranked_flow *list,
                               uint32_t count, double *delayed_packets)
{
    const noc_traffic *t = &s->traffic;
    for (uint32_t i = 0, end; i < count; i = end) {
        double sum = 0.0, last_chance = 0.0;
        end = find_level_end(list, count, i);
        for (uint32_t k = i, level_end; k < count; k = level_end) {
            level_end = find_level_end(list, count, k);
            const double chance =
                nearest_chance(source.destinations, t->multicast_targets, level_end);
            sum += (chance - last_chance) * longer_wait_share(s, list[k].cycles - list[i].cycles);
            last_chance = chance;
        }
        for (uint32_t k = i; k < end; k++)
            delayed_packets[list[k].flow] = t->multicast_share * source.packet_rate * sum;
    }
}

static double *find_delayed_packets(const noc_system *s, noc_arena *arena)
{
    const noc_traffic *t = &s->traffic;
    double *delayed_packets = noc_arena_array(arena, t->flow_count, sizeof *delayed_packets);
    ranked_flow *list = noc_arena_unset_array(arena, t->flow_count, sizeof *list);
    for (size_t f = 0; !arena->is_short && f < t->flow_count;) {
        const flow_source source = read_source(t, f);
        find_source_delays(s, source, list, rank_source(s, source, list), delayed_packets);
        f += source.count;
    }
    noc_arena_release(arena, list);
    return delayed_packets;
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* Multicast packets of a source on a channel. */
typedef struct channel_packets {
    uint32_t destinations;  /* destinations behind the channel */
    double chance;          /* chance that a packet uses the channel */
    double branches;        /* next channels of a packet, times that chance */
    double delayed_packets; /* delayed packets of the flows over the channel */
    double onward_delayed;  /* delayed packets on all next channels */
} channel_packets;

static uint32_t first_hop(const noc_system *s, const noc_flow *flow)
{
    return s->routes.paths[flow->route.first_path].first_hop;
}

static bool is_local_flow(const noc_flow *flow)
{
    return flow->destination == flow->source;
}

/* Packets of a flow that a wait on a channel delays: a packet waits there once, whatever its
 * branches. */
static double delayed_on_channel(const noc_system *s, flow_source source, const channel_packets *p,
                                 double flow_packets)
{
    const double packets = s->traffic.multicast_share * source.packet_rate * p->chance;
    return p->delayed_packets > packets ? flow_packets * packets / p->delayed_packets
                                        : flow_packets;
}

/* Finds the multicast packets of a source on its channels. */
static void find_channel_packets(const noc_system *s, flow_source source,
                                 const double *delayed_packets, channel_packets *channels)
{
    const noc_hop *hops = s->routes.hops;
    const noc_flow *flows = s->traffic.flows;
    for (size_t f = source.first; f < source.first + source.count; f++)
        for (uint32_t h = first_hop(s, &flows[f]); h != NOC_NONE && !is_local_flow(&flows[f]);
             h = hops[h].next) {
            channels[hops[h].channel].destinations++;
            channels[hops[h].channel].delayed_packets += delayed_packets[f];
        }
    for (size_t f = source.first; f < source.first + source.count; f++)
        for (uint32_t h = first_hop(s, &flows[f]); h != NOC_NONE && !is_local_flow(&flows[f]);
             h = hops[h].next) {
            channel_packets *p = &channels[hops[h].channel];
            if (p->chance == 0.0)
                p->chance = channel_chance(source.destinations, s->traffic.multicast_targets,
                                           p->destinations);
        }
    for (size_t f = source.first; f < source.first + source.count; f++)
        for (uint32_t h = first_hop(s, &flows[f]);
             hops[h].next != NOC_NONE && !is_local_flow(&flows[f]); h = hops[h].next) {
            const channel_packets *next = &channels[hops[hops[h].next].channel];
            channels[hops[h].channel].branches += next->chance / next->destinations;
            channels[hops[h].channel].onward_delayed +=
                delayed_on_channel(s, source, next, delayed_packets[f]);
        }
}

static void clear_channel_packets(const noc_system *s, flow_source source,
                                  channel_packets *channels)
{
    for (size_t f = source.first; f < source.first + source.count; f++)
        for (uint32_t h = first_hop(s, &s->traffic.flows[f]); h != NOC_NONE;
             h = s->routes.hops[h].next)
            channels[s->routes.hops[h].channel] = (channel_packets){0};
}

/* Multicast packets on a channel, divided by the destinations behind the channel. */
static double multicast_part(const noc_system *s, flow_source source, const channel_packets *p)
{
    return s->traffic.multicast_share * source.packet_rate * p->chance / p->destinations;
}

/* Mean of the longest of `branches` exponential waits over the mean of one: 1 + 1/2 + 1/3 + ...
 * Less than one branch counts as one. */
static double mean_longest_wait(double branches)
{
    double sum = 0.0, k = 1.0;
    if (branches < 1.0) return 1.0;
    for (; k <= branches; k += 1.0) sum += 1.0 / k;
    return sum + (branches - (k - 1.0)) / k;
}

/* Packets of a flow that a wait for the next channel delays: a packet waits for its slowest
 * branch. */
static double delayed_on_next(const noc_system *s, flow_source source, const channel_packets *p,
                              const channel_packets *next, double flow_packets)
{
    const double slowest = s->traffic.multicast_share * source.packet_rate * p->chance *
                           mean_longest_wait(p->branches / p->chance);
    const double next_packets = delayed_on_channel(s, source, next, flow_packets);
    return p->onward_delayed > slowest ? next_packets * slowest / p->onward_delayed : next_packets;
}

static void add_flow_rates(const noc_system *s, flow_source source, size_t f, double flow_packets,
                           const channel_packets *channels, noc_tree_rates *r)
{
    const noc_hop *hops = s->routes.hops;
    const noc_flow *flow = &s->traffic.flows[f];
    const double single_packets = (1.0 - s->traffic.multicast_share) * flow->rate;
    for (uint32_t h = first_hop(s, flow); h != NOC_NONE; h = hops[h].next) {
        const channel_packets *p = &channels[hops[h].channel];
        const double multicast_packets = is_local_flow(flow) ? 0.0 : multicast_part(s, source, p);
        r->packets[h] += single_packets + multicast_packets;
        r->branch_waits[h] +=
            single_packets + (multicast_packets > 0.0
                                  ? multicast_packets * mean_longest_wait(p->branches / p->chance)
                                  : 0.0);
        r->multicast_packets[h] += multicast_packets;
        r->branch_packets[h] +=
            multicast_packets > 0.0 ? multicast_packets * p->branches / p->chance : 0.0;
        r->delayed_packets[h] +=
            single_packets +
            (is_local_flow(flow) ? 0.0 : delayed_on_channel(s, source, p, flow_packets));
        if (hops[h].next == NOC_NONE) continue;
        const channel_packets *next = &channels[hops[hops[h].next].channel];
        r->onward_packets[h] +=
            single_packets + (is_local_flow(flow) ? 0.0 : multicast_part(s, source, next));
        r->next_delayed_packets[h] +=
            single_packets +
            (is_local_flow(flow) ? 0.0 : delayed_on_next(s, source, p, next, flow_packets));
    }
}

bool noc_tree_rates_find(const noc_system *s, noc_arena *arena, noc_tree_rates *r)
{
    const size_t hops = s->routes.hop_count;
    *r = (noc_tree_rates){
        .packets = noc_arena_array(arena, hops, sizeof *r->packets),
        .onward_packets = noc_arena_array(arena, hops, sizeof *r->onward_packets),
        .delayed_packets = noc_arena_array(arena, hops, sizeof *r->delayed_packets),
        .next_delayed_packets = noc_arena_array(arena, hops, sizeof *r->next_delayed_packets),
        .branch_waits = noc_arena_array(arena, hops, sizeof *r->branch_waits),
        .multicast_packets = noc_arena_array(arena, hops, sizeof *r->multicast_packets),
        .branch_packets = noc_arena_array(arena, hops, sizeof *r->branch_packets),
    };
    const double *delayed_packets = find_delayed_packets(s, arena);
    channel_packets *channels = noc_arena_array(arena, s->graph.channel_count, sizeof *channels);
    for (size_t f = 0; !arena->is_short && f < s->traffic.flow_count;) {
        const flow_source source = read_source(&s->traffic, f);
        find_channel_packets(s, source, delayed_packets, channels);
        for (size_t k = f; k < f + source.count; k++)
            add_flow_rates(s, source, k, delayed_packets[k], channels, r);
        clear_channel_packets(s, source, channels);
        f += source.count;
    }
    return !arena->is_short;
}

/* ---- merged replies -------------------------------------------------------------------------- */

bool noc_has_forked_replies(const noc_system *s)
{
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        if (s->graph.networks[n].carries[NOC_REPLY] && !noc_system_spec(s, n)->multicast)
            return false;
    return noc_multicast_can_fork(s, NOC_REPLY) && noc_replies_are_coalesced(&s->design->memory);
}

/* Replies on channels: of the present memory node, and of all nodes. */
typedef struct reply_loads {
    const noc_system *system;
    double *node_replies; /* [channel]: replies of the node */
    double *port_replies; /* [channel]: replies of the node directly behind its port */
    double node_rate;     /* replies of the node */
    double *busy_cycles;  /* [channel]: cycles of flits with forked packets */
    double total_replies; /* replies of all nodes */
    double wait_sum; /* packets of all nodes, times the waits of each, over the wait of a branch */
} reply_loads;

/* Packets of `group_size` replies to reads, over their replies, on a channel that a share q of the
 * replies uses. */
static double forked_packet_share(double q, double group_size)
{
    return q > 0.0 ? (1.0 - pow(1.0 - fmin(q, 1.0), group_size)) / group_size : 0.0;
}

/* Adds the channel use of a node's replies, in packets of `group_size`. */
static void add_node(reply_loads *r, double group_size)
{
    const noc_graph *g = &r->system->graph;
    const noc_packet_type *types = r->system->traffic.types;
    const double reads = types[NOC_READ_REPLY].share;
    double branches = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const double q = r->node_replies[c] / r->node_rate,
                     single_share = forked_packet_share(q, 1.0);
        const uint16_t flits = types[NOC_READ_REPLY].flits[g->channels[c].network];
        r->busy_cycles[c] -=
            r->node_rate * reads * flits * (single_share - forked_packet_share(q, group_size));
        branches += group_size * forked_packet_share(r->port_replies[c] / r->node_rate, group_size);
        r->node_replies[c] = r->port_replies[c] = 0.0;
    }
    r->total_replies += r->node_rate;
    r->wait_sum += r->node_rate * (reads * mean_longest_wait(branches) / group_size + 1.0 - reads);
    r->node_rate = 0.0;
}

static void add_nodes(reply_loads *r, double group_size)
{
    const noc_traffic *t = &r->system->traffic;
    const noc_hop *hops = r->system->routes.hops;
    uint32_t node = NOC_NONE;
    for (size_t f = 0; f < t->flow_count; f++) {
        const noc_flow *flow = &t->flows[f];
        if (flow->class != NOC_REPLY) continue;
        if (flow->source != node && r->node_rate > 0.0) add_node(r, group_size);
        node = flow->source;
        r->node_rate += flow->rate;
        const uint32_t first = first_hop(r->system, flow);
        r->port_replies[hops[hops[first].next].channel] += flow->rate;
        for (uint32_t h = first; h != NOC_NONE; h = hops[h].next)
            r->node_replies[hops[h].channel] += flow->rate;
    }
    if (r->node_rate > 0.0) add_node(r, group_size);
}

/* Makes empty loads of the arena, with the busy cycles of single replies. */
static reply_loads make_reply_loads(const noc_system *s, const double *busy_cycles,
                                    noc_arena *arena)
{
    const size_t channels = s->graph.channel_count;
    return (reply_loads){
        .system = s,
        .node_replies = noc_arena_array(arena, channels, sizeof(double)),
        .port_replies = noc_arena_array(arena, channels, sizeof(double)),
        .busy_cycles = noc_arena_copy(arena, busy_cycles, channels, sizeof(double)),
    };
}

static noc_forked_replies find_forked_replies(reply_loads *r, const double *busy_cycles,
                                              double group_size)
{
    const noc_graph *g = &r->system->graph;
    noc_forked_replies f = {0};
    memcpy(r->busy_cycles, busy_cycles, g->channel_count * sizeof *busy_cycles);
    r->total_replies = r->wait_sum = 0.0;
    add_nodes(r, group_size);
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        if (!g->networks[channel->network].carries[NOC_REPLY]) continue;
        if (channel->kind != NOC_INJECTION)
            f.downstream_cycles = fmax(f.downstream_cycles, r->busy_cycles[c]);
        else if (g->terminals[channel->from].kind == NOC_MEMORY)
            f.port_cycles = fmax(f.port_cycles, r->busy_cycles[c]);
    }
    f.wait_ratio = r->total_replies > 0.0 ? r->wait_sum / r->total_replies : 1.0;
    return f;
}

bool noc_forked_replies_find(const noc_system *s, const double *busy_cycles,
                             const double *group_sizes, int count, noc_forked_replies *forked)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    reply_loads r = make_reply_loads(s, busy_cycles, &scratch);
    for (int k = 0; !scratch.is_short && k < count; k++)
        forked[k] = find_forked_replies(&r, busy_cycles, group_sizes[k]);
    return !scratch.is_short;
}

const double *noc_forked_flits(const noc_system *s, const double *flits, double group_size,
                               noc_arena *arena)
{
    if (!noc_has_forked_replies(s) || !(group_size > 1.0)) return flits;
    reply_loads r = make_reply_loads(s, flits, arena);
    if (arena->is_short) return flits;
    add_nodes(&r, group_size);
    return r.busy_cycles;
}

/* Cycles for which a reply occupies the port while the network carries x times the throughput of
 * single replies, over the cycles of a single reply's flits. `full_rate`: packet rate at which
 * single replies fill the network. */
static double port_cycles_at(const noc_forked_replies *single_replies,
                             const noc_forked_replies *forked, double full_rate, double x)
{
    const double single_use = full_rate * single_replies->downstream_cycles,
                 forked_use = full_rate * x * forked->downstream_cycles;
    const double wait = fmax(0.0, 1.0 / fmin(1.0, full_rate * single_replies->port_cycles) - 1.0);
    const double wait_ratio = forked_use / (1.0 - forked_use) * (1.0 - single_use) / single_use;
    return forked->port_cycles / single_replies->port_cycles +
           wait * wait_ratio * forked->wait_ratio;
}

double noc_forked_gain(const noc_forked_replies *single_replies, const noc_forked_replies *forked,
                       double packet_rate)
{
    enum { STEPS = 30 };
    const double port_cycles = 1.0 / fmin(1.0, packet_rate * single_replies->port_cycles);
    double lower = 0.0,
           upper = fmin(1.0 / (packet_rate * forked->downstream_cycles),
                        port_cycles * single_replies->port_cycles / forked->port_cycles);
    if (!(packet_rate * single_replies->downstream_cycles < 1.0))
        return fmin(single_replies->downstream_cycles / forked->downstream_cycles, upper);
    for (int i = 0; i < STEPS; i++) {
        const double x = (lower + upper) / 2.0;
        *(x * port_cycles_at(single_replies, forked, packet_rate, x) < port_cycles ? &lower
                                                                                   : &upper) = x;
    }
    return lower;
}
