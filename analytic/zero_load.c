#include "analytic/zero_load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/multicast.h"
#include "analytic/network_model.h"

double noc_zero_load_path(const noc_system *system, uint32_t first, unsigned flits)
{
    const uint32_t channel = system->routes.hops[first].channel;
    const noc_network *net = noc_graph_network_of(&system->graph, channel);
    return noc_network_model_of(net)->zero_load(system, first, flits);
}

/* ---- all paths ------------------------------------------------------------------------------ */

/* Properties of a channel that determine its latency, for designs with equal graphs. */
typedef struct channel_kind {
    uint32_t network, kind, latency;
    uint32_t rate; /* millionths of a flit per cycle */
} channel_kind;

/* Chain of channels of given kinds, from a hop to the end of its path. Chains form trees, with the
 * last hops of paths as roots. */
typedef struct chain {
    uint32_t rest; /* chain from the next hop on; NOC_NONE: end of a path */
    uint32_t kind; /* kind of the chain's first channel */
    /* first chain with one more channel in front; next chain with the same channels behind its
     * first; NOC_NONE: none */
    uint32_t first, sibling;
    uint32_t hop;     /* first hop of a chain of this kind */
    unsigned routers; /* number of routers */
    /* packets that follow the whole chain, by noc_class, or by class of traffic if there are
     * several */
    double rate[NOC_TRAFFIC_CLASSES_MAX];
} chain;

static uint32_t kind_of_flow(const noc_flow *flow)
{
    return (uint32_t)flow->class + flow->traffic_class;
}

typedef struct chains {
    channel_kind *kinds; /* kinds of channels, each once */
    uint32_t kind_count;
    uint32_t *kind; /* [channel]: kind */
    chain *list;
    /* number of chains; size of the list; first chain of one channel */
    uint32_t count, capacity, ends;
    uint32_t *of; /* [hop]: chain that begins with the hop */
} chains;

static void chains_clear(chains *s)
{
    free(s->kinds);
    free(s->kind);
    free(s->list);
    free(s->of);
}

/* Finds the kinds of channels, of which networks have few. */
static void find_kinds(const noc_graph *g, chains *s)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const channel_kind own = {channel->network, channel->kind, channel->latency,
                                  (uint32_t)(1e6 * channel->flits_per_cycle + 0.5)};
        uint32_t k = 0;
        while (k < count && memcmp(&s->kinds[k], &own, sizeof own) != 0) k++;
        if (k == count) s->kinds[count++] = own;
        s->kind[c] = k;
    }
    s->kind_count = count;
}

/* Kind of a hop: the kind of its channel. In networks whose channels do not determine the latency,
 * the first hop of a path gets a kind by path_key. */
static uint32_t kind_of_hop(const noc_system *system, const chains *s, uint32_t h)
{
    const noc_graph *g = &system->graph;
    const uint32_t channel = system->routes.hops[h].channel;
    const noc_network_model_kind *model = noc_network_model_of(noc_graph_network_of(g, channel));
    const bool tells = !model->alike || g->channels[channel].kind != NOC_INJECTION;
    return tells ? s->kind[channel] : s->kind_count + model->alike(system, h);
}

static uint32_t find_chain(chains *s, uint32_t hop, uint32_t kind, uint32_t rest)
{
    const uint32_t first = rest == NOC_NONE ? s->ends : s->list[rest].first;
    for (uint32_t k = first; k != NOC_NONE; k = s->list[k].sibling)
        if (s->list[k].kind == kind) return k;
    if (s->count == s->capacity) {
        const uint32_t capacity = 2 * s->capacity + 64;
        chain *list = realloc(s->list, capacity * sizeof *list);
        if (!list) return NOC_NONE;
        s->list = list;
        s->capacity = capacity;
    }
    const unsigned routers = rest == NOC_NONE ? 0 : s->list[rest].routers + 1;
    s->list[s->count] = (chain){rest, kind, NOC_NONE, first, hop, routers, {0.0}};
    *(rest == NOC_NONE ? &s->ends : &s->list[rest].first) = s->count;
    return s->count++;
}

/* Finds the chains. A hop is stored after its next hop, so the next hop's chain is known. */
static bool find_chains(const noc_system *system, chains *s)
{
    const noc_routes *routes = &system->routes;
    const uint32_t channels = system->graph.channel_count;
    *s = (chains){.ends = NOC_NONE};
    s->kinds = malloc((channels + 1) * sizeof *s->kinds);
    s->kind = malloc((channels + 1) * sizeof *s->kind);
    s->of = malloc((routes->hop_count + 1) * sizeof *s->of);
    if (!s->kinds || !s->kind || !s->of) return false;
    find_kinds(&system->graph, s);
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const uint32_t next = noc_routes_onward(routes, h);
        const uint32_t rest = next == NOC_NONE ? NOC_NONE : s->of[next];
        s->of[h] = find_chain(s, h, kind_of_hop(system, s, h), rest);
        if (s->of[h] == NOC_NONE) return false;
    }
    return true;
}

/* Adds the packets of each chain. A multicast packet has the latency to its last terminal.
 * `last_rates`: result of noc_last_terminal_rates; NULL: no multicast packets. */
static void add_rates(const noc_system *system, chains *s, const double *last,
                      double of_class[NOC_CLASSES])
{
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths; i++) {
            const noc_path *path = &system->routes.paths[flow->route.first_path + i];
            const double rate = last ? last[f] : flow->rate * path->probability;
            s->list[s->of[path->first]].rate[kind_of_flow(flow)] += rate;
            of_class[flow->class] += rate;
        }
    }
}

