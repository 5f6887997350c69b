#include "analytic/zero_load.h"

#include <math.h>
#include <string.h>

#include "analytic/multicast.h"
#include "analytic/network_model.h"
#include "base/auto.h"

double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits)
{
    const uint32_t channel = system->routes.hops[first].channel;
    const noc_network *net = noc_graph_channel_network(&system->graph, channel);
    return noc_network_model_of(net)->idle_latency(system, first, flits);
}

/* ---- kinds of paths -------------------------------------------------------------------------- */

/* Properties of a channel that determine its latency, for designs with equal graphs. */
typedef struct channel_kind {
    uint32_t network, kind, latency;
    uint32_t rate; /* millionths of a flit per cycle */
} channel_kind;

/* Chain of channels of given kinds, from a hop to the end of its path. Chains form trees, with the
 * last hops of paths as roots. */
typedef struct chain {
    uint32_t next_chain;   /* chain from the next hop on; NOC_NONE: end of a path */
    uint32_t channel_kind; /* kind of the chain's first channel */
    /* first chain with one more channel in front; next chain with the same channels behind its
     * first; NOC_NONE: none */
    uint32_t first_longer, sibling;
    uint32_t hop;     /* first hop of a chain of this kind */
    unsigned routers; /* number of routers */
    /* packets that follow the whole chain, by noc_class, or by class of traffic if there are
     * several */
    double rate[NOC_TRAFFIC_CLASSES_MAX];
} chain;

static uint32_t rate_index(const noc_flow *flow)
{
    return (uint32_t)flow->class + flow->traffic_class;
}

typedef struct chains {
    noc_arena *arena;    /* memory of the lists, except for `hop_chain` */
    channel_kind *kinds; /* kinds of channels, each once */
    uint32_t kind_count;
    uint32_t *channel_kind; /* [channel]: kind */
    chain *list;
    /* number of chains; size of the list; first chain of one channel */
    uint32_t count, list_capacity, first_end;
    uint32_t *hop_chain; /* [hop]: chain that begins with the hop */
} chains;

/* Finds the kinds of channels, of which networks have few. */
static void find_channel_kinds(const noc_graph *g, chains *s)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const channel_kind properties = {channel->network, channel->kind, channel->latency,
                                         (uint32_t)(1e6 * channel->flits_per_cycle + 0.5)};
        uint32_t k = 0;
        while (k < count && memcmp(&s->kinds[k], &properties, sizeof properties) != 0) k++;
        if (k == count) s->kinds[count++] = properties;
        s->channel_kind[c] = k;
    }
    s->kind_count = count;
}

/* Kind of a hop: the kind of its channel. In networks whose channels do not determine the latency,
 * the first hop of a path gets a kind by path_key. */
static uint32_t hop_kind(const noc_system *system, const chains *s, uint32_t h)
{
    const noc_graph *g = &system->graph;
    const uint32_t channel = system->routes.hops[h].channel;
    const noc_network_model_kind *model =
        noc_network_model_of(noc_graph_channel_network(g, channel));
    const bool is_channel_kind = !model->path_key || g->channels[channel].kind != NOC_INJECTION;
    return is_channel_kind ? s->channel_kind[channel] : s->kind_count + model->path_key(system, h);
}

static uint32_t find_chain(chains *s, uint32_t hop, uint32_t kind, uint32_t next_chain)
{
    const uint32_t first = next_chain == NOC_NONE ? s->first_end : s->list[next_chain].first_longer;
    for (uint32_t k = first; k != NOC_NONE; k = s->list[k].sibling)
        if (s->list[k].channel_kind == kind) return k;
    if (s->count == s->list_capacity) {
        const uint32_t capacity = 2 * s->list_capacity + 64;
        chain *list = noc_arena_resize(s->arena, s->list, capacity, sizeof *list);
        if (!list) return NOC_NONE;
        s->list = list;
        s->list_capacity = capacity;
    }
    const unsigned routers = next_chain == NOC_NONE ? 0 : s->list[next_chain].routers + 1;
    s->list[s->count] = (chain){next_chain, kind, NOC_NONE, first, hop, routers, {0.0}};
    *(next_chain == NOC_NONE ? &s->first_end : &s->list[next_chain].first_longer) = s->count;
    return s->count++;
}

