#include "analytic/overload.h"

#include <math.h>
#include <stdlib.h>

#include "network/compile/merged_flows.h"
#include "network/graph/die_links.h"

static double limit_of(const noc_overload *o, const noc_injector *s)
{
    return fmin(o->scale * s->limit, s->passes);
}

bool noc_overload_grows(const noc_overload *o, double load)
{
    static const double rounding = 1e-9;
    return load > (1.0 + rounding) * o->overflow;
}

/* Share of an injector's packets that is accepted. */
static double share_of(const noc_overload *o, const noc_injector *s, double load)
{
    const double limit = limit_of(o, s);
    return noc_overload_grows(o, load) && limit < load ? limit / load : 1.0;
}

/* Share of the packets of a class that is accepted. */
static double class_share(const noc_overload *o, noc_class class, double load)
{
    double lost = 0.0;
    for (uint32_t i = 0; i < o->injectors->parts; i++) {
        const noc_injector *s = &o->injectors->list[i * NOC_CLASSES + class];
        if (s->packets > 0.0) lost += s->packets * (1.0 - share_of(o, s, load));
    }
    return 1.0 - lost;
}

static bool has_gates(const noc_overload *o)
{
    return o->gates && o->gates->count > 0;
}

/* Share of the packets of a class that the shared limits allow. */
static double passed(const noc_overload *o, noc_class class, double load, double requests)
{
    return has_gates(o) ? noc_shared_limits_pass(o->gates, class, load, requests) : 1.0;
}

/* Share of the requests that is accepted. A shared limit for both classes leaves requests more
 * capacity the fewer requests are answered. */
static double requests_accepted(const noc_overload *o, double load)
{
    enum { STEPS = 40 };
    const double own = class_share(o, NOC_REQUEST, load);
    double low = 0.0, high = 1.0;
    if (!has_gates(o)) return own;
    for (int i = 0; i < STEPS; i++) {
        const double requests = (low + high) / 2.0;
        *(own * passed(o, NOC_REQUEST, load, requests) > requests ? &low : &high) = requests;
    }
    return own * passed(o, NOC_REQUEST, load, high);
}

/* Share of the requests that is answered: memory nodes answer accepted requests, which are their
 * offered load. */
static double share_answered(const noc_overload *o, double load)
{
    const double requests = requests_accepted(o, load);
    const double replies = class_share(o, NOC_REPLY, requests * load);
    return requests * replies * passed(o, NOC_REPLY, load, requests);
}

static bool is_played(const noc_overload *o, double load)
{
    return o->full && o->full->load == load;
}

double noc_overload_accepted(const noc_overload *o, double load)
{
    if (is_played(o, load)) return o->full->accepted;
    return load * share_answered(o, load);
}

double noc_overload_saturation(const noc_overload *o)
{
    static const double most = 1e3;
    const double precision = has_gates(o) ? 1e-12 : 1e-4; /* shared limits are exact */
    double low = 1.0, high = 1.0 / NOC_ACCEPTED_SHARE;    /* load over the overflow */
    while (share_answered(o, high * o->overflow) > NOC_ACCEPTED_SHARE) {
        low = high;
        high *= 2.0;
        if (high > most) return INFINITY;
    }
    while (high - low > precision * low) {
        const double load = 0.5 * (low + high);
        *(share_answered(o, load * o->overflow) > NOC_ACCEPTED_SHARE ? &low : &high) = load;
    }
    return high * o->overflow;
}

bool noc_overload_is_held(const noc_overload *o)
{
    if (has_gates(o)) return true;
    for (uint32_t i = 0; i < o->injectors->parts * NOC_CLASSES; i++) {
        const noc_injector *s = &o->injectors->list[i];
        if (s->packets > 0.0 && o->scale * s->limit > s->passes) return true;
    }
    return false;
}

/* ---- channels ------------------------------------------------------------------------------- */

/* Injector of a flow's packets. Terminals that share a channel form one injector: their packets are
 * in one queue. */
static const noc_injector *injector_of(const noc_graph *g, const noc_injectors *all,
                                       const noc_flow *flow)
{
    const uint32_t channel = g->injections[g->terminals[flow->source].first_injection];
    const uint32_t part = all->of[g->channels[channel].from];
    return &all->list[part * NOC_CLASSES + flow->class];
}

/* Accepted packets per cycle of a flow, per packet that an injecting node creates. `request_share`:
 * share of all requests that is accepted. */
static double accepted_rate(const noc_graph *g, const noc_overload *o, const noc_flow *flow,
                            double load, double requests)
{
    if (is_played(o, load)) return flow->rate * noc_full_share_of(o->full, flow);
    const noc_injector *s = injector_of(g, o->injectors, flow);
    const double rate = flow->rate * passed(o, flow->class, load, requests);
    if (flow->class == NOC_REQUEST) return rate * share_of(o, s, load);
    return rate * requests * share_of(o, s, requests * load);
}

