#include "analytic/overload.h"

#include <math.h>

#include "base/auto.h"
#include "network/compile/merged_flows.h"
#include "network/graph/die_links.h"

static double injector_limit(const noc_overload *o, const noc_injector *s)
{
    return fmin(o->limit_scale * s->model_limit, s->channel_limit);
}

bool noc_overload_is_unstable(const noc_overload *o, double load)
{
    static const double rounding = 1e-9;
    return load > (1.0 + rounding) * o->overflow;
}

/* Share of an injector's packets that is accepted. */
static double injector_share(const noc_overload *o, const noc_injector *s, double load)
{
    const double limit = injector_limit(o, s);
    return noc_overload_is_unstable(o, load) && limit < load ? limit / load : 1.0;
}

/* Share of the packets of a class that is accepted. */
static double class_share(const noc_overload *o, noc_class class, double load)
{
    double lost_share = 0.0;
    for (uint32_t i = 0; i < o->injectors->part_count; i++) {
        const noc_injector *s = &o->injectors->list[i * NOC_CLASSES + class];
        if (s->packet_share > 0.0)
            lost_share += s->packet_share * (1.0 - injector_share(o, s, load));
    }
    return 1.0 - lost_share;
}

static bool has_shared_limits(const noc_overload *o)
{
    return o->limits && o->limits->count > 0;
}

/* Share of the packets of a class that the shared limits allow. */
static double passed_share(const noc_overload *o, noc_class class, double load,
                           double request_share)
{
    return has_shared_limits(o) ? noc_allowed_packet_share(o->limits, class, load, request_share)
                                : 1.0;
}

/* Share of the requests that is accepted. A shared limit for both classes leaves requests more
 * capacity the fewer requests are answered. */
static double accepted_request_share(const noc_overload *o, double load)
{
    enum { STEPS = 40 };
    const double class_limit = class_share(o, NOC_REQUEST, load);
    double lower = 0.0, upper = 1.0;
    if (!has_shared_limits(o)) return class_limit;
    for (int i = 0; i < STEPS; i++) {
        const double request_share = (lower + upper) / 2.0;
        *(class_limit * passed_share(o, NOC_REQUEST, load, request_share) > request_share
              ? &lower
              : &upper) = request_share;
    }
    return class_limit * passed_share(o, NOC_REQUEST, load, upper);
}

/* Share of the requests that is answered: memory nodes answer accepted requests, which are their
 * offered load. */
static double answered_share(const noc_overload *o, double load)
{
    const double request_share = accepted_request_share(o, load);
    const double replies = class_share(o, NOC_REPLY, request_share * load);
    return request_share * replies * passed_share(o, NOC_REPLY, load, request_share);
}

static bool is_simulated(const noc_overload *o, double load)
{
    return o->simulated_shares && o->simulated_shares->load == load;
}

double noc_overload_accepted_load(const noc_overload *o, double load)
{
    if (is_simulated(o, load)) return o->simulated_shares->accepted_load;
    return load * answered_share(o, load);
}

double noc_overload_saturation(const noc_overload *o)
{
    static const double highest_load = 1e3;
    const double precision = has_shared_limits(o) ? 1e-12 : 1e-4; /* shared limits are exact */
    double lower = 1.0, upper = 1.0 / NOC_ACCEPTED_SHARE;         /* load over the overflow */
    while (answered_share(o, upper * o->overflow) > NOC_ACCEPTED_SHARE) {
        lower = upper;
        upper *= 2.0;
        if (upper > highest_load) return INFINITY;
    }
    while (upper - lower > precision * lower) {
        const double load = 0.5 * (lower + upper);
        *(answered_share(o, load * o->overflow) > NOC_ACCEPTED_SHARE ? &lower : &upper) = load;
    }
    return upper * o->overflow;
}

bool noc_overload_has_limits(const noc_overload *o)
{
    if (has_shared_limits(o)) return true;
    for (uint32_t i = 0; i < o->injectors->part_count * NOC_CLASSES; i++) {
        const noc_injector *s = &o->injectors->list[i];
        if (s->packet_share > 0.0 && o->limit_scale * s->model_limit > s->channel_limit)
            return true;
    }
    return false;
}

/* ---- channels ------------------------------------------------------------------------------- */

/* Injector of a flow's packets. Terminals that share a channel form one injector: their packets are
 * in one queue. */
static const noc_injector *injector_of(const noc_graph *g, const noc_injectors *injectors,
                                       const noc_flow *flow)
{
    const uint32_t channel = g->injections[g->terminals[flow->source].first_injection];
    const uint32_t part = injectors->terminal_part[g->channels[channel].from];
    return &injectors->list[part * NOC_CLASSES + flow->class];
}

/* Accepted packets per cycle of a flow, per packet that an injecting node creates. `request_share`:
 * share of all requests that is accepted. */