/* Finds the chains. A hop is stored after its next hop, so the next hop's chain is known. */
static bool find_chains(const noc_system *system, chains *s)
{
    const noc_routes *routes = &system->routes;
    find_channel_kinds(&system->graph, s);
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t next = noc_routes_idle_next(routes, h);
        const uint32_t next_chain = next == NOC_NONE ? NOC_NONE : s->hop_chain[next];
        s->hop_chain[h] = find_chain(s, h, hop_kind(system, s, h), next_chain);
        if (s->hop_chain[h] == NOC_NONE) return false;
    }
    return true;
}

/* Adds the packets of each chain. A multicast packet has the latency to its last terminal.
 * `last_rates`: result of noc_last_terminal_rates; NULL: no multicast packets. */
static void add_rates(const noc_system *system, chains *s, const double *last_rates,
                      double class_packets[NOC_CLASSES])
{
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            const double rate = last_rates ? last_rates[f] : flow->rate * path->probability;
            s->list[s->hop_chain[path->first_hop]].rate[rate_index(flow)] += rate;
            class_packets[flow->class] += rate;
        }
    }
}

/* Lists the chains that packets follow from their first hop on. False when out of memory. */
static bool list_chains(const chains *s, uint32_t classes, const double class_packets[NOC_CLASSES],
                        noc_arena *arena, noc_path_kinds *kinds)
{
    const uint32_t class_limit = classes > 1 ? classes : NOC_CLASSES;
    kinds->list = noc_arena_unset_array(arena, class_limit * (size_t)s->count, sizeof *kinds->list);
    if (!kinds->list) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const chain *c = &s->list[i];
        for (uint32_t k = 0; k < class_limit; k++) {
            const noc_class class = classes > 1 ? NOC_REQUEST : (noc_class)k;
            if (c->rate[k] > 0.0)
                kinds->list[kinds->count++] =
                    (noc_path_kind){c->hop, c->routers, class, c->rate[k] / class_packets[class],
                                    classes > 1 ? k : 0};
        }
    }
    return true;
}

noc_status noc_path_kinds_find(const noc_system *system, noc_arena *arena, noc_path_kinds *kinds)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const uint32_t channels = system->graph.channel_count;
    const bool has_multicast = system->traffic.multicast_share > 0.0;
    double class_packets[NOC_CLASSES] = {0.0};
    chains s = {
        .arena = &scratch,
        .kinds = noc_arena_unset_array(&scratch, channels, sizeof *s.kinds),
        .channel_kind = noc_arena_unset_array(&scratch, channels, sizeof *s.channel_kind),
        .hop_chain = noc_arena_unset_array(arena, system->routes.hop_count, sizeof *s.hop_chain),
        .first_end = NOC_NONE,
    };
    double *last_rates = has_multicast ? noc_last_terminal_rates(system, &scratch) : NULL;
    if (scratch.is_short || arena->is_short || !find_chains(system, &s)) return NOC_EFAILED;
    add_rates(system, &s, last_rates, class_packets);
    *kinds = (noc_path_kinds){.hop_kind = s.hop_chain, .hop_kind_count = s.count};
    return list_chains(&s, system->traffic.class_count, class_packets, arena, kinds) ? NOC_OK
                                                                                     : NOC_EFAILED;
}

/* Mean latency over the packet types of a class, or of a class of traffic, in which case shares
 * refer to all packets. */