/* Adds the offered flits of all groups to `flits`. `rate`: packets per cycle of an injecting
 * node. */
static void carry_all(const noc_system *system, const noc_loads *loads, double rate,
                      const double *mean, double *flits)
{
    if (system->traffic.class_count > 1) { /* all packets are requests of several lengths */
        for (uint32_t c = 0; c < system->graph.channel_count; c++)
            flits[(size_t)c * NOC_CLASSES + NOC_REQUEST] = rate * loads->moved_flits[c];
        return;
    }
    for (uint32_t i = 0; i < loads->group_count; i++) {
        const noc_group *g = &loads->groups[i];
        const uint16_t network = system->graph.channels[g->channel].network;
        flits[(size_t)g->channel * NOC_CLASSES + g->class] +=
            rate * g->stream.packets * mean[network * NOC_CLASSES + (int)g->class];
    }
}

/* Packets of each hop, per packet of an injecting node, and their classes. */
typedef struct carried {
    double *packets;
    noc_class *classes;
    const noc_route_shares *ways; /* noc_loads */
} carried;

/* Carries packets from their first hops to their destinations, and adds their flits to `flits`. A
 * hop is stored after its next hop, so one walk from the last hop to the first is enough.
 * `includes_channels`: false leaves out the networks that noc_loads covers. */
static void carry_on(const noc_system *system, double rate, const double *mean, bool all,
                     carried *c, double *flits)
{
    for (uint32_t h = system->routes.hop_count; h-- > 0;) {
        const noc_hop *hop = &system->routes.hops[h];
        const uint16_t n = system->graph.channels[hop->channel].network;
        const noc_network *network = &system->graph.networks[n];
        const bool has = noc_network_has_channels(network);
        if (has ? all : noc_network_has_silicon(network))
            flits[(size_t)hop->channel * NOC_CLASSES + c->classes[h]] +=
                rate * c->packets[h] * mean[n * NOC_CLASSES + (int)c->classes[h]];
        for (noc_way_step to = noc_ways_begin(&system->routes, c->ways, h); to.hop != NOC_NONE;
             to = noc_ways_next(&system->routes, to)) {
            c->packets[to.hop] += c->packets[h] * noc_ways_share(c->ways, to);
            c->classes[to.hop] = c->classes[h];
        }
    }
}

/* Counts the accepted flits of merged flows, by terminal. */
static noc_status carry_merged(const noc_system *system, const noc_overload *o, double load,
                               const double *mean, double *flits)
{
    const noc_graph *g = &system->graph;
    const double requests = is_played(o, load) ? 1.0 : requests_accepted(o, load);
    const double rate = noc_system_packet_rate(system, load);
    double *kept = malloc((size_t)g->terminal_count * 2 * NOC_CLASSES * sizeof *kept);
    double *const owners = kept ? kept + (size_t)g->terminal_count * NOC_CLASSES : NULL;
    for (uint32_t t = 0; kept && t < g->terminal_count; t++) {
        for (int k = 0; k < NOC_CLASSES; k++) {
            const noc_flow flow = {.source = t, .destination = t, .class = (noc_class)k, .rate = 1};
            kept[t * NOC_CLASSES + (uint32_t)k] = is_played(o, load)
                                                      ? o->full->of[t * NOC_CLASSES + (uint32_t)k]
                                                      : accepted_rate(g, o, &flow, load, requests);
        }
        owners[t] = is_played(o, load) ? o->full->of[t * NOC_CLASSES + NOC_REQUEST] : 1.0;
    }
    const noc_kept_shares shares = {kept, owners};
    double *packets = kept ? noc_merged_packets(system, &shares) : NULL;
    for (size_t i = 0; packets && i < (size_t)g->channel_count * NOC_CLASSES; i++)
        flits[i] = rate * packets[i] *
                   mean[g->channels[i / NOC_CLASSES].network * NOC_CLASSES + i % NOC_CLASSES];
    free(kept);
    free(packets);
    return packets ? NOC_OK : NOC_EFAILED;
}

void noc_overload_flows(const noc_system *system, const noc_overload *o, double load,
                        double *packets)
{
    const double rate = noc_system_packet_rate(system, load);
    const bool part = noc_overload_grows(o, load) || is_played(o, load);
    const double requests = part && !is_played(o, load) ? requests_accepted(o, load) : 1.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        packets[f] =
            rate * (part ? accepted_rate(&system->graph, o, flow, load, requests) : flow->rate);
    }
}