static double accepted_rate(const noc_graph *g, const noc_overload *o, const noc_flow *flow,
                            double load, double request_share)
{
    if (is_simulated(o, load)) return flow->rate * noc_full_flow_share(o->simulated_shares, flow);
    const noc_injector *s = injector_of(g, o->injectors, flow);
    const double rate = flow->rate * passed_share(o, flow->class, load, request_share);
    if (flow->class == NOC_REQUEST) return rate * injector_share(o, s, load);
    return rate * request_share * injector_share(o, s, request_share * load);
}

/* Adds the offered flits of all groups to `flits`. `rate`: packets per cycle of an injecting
 * node. */
static void carry_offered(const noc_system *system, const noc_loads *loads, double rate,
                          const double *mean_flits, double *flits)
{
    if (system->traffic.class_count > 1) { /* all packets are requests of several lengths */
        for (uint32_t c = 0; c < system->graph.channel_count; c++)
            flits[(size_t)c * NOC_CLASSES + NOC_REQUEST] = rate * loads->carried_flits[c];
        return;
    }
    for (uint32_t i = 0; i < loads->group_count; i++) {
        const noc_group *g = &loads->groups[i];
        const uint16_t network = system->graph.channels[g->channel].network;
        flits[(size_t)g->channel * NOC_CLASSES + g->class] +=
            rate * g->stream.packets * mean_flits[network * NOC_CLASSES + (int)g->class];
    }
}

/* Packets of each hop, per packet of an injecting node, and their classes. */
typedef struct hop_packets {
    double *packets;
    noc_class *classes;
    const noc_route_shares *route_shares; /* noc_loads */
} hop_packets;

/* Carries packets from their first hops to their destinations, and adds their flits to `flits`. A
 * hop is stored after its next hop, so one walk from the last hop to the first is enough.
 * `includes_channels`: false leaves out the networks that noc_loads covers. */
static void carry_hops(const noc_system *system, double rate, const double *mean_flits,
                       bool includes_channels, hop_packets *c, double *flits)
{
    for (uint32_t h = system->routes.hop_count; h-- > 0;) {
        const noc_hop *hop = &system->routes.hops[h];
        const uint16_t n = system->graph.channels[hop->channel].network;
        const noc_network *network = &system->graph.networks[n];
        const bool has_channels = noc_network_has_channels(network);
        if (has_channels ? includes_channels : noc_network_has_silicon(network))
            flits[(size_t)hop->channel * NOC_CLASSES + c->classes[h]] +=
                rate * c->packets[h] * mean_flits[n * NOC_CLASSES + (int)c->classes[h]];
        for (noc_hop_step step = noc_first_hop_step(&system->routes, c->route_shares, h);
             step.hop != NOC_NONE; step = noc_next_hop_step(&system->routes, step)) {
            c->packets[step.hop] += c->packets[h] * noc_hop_step_share(c->route_shares, step);
            c->classes[step.hop] = c->classes[h];
        }
    }
}

/* Counts the accepted flits of merged flows, by terminal. */
static noc_status carry_merged(const noc_system *system, const noc_overload *o, double load,
                               const double *mean_flits, noc_arena *scratch, double *flits)
{
    const noc_graph *g = &system->graph;
    const double request_share = is_simulated(o, load) ? 1.0 : accepted_request_share(o, load);
    const double rate = noc_system_packet_rate(system, load);
    const size_t terminals = g->terminal_count;
    double *terminal_shares =
        noc_arena_unset_array(scratch, terminals * NOC_CLASSES, sizeof *terminal_shares);
    double *owner_shares = noc_arena_unset_array(scratch, terminals, sizeof *owner_shares);
    if (scratch->is_short) return NOC_EFAILED;
    for (uint32_t t = 0; t < terminals; t++) {
        for (int k = 0; k < NOC_CLASSES; k++) {
            const noc_flow flow = {.source = t, .destination = t, .class = (noc_class)k, .rate = 1};
            terminal_shares[t * NOC_CLASSES + (uint32_t)k] =
                is_simulated(o, load)
                    ? o->simulated_shares->accepted_shares[t * NOC_CLASSES + (uint32_t)k]
                    : accepted_rate(g, o, &flow, load, request_share);
        }
        owner_shares[t] = is_simulated(o, load)
                              ? o->simulated_shares->accepted_shares[t * NOC_CLASSES + NOC_REQUEST]
                              : 1.0;
    }
    const noc_sent_shares shares = {terminal_shares, owner_shares};
    NOC_AUTO_FREE double *packets = noc_merged_packets(system, &shares);
    for (size_t i = 0; packets && i < (size_t)g->channel_count * NOC_CLASSES; i++)
        flits[i] = rate * packets[i] *
                   mean_flits[g->channels[i / NOC_CLASSES].network * NOC_CLASSES + i % NOC_CLASSES];
    return packets ? NOC_OK : NOC_EFAILED;
}

void noc_overload_flows(const noc_system *system, const noc_overload *o, double load,
                        double *packets)
{
    const double rate = noc_system_packet_rate(system, load);
    const bool is_limited = noc_overload_is_unstable(o, load) || is_simulated(o, load);
    const double request_share =
        is_limited && !is_simulated(o, load) ? accepted_request_share(o, load) : 1.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        packets[f] =
            rate *
            (is_limited ? accepted_rate(&system->graph, o, flow, load, request_share) : flow->rate);
    }
}