/* Lists the chains that packets follow from their first hop on. False when out of memory. */
static bool list_chains(const chains *s, uint32_t classes, const double of_class[NOC_CLASSES],
                        noc_path_kinds *kinds)
{
    const uint32_t most = classes > 1 ? classes : NOC_CLASSES;
    kinds->list = malloc((most * (size_t)s->count + 1) * sizeof *kinds->list);
    if (!kinds->list) return false;
    for (uint32_t i = 0; i < s->count; i++) {
        const chain *c = &s->list[i];
        for (uint32_t k = 0; k < most; k++) {
            const noc_class class = classes > 1 ? NOC_REQUEST : (noc_class)k;
            if (c->rate[k] > 0.0)
                kinds->list[kinds->count++] = (noc_path_kind){
                    c->hop, c->routers, class, c->rate[k] / of_class[class], classes > 1 ? k : 0};
        }
    }
    return true;
}

noc_status noc_path_kinds_find(const noc_system *system, noc_path_kinds *kinds)
{
    chains s;
    double of_class[NOC_CLASSES] = {0.0};
    *kinds = (noc_path_kinds){.count = 0};
    const bool forks = system->traffic.multicast > 0.0;
    double *last = forks ? noc_last_rates(system) : NULL;
    bool found = find_chains(system, &s) && (last || !forks);
    if (found) add_rates(system, &s, last, of_class);
    free(last);
    found = found && list_chains(&s, system->traffic.class_count, of_class, kinds);
    kinds->ways = s.of;
    kinds->way_count = s.count;
    s.of = NULL;
    chains_clear(&s);
    if (!found) noc_path_kinds_clear(kinds);
    return found ? NOC_OK : NOC_EFAILED;
}

void noc_path_kinds_clear(noc_path_kinds *kinds)
{
    free(kinds->list);
    free(kinds->ways);
    *kinds = (noc_path_kinds){.count = 0};
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
    return traffic->class_count > 1 ? mean / traffic->classes[kind->traffic_class].packets : mean;
}

double noc_path_kinds_of_class(const noc_system *system, const noc_path_kinds *kinds,
                               uint32_t traffic_class)
{
    double mean = 0.0, shares = 0.0;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *kind = &kinds->list[i];
        if (kind->class != NOC_REQUEST || kind->traffic_class != traffic_class) continue;
        mean += kind->share * path_latency(system, kind);
        shares += kind->share;
    }
    return mean / shares;
}

double noc_path_kinds_latency(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class)
{
    double mean = 0.0;
    bool any = false;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *kind = &kinds->list[i];
        if (kind->class != class) continue;
        mean += kind->share * path_latency(system, kind);
        any = true;
    }
    return any ? mean : NAN;
}

double noc_path_kinds_unsent(const noc_system *system, const noc_path_kinds *kinds, noc_class class)
{
    double mean = 0.0;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *path = &kinds->list[i];
        const uint32_t channel = system->routes.hops[path->first].channel;
        const noc_network_model_kind *model =
            noc_network_model_of(noc_graph_network_of(&system->graph, channel));
        if (path->class == class && model->unsent)
            mean += path->share * model->unsent(system, path->first);
    }
    return mean;
}

double noc_path_kinds_opening(const noc_system *system, const noc_path_kinds *kinds,
                              noc_class class)
{
    noc_path_part parts[NOC_PATH_PARTS];
    double mean = 0.0;
    for (size_t i = 0; i < kinds->count; i++) {
        const noc_path_kind *path = &kinds->list[i];
        const uint32_t channel = system->routes.hops[path->first].channel;
        const noc_network *net = noc_graph_network_of(&system->graph, channel);
        const noc_network_model_kind *model = noc_network_model_of(net);
        if (path->class != class || noc_network_has_buffers(net) || !model->parts) continue;
        if (model->parts(system, path->first, 1, parts) > 0) mean += path->share * parts[0].cycles;
    }
    return mean;
}

double noc_path_kinds_routers(const noc_path_kinds *kinds, noc_class class)
{
    double mean = 0.0;
    bool any = false;
    for (size_t i = 0; i < kinds->count; i++) {
        if (kinds->list[i].class != class) continue;
        mean += kinds->list[i].share * kinds->list[i].routers;
        any = true;
    }
    return any ? mean : NAN;
}

double noc_zero_load_mean(const noc_system *system, noc_class class)
{
    noc_path_kinds kinds;
    const bool found = noc_path_kinds_find(system, &kinds) == NOC_OK;
    const double mean = found ? noc_path_kinds_latency(system, &kinds, class) : NAN;
    noc_path_kinds_clear(&kinds);
    return mean;
}

double noc_routers_mean(const noc_system *system, noc_class class)
{
    noc_path_kinds kinds;
    const bool found = noc_path_kinds_find(system, &kinds) == NOC_OK;
    const double mean = found ? noc_path_kinds_routers(&kinds, class) : NAN;
    noc_path_kinds_clear(&kinds);
    return mean;
}

double noc_answer_cycles(const noc_system *system)
{
    return system->design->traffic.answer_cycles;
}

double noc_zero_load_latency(const noc_system *system)
{
    noc_path_kinds kinds;
    double latency = NAN;
    if (noc_path_kinds_find(system, &kinds) == NOC_OK) {
        const double reply = noc_path_kinds_latency(system, &kinds, NOC_REPLY);
        latency = noc_path_kinds_latency(system, &kinds, NOC_REQUEST);
        if (!isnan(reply)) latency += noc_answer_cycles(system) + NOC_REPLY_WAIT_CYCLES + reply;
    }
    noc_path_kinds_clear(&kinds);
    return latency;
}