/* Counts the accepted flits of an offered load. `o` NULL: counts all offered flits of the networks
 * that noc_loads does not cover. */
static noc_status carry_accepted(const noc_system *system, const noc_route_shares *ways,
                                 const noc_overload *o, double load, const double *mean,
                                 double *flits)
{
    const noc_routes *routes = &system->routes;
    const double requests = o && !is_played(o, load) ? requests_accepted(o, load) : 1.0;
    carried c = {calloc(routes->hop_count + 1, sizeof *c.packets),
                 calloc(routes->hop_count + 1, sizeof *c.classes), ways};
    const bool made = c.packets && c.classes;
    for (size_t f = 0; made && f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        const double rate = o ? accepted_rate(&system->graph, o, flow, load, requests) : flow->rate;
        const double accepted =
            rate * noc_flow_length(&system->traffic, flow); /* flits, at the mean length */
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &routes->paths[flow->route.first_path + i];
            c.packets[path->first] += accepted * path->probability;
            c.classes[path->first] = flow->class;
        }
    }
    if (made) carry_on(system, noc_system_packet_rate(system, load), mean, o != NULL, &c, flits);
    free(c.packets);
    free(c.classes);
    return made ? NOC_OK : NOC_EFAILED;
}

/* True if noc_loads does not cover all networks with wires. */
static bool has_others(const noc_graph *g)
{
    for (uint16_t n = 0; n < g->network_count; n++)
        if (!noc_network_has_channels(&g->networks[n]) && noc_network_has_silicon(&g->networks[n]))
            return true;
    return false;
}

noc_status noc_overload_flits(const noc_system *system, const noc_loads *loads,
                              const noc_overload *o, double load, double *flits)
{
    noc_status status = NOC_OK;
    double *mean = noc_mean_flits(system);
    if (!mean) return NOC_EFAILED;
    for (size_t i = 0; i < (size_t)system->graph.channel_count * NOC_CLASSES; i++) flits[i] = 0.0;
    const bool grows = noc_overload_grows(o, load) || is_played(o, load);
    if (grows && system->merged.packets) {
        status = carry_merged(system, o, load, mean, flits);
    } else if (grows) {
        status = carry_accepted(system, loads->ways, o, load, mean, flits);
    } else {
        carry_all(system, loads, noc_system_packet_rate(system, load), mean, flits);
        if (has_others(&system->graph))
            status = carry_accepted(system, loads->ways, NULL, load, mean, flits);
    }
    free(mean);
    return status;
}

double noc_overload_local_share(const noc_system *system, const noc_overload *o, double load)
{
    const double requests = is_played(o, load) ? 1.0 : requests_accepted(o, load);
    const noc_class last = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    double rates[2] = {0.0, 0.0};
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == last)
            rates[!noc_flow_is_local(&system->graph, flow)] +=
                accepted_rate(&system->graph, o, flow, load, requests);
    }
    return rates[0] / (rates[0] + rates[1]);
}

double noc_overload_most_used(const noc_system *system, const noc_loads *loads,
                              const noc_overload *o, double load)
{
    double *flits = calloc((size_t)system->graph.channel_count * NOC_CLASSES + 1, sizeof *flits);
    const bool found = flits && noc_overload_flits(system, loads, o, load, flits) == NOC_OK;
    const double most = found ? noc_system_busiest_used(system, flits) : NAN;
    free(flits);
    return most;
}

/* ---- bound of all designs ------------------------------------------------------------------- */

/* Smallest share of all transactions that is lost, per lost share of a channel's flits:
 * transactions with all of their packets on the channel use most of its cycles. */
static double share_on(const noc_loads *loads, uint32_t channel, const double *all)
{
    double used = 0.0, most = 0.0;
    bool seen[NOC_CLASSES] = {false};
    for (uint32_t i = loads->first_group[channel]; i != NOC_NONE; i = loads->groups[i].next) {
        const noc_group *g = &loads->groups[i];
        used += g->in_use;
        if (!seen[g->class]) most += all[g->class] * g->in_use / g->stream.packets;
        seen[g->class] = true;
    }
    return used / most;
}

double noc_overload_highest(const noc_system *system, const noc_loads *loads)
{
    double all[NOC_CLASSES] = {0.0}, highest = INFINITY;
    for (size_t f = 0; f < system->traffic.flow_count; f++)
        all[system->traffic.flows[f].class] += system->traffic.flows[f].rate;
    for (uint32_t c = 0; c < system->graph.channel_count; c++) {
        const double share = share_on(loads, c, all), lost = 1.0 - NOC_ACCEPTED_SHARE;
        const double full = system->traffic.injected_flits / loads->in_use[c];
        if (share > lost) highest = fmin(highest, full / (1.0 - lost / share));
    }
    return highest;
}