/* Counts the accepted flits of an offered load. `o` NULL: counts all offered flits of the networks
 * that noc_loads does not cover. */
static noc_status carry_accepted(const noc_system *system, const noc_route_shares *route_shares,
                                 const noc_overload *o, double load, const double *mean_flits,
                                 noc_arena *scratch, double *flits)
{
    const noc_routes *routes = &system->routes;
    const double request_share =
        o && !is_simulated(o, load) ? accepted_request_share(o, load) : 1.0;
    hop_packets c = {noc_arena_array(scratch, routes->hop_count, sizeof *c.packets),
                     noc_arena_array(scratch, routes->hop_count, sizeof *c.classes), route_shares};
    if (scratch->is_short) return NOC_EFAILED;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const double rate =
            o ? accepted_rate(&system->graph, o, flow, load, request_share) : flow->rate;
        const double accepted =
            rate * noc_flow_relative_length(&system->traffic, flow); /* flits, at the mean length */
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &routes->paths[flow->route.first_path + i];
            c.packets[path->first_hop] += accepted * path->probability;
            c.classes[path->first_hop] = flow->class;
        }
    }
    carry_hops(system, noc_system_packet_rate(system, load), mean_flits, o != NULL, &c, flits);
    return NOC_OK;
}

/* True if noc_loads does not cover all networks with wires. */
static bool has_uncounted_networks(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (!noc_network_has_channels(&g->networks[n]) && noc_network_has_silicon(&g->networks[n]))
            return true;
    return false;
}

noc_status noc_overload_flits(const noc_system *system, const noc_loads *loads,
                              const noc_overload *o, double load, double *flits)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const double *mean_flits = noc_mean_flits(system, &scratch);
    if (!mean_flits) return NOC_EFAILED;
    for (size_t i = 0; i < (size_t)system->graph.channel_count * NOC_CLASSES; i++) flits[i] = 0.0;
    const bool is_limited = noc_overload_is_unstable(o, load) || is_simulated(o, load);
    if (is_limited && system->merged_rates.packets)
        return carry_merged(system, o, load, mean_flits, &scratch, flits);
    if (!is_limited)
        carry_offered(system, loads, noc_system_packet_rate(system, load), mean_flits, flits);
    if (!is_limited && !has_uncounted_networks(&system->graph)) return NOC_OK;
    return carry_accepted(system, loads->route_shares, is_limited ? o : NULL, load, mean_flits,
                          &scratch, flits);
}

double noc_overload_local_share(const noc_system *system, const noc_overload *o, double load)
{
    const double request_share = is_simulated(o, load) ? 1.0 : accepted_request_share(o, load);
    const noc_class last = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    double rates[2] = {0.0, 0.0};
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == last)
            rates[!noc_flow_is_local(&system->graph, flow)] +=
                accepted_rate(&system->graph, o, flow, load, request_share);
    }
    return rates[0] / (rates[0] + rates[1]);
}

double noc_overload_busiest_use(const noc_system *system, const noc_loads *loads,
                                const noc_overload *o, double load)
{
    NOC_AUTO_FREE double *flits =
        calloc((size_t)system->graph.channel_count * NOC_CLASSES + 1, sizeof *flits);
    const bool is_found = flits && noc_overload_flits(system, loads, o, load, flits) == NOC_OK;
    return is_found ? noc_system_max_utilisation(system, flits) : NAN;
}

/* ---- bound of all designs ------------------------------------------------------------------- */

/* Smallest share of all transactions that is lost, per lost share of a channel's flits. The fewest
 * transactions are lost if all packets of each lost transaction are on the channel. */
static double lost_share_on(const noc_loads *loads, uint32_t channel, const double *class_packets)
{
    double busy_cycles = 0.0, total_cycles = 0.0;
    bool is_counted[NOC_CLASSES] = {false};
    for (uint32_t i = loads->first_group[channel]; i != NOC_NONE; i = loads->groups[i].next) {
        const noc_group *g = &loads->groups[i];
        busy_cycles += g->busy_cycles;
        if (!is_counted[g->class])
            total_cycles += class_packets[g->class] * g->busy_cycles / g->stream.packets;
        is_counted[g->class] = true;
    }
    return busy_cycles / total_cycles;
}

double noc_overload_upper_bound(const noc_system *system, const noc_loads *loads)
{
    double class_packets[NOC_CLASSES] = {0.0}, highest = INFINITY;
    for (size_t f = 0; f < system->traffic.flow_count; f++)
        class_packets[system->traffic.flows[f].class] += system->traffic.flows[f].rate;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) {
        const double share = lost_share_on(loads, c, class_packets),
                     lost_share = 1.0 - NOC_ACCEPTED_SHARE;
        const double full_load = system->traffic.injected_flits / loads->busy_cycles[c];
        if (share > lost_share) highest = fmin(highest, full_load / (1.0 - lost_share / share));
    }
    return highest;
}