static double path_latency(const noc_system *system, const noc_path_kind *kind)
{
    const noc_traffic *traffic = &system->traffic;
    const uint32_t channel = system->routes.hops[kind->first].channel;
    const uint16_t network = system->graph.channels[channel].network;
    double mean = 0.0;
    for (int t = 0; t < traffic->length_count; t++) {
        const noc_packet_type *type = &traffic->lengths[t];
        if (type->class == kind->class && type->traffic_class == (int)kind->traffic_class &&
            type->share > 0.0)
            mean += type->share * noc_zero_load_path(system, kind->first, type->flits[network]);
    }
    return traffic->class_count > 1 ? mean / traffic->classes[kind->traffic_class].packet_share
                                    : mean;
}

double noc_class_idle_latency(const noc_system *system, const noc_path_kinds *kinds,
                              uint32_t traffic_class)
{
    double mean = 0.0, share_sum = 0.0;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *kind = &kinds->list[i];
        if (kind->class != NOC_REQUEST || kind->traffic_class != traffic_class) continue;
        mean += kind->share * path_latency(system, kind);
        share_sum += kind->share;
    }
    return mean / share_sum;
}

double noc_path_kinds_latency(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class)
{
    double mean = 0.0;
    bool has_paths = false;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *kind = &kinds->list[i];
        if (kind->class != class) continue;
        mean += kind->share * path_latency(system, kind);
        has_paths = true;
    }
    return has_paths ? mean : NAN;
}

double noc_path_kinds_send_delay(const noc_system *system, const noc_path_kinds *kinds,
                                 noc_class class)
{
    double mean = 0.0;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *path = &kinds->list[i];
        const uint32_t channel = system->routes.hops[path->first].channel;
        const noc_network_model_kind *model =
            noc_network_model_of(noc_graph_channel_network(&system->graph, channel));
        if (path->class == class && model->send_delay)
            mean += path->share * model->send_delay(system, path->first);
    }
    return mean;
}

double noc_path_kinds_opening(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class)
{
    noc_latency_part parts[NOC_LATENCY_PARTS];
    double mean = 0.0;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *path = &kinds->list[i];
        const uint32_t channel = system->routes.hops[path->first].channel;
        const noc_network *net = noc_graph_channel_network(&system->graph, channel);
        const noc_network_model_kind *model = noc_network_model_of(net);
        if (path->class != class || noc_network_has_buffers(net) || !model->list_parts) continue;
        if (model->list_parts(system, path->first, 1, parts) > 0)
            mean += path->share * parts[0].cycles;
    }
    return mean;
}

double noc_path_kinds_routers(const noc_path_kinds *kinds, noc_class class)
{
    double mean = 0.0;
    bool has_paths = false;
    for (size_t i = 0; i < kinds->count; i++) {
        if (kinds->list[i].class != class) continue;
        mean += kinds->list[i].share * kinds->list[i].routers;
        has_paths = true;
    }
    return has_paths ? mean : NAN;
}

double noc_mean_idle_latency(const noc_system *system, noc_class class)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_path_kinds kinds;
    const bool is_found = noc_path_kinds_find(system, &arena, &kinds) == NOC_OK;
    return is_found ? noc_path_kinds_latency(system, &kinds, class) : NAN;
}

double noc_mean_routers(const noc_system *system, noc_class class)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_path_kinds kinds;
    const bool is_found = noc_path_kinds_find(system, &arena, &kinds) == NOC_OK;
    return is_found ? noc_path_kinds_routers(&kinds, class) : NAN;
}

double noc_answer_cycles(const noc_system *system)
{
    return system->design->traffic.answer_cycles;
}

double noc_zero_load_latency(const noc_system *system)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_path_kinds kinds;
    if (noc_path_kinds_find(system, &arena, &kinds) != NOC_OK) return NAN;
    const double request = noc_path_kinds_latency(system, &kinds, NOC_REQUEST);
    const double reply = noc_path_kinds_latency(system, &kinds, NOC_REPLY);
    if (isnan(reply)) return request;
    return request + (noc_answer_cycles(system) + NOC_REPLY_WAIT_CYCLES + reply);
}
