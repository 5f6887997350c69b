/* Explains latencies by the routes and the model's waits, and saturation by the load of the
 * bottleneck. */
#include "hybrid/answers/explain/explain_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/network_model.h"
#include "base/auto.h"
#include "hybrid/answers/cause.h"
#include "hybrid/answers/explain/explanation.h"
#include "hybrid/correction/calibration/calibration.h"

static const char *const timing = "timing of BookSim 2.0's routers (docs/model.md, section 2)";
static const char *const circuits = "windows, slices and tokens (docs/model.md, section 8)";
static const char *const queues = "queueing model (docs/model.md, section 4)";
static const char *const measured =
    "measured designs of the calibration (hybrid/correction/discrepancy/deviations.h)";
static const char *const routes = "routes and traffic of the design (analytic/loads.h)";
static const char *const class_names[NOC_CLASSES] = {"requests", "replies"};

static double get_metric_value(const noc_explainer *x, noc_metric_id id)
{
    return x->estimate.metrics[id].value;
}

static bool has_replies(const noc_explainer *x)
{
    return noc_graph_has_replies(&x->system->graph);
}

/* ---- zero load ------------------------------------------------------------------------------ */

/* Mean latency of a class's packets in an idle network, cycles by cause. */
typedef struct zero_load {
    double channel_share; /* share of packets that use channels; others take no time */
    double terminals, links, stages, flits, refill;
    double routers, hops;          /* mean numbers of routers, and of links between them */
    int stages_least, stages_most; /* least and most stages of a router */
} zero_load;

/* Adds the cycles of one path by cause. `weight`: share of the path in the class's packets. */
static void add_path(const noc_system *system, const noc_path *path, double weight, zero_load *z)
{
    const noc_hop *hops = system->routes.hops;
    for (uint32_t h = path->first_hop; h != NOC_NONE;
         h = noc_routes_idle_next(&system->routes, h)) {
        const noc_channel *channel = &system->graph.channels[hops[h].channel];
        const noc_vc_parameters *vc = &system->graph.networks[channel->network].vc;
        const int stages = vc->router_stages;
        if (channel->kind == NOC_LINK) {
            z->hops += weight;
            z->links += weight * channel->latency;
        } else {
            z->terminals += weight * channel->latency;
        }
        if (channel->kind == NOC_EJECTION) continue;
        z->routers += weight; /* each channel but the ejection leads into a router */
        /* a router passes internal_speedup stages per cycle */
        z->stages += weight * ceil(stages / vc->internal_speedup);
        if (stages < z->stages_least || z->stages_least == 0) z->stages_least = stages;
        if (stages > z->stages_most) z->stages_most = stages;
    }
}

/* Cycles that a packet loses as buffers are shorter than their credit loop. */
static double find_credit_stall(const noc_system *system, const noc_path *path, unsigned flits)
{
    zero_load alone = {0};
    add_path(system, path, 1.0, &alone);
    return noc_zero_load_path(system, path->first_hop, flits) - 2.0 * system->design->codec.cycles -
           (1.0 + alone.terminals + alone.links + alone.stages + (double)flits - 1.0);
}

static void add_flow(const noc_system *system, const noc_flow *flow, double rate, zero_load *z)
{
    for (uint32_t i = 0; i < flow->route.path_count; i++) {
        const noc_path *path = &system->routes.paths[flow->route.first_path + i];
        const uint16_t network =
            system->graph.channels[system->routes.hops[path->first_hop].channel].network;
        const double weight = flow->rate * path->probability / rate;
        if (!noc_network_has_channels(&system->graph.networks[network])) continue;
        z->channel_share += weight;
        add_path(system, path, weight, z);
        for (int t = 0; t < system->traffic.length_count; t++) {
            const noc_packet_type *type = &system->traffic.lengths[t];
            const double share = noc_type_share(&system->traffic, type, flow);
            if (share == 0.0) continue;
            z->flits += weight * share * type->flits[network];
            z->refill += weight * share * find_credit_stall(system, path, type->flits[network]);
        }
    }
}

static zero_load find_zero_load(const noc_system *system, noc_class class)
{
    zero_load z = {0};
    double rate = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++)
        if (system->traffic.flows[f].class == class) rate += system->traffic.flows[f].rate;
    for (size_t f = 0; f < system->traffic.flow_count; f++)
        if (system->traffic.flows[f].class == class)
            add_flow(system, &system->traffic.flows[f], rate, &z);
    return z;
}

/* ---- networks without channels --------------------------------------------------------------- */

enum { PARTS_MAX = 12 };

/* Parts of a path in networks without channels, means over a class's packets. */
typedef struct path_parts {
    noc_latency_part list[PARTS_MAX];
    int count;
} path_parts;

static void add_part(path_parts *all, const noc_latency_part *part, double weight)
{
    int i = 0;
    while (i < all->count && strcmp(all->list[i].name, part->name) != 0) i++;
    if (i == PARTS_MAX) return;
    if (i == all->count)
        all->list[all->count++] = (noc_latency_part){part->name, part->description, 0.0};
    all->list[i].cycles += weight * part->cycles;
}

static void add_parts(const noc_system *system, const noc_path_kind *path, path_parts *all)
{
    const uint32_t channel = system->routes.hops[path->first].channel;
    const uint16_t network = system->graph.channels[channel].network;
    const noc_network_model_kind *kind = noc_network_model_of(&system->graph.networks[network]);
    for (int t = 0; t < system->traffic.length_count && kind->list_parts; t++) {
        const noc_packet_type *type = &system->traffic.lengths[t];
        noc_latency_part list[NOC_LATENCY_PARTS];
        if (type->class != path->class || type->share == 0.0) continue;
        const int count = kind->list_parts(system, path->first, type->flits[network], list);
        for (int i = 0; i < count; i++) add_part(all, &list[i], path->share * type->share);
    }
}

/* Finds the mean parts of a class's packets; empty when out of memory. */
static path_parts find_parts(const noc_system *system, noc_class class)
{
    path_parts all = {.count = 0};
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_path_kinds kinds;
    if (noc_path_kinds_find(system, &scratch, &kinds) != NOC_OK) return all;
    for (size_t i = 0; i < kinds.count; i++)
        if (kinds.list[i].class == class) add_parts(system, &kinds.list[i], &all);
    return all;
}

/* ---- latencies without load ------------------------------------------------------------------ */

static void add_zero_load(const noc_codec_spec *codec, noc_explanation *e, int node,
                          const zero_load *z)
{
    char stages[40];
    snprintf(stages, sizeof stages, z->stages_least == z->stages_most ? "%d" : "%d to %d",
             z->stages_least, z->stages_most);
    NOC_LEAF(e, node, "routers", z->stages, "cycles", "", "%.4g routers on average, %s stages each",
             z->routers, stages);
    NOC_LEAF(e, node, "links", z->links, "cycles", "", "%.4g links on average, each its latency",
             z->hops);
    NOC_LEAF(e, node, "terminal links", z->terminals, "cycles", "",
             "into the first router and out of the last");
    NOC_LEAF(e, node, "creation", z->channel_share, "cycles", "",
             "a packet is sent in the cycle after its creation");
    NOC_LEAF(e, node, "serialization", z->flits - z->channel_share, "cycles", "",
             "%.4g flits on average, one a cycle after the first", z->flits);
    if (codec->cycles > 0)
        NOC_LEAF(e, node, "codecs", 2.0 * codec->cycles * z->channel_share, "cycles", "",
                 "%d to encode a packet, and %d to decode it", codec->cycles, codec->cycles);
    if (fabs(z->refill) > 1e-9)
        NOC_LEAF(e, node, "credit loops", z->refill, "cycles", "",
                 "buffers shorter than their credits' round trip, channels of other "
                 "than a flit a cycle");
}

static int explain_class_idle(const noc_explainer *x, noc_explanation *e, int parent,
                              noc_class class, const char *name)
{
    const zero_load z = find_zero_load(x->system, class);
    const path_parts others = find_parts(x->system, class);
    if (z.channel_share == 0.0 && others.count == 0)
        return NOC_LEAF(e, parent, name, 0.0, "cycles", timing, "an ideal network needs no time");
    const int node =
        NOC_SUM(e, parent, name, noc_mean_idle_latency(x->system, class), "cycles",
                z.channel_share > 0.0 ? timing : circuits, "mean over all packets, idle network");
    if (z.channel_share > 0.0) add_zero_load(&x->system->design->codec, e, node, &z);
    for (int i = 0; i < others.count; i++)
        NOC_LEAF(e, node, others.list[i].name, others.list[i].cycles, "cycles", "", "%s",
                 others.list[i].description);
    return node;
}

/* Adds the pipelines between a request's arrival and its reply, if there are any. */
static void add_answer(const noc_explainer *x, noc_explanation *e, int node)
{
    if (noc_answer_cycles(x->system) > 0.0)
        NOC_LEAF(e, node, "answer", noc_answer_cycles(x->system), "cycles", "",
                 "pipelines before a request is answered");
}

int noc_explain_zero_load(const noc_explainer *x, noc_explanation *e, int parent)
{
    const char *name = parent < 0 ? "zero_load_latency_cycles" : "zero load";
    if (!has_replies(x)) return explain_class_idle(x, e, parent, NOC_REQUEST, name);
    const int node =
        NOC_SUM(e, parent, name, get_metric_value(x, NOC_METRIC_zero_load_latency_cycles), "cycles",
                timing, "request, turn-around and reply");
    explain_class_idle(x, e, node, NOC_REQUEST, class_names[NOC_REQUEST]);
    NOC_LEAF(e, node, "turn-around", NOC_REPLY_WAIT_CYCLES, "cycles", "",
             "a reply enters the network in the cycle after its creation");
    add_answer(x, e, node);
    explain_class_idle(x, e, node, NOC_REPLY, class_names[NOC_REPLY]);
    return node;
}

/* ---- latency under load --------------------------------------------------------------------- */

static double find_class_latency(const noc_explainer *x, noc_class class)
{
    if (!has_replies(x)) return get_metric_value(x, NOC_METRIC_packet_latency_cycles);
    return get_metric_value(x, class == NOC_REQUEST ? NOC_METRIC_request_latency_cycles
                                                    : NOC_METRIC_reply_latency_cycles);
}

static bool uses_channels(const noc_system *system, noc_class class)
{
    bool uses_any = false;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        uses_any |= net->carries[class] && noc_network_has_channels(net);
    }
    return uses_any;
}

static void add_waits(const noc_explainer *x, noc_explanation *e, int node, noc_class class)
{
    noc_model_point at;
    noc_corrected_solve(&x->corrected, x->estimate.load, &at);
    if (!uses_channels(x->system, class)) {
        NOC_LEAF(e, node, "waits for others", at.source_wait[class], "cycles", queues,
                 "that are before it at its own sender, or column");
        return;
    }
    const noc_route_choices ways = noc_model_route_choices(x->model);
    const bool has_choices = !isnan(ways.mean_choices) && class == NOC_REQUEST;
    const double longer = has_choices ? ways.detour_cycles : 0.0;
    NOC_LEAF(e, node, "waits in the network", at.network_wait[class] - longer, "cycles", queues,
             "for switches, output VCs and behind packets in the same buffers");
    if (has_choices)
        NOC_LEAF(e, node, "other ways", longer, "cycles", queues,
                 "packets choose among links %.2f times on average, and take another "
                 "one than in an idle network in %.0f %% of these",
                 ways.mean_choices, 100.0 * ways.detour_share);
    NOC_LEAF(e, node, "waits at the source", at.source_wait[class], "cycles", queues,
             "in the queue of the node that sends it");
}

static int explain_class(const noc_explainer *x, noc_explanation *e, int parent, noc_class class,
                         const char *name)
{
    const double latency = find_class_latency(x, class);
    const bool reply = class == NOC_REPLY;
    const double turn = reply ? NOC_REPLY_WAIT_CYCLES : 0.0;
    const int node = NOC_SUM(e, parent, name, latency, "cycles", queues,
                             "zero load and waits, at load %.6g", x->estimate.load);
    explain_class_idle(x, e, node, class, "zero load");
    if (reply)
        NOC_LEAF(e, node, "turn-around", turn, "cycles", timing,
                 "a reply enters the network in the cycle after its creation");
    add_waits(x, e, node, class);
    return node;
}

int noc_explain_request(const noc_explainer *x, noc_explanation *e, int parent)
{
    return explain_class(x, e, parent, NOC_REQUEST,
                         parent < 0 ? "request_latency_cycles" : class_names[NOC_REQUEST]);
}

int noc_explain_reply(const noc_explainer *x, noc_explanation *e, int parent)
{
    return explain_class(x, e, parent, NOC_REPLY,
                         parent < 0 ? "reply_latency_cycles" : class_names[NOC_REPLY]);
}

int noc_explain_latency(const noc_explainer *x, noc_explanation *e, int parent)
{
    if (!has_replies(x))
        return explain_class(x, e, parent, NOC_REQUEST,
                             parent < 0 ? "packet_latency_cycles" : "packets");
    const int node = NOC_SUM(e, parent, parent < 0 ? "round_trip_cycles" : "round trip",
                             get_metric_value(x, NOC_METRIC_round_trip_cycles), "cycles", queues,
                             "request and reply, at load %.6g", x->estimate.load);
    noc_explain_request(x, e, node);
    add_answer(x, e, node);
    noc_explain_reply(x, e, node);
    return node;
}

/* Adds the latencies of a request and its reply. */
static void add_round_trip(const noc_explainer *x, noc_explanation *e, int parent)
{
    const int node = NOC_SUM(e, parent, "both ways",
                             find_class_latency(x, NOC_REQUEST) + find_class_latency(x, NOC_REPLY),
                             "cycles", queues, "request and reply, at load %.6g", x->estimate.load);
    noc_explain_request(x, e, node);
    noc_explain_reply(x, e, node);
}

int noc_explain_packet(const noc_explainer *x, noc_explanation *e, int parent)
{
    if (!has_replies(x)) return noc_explain_latency(x, e, parent);
    const int node = NOC_RATIO(e, parent, "packet_latency_cycles",
                               get_metric_value(x, NOC_METRIC_packet_latency_cycles), "cycles",
                               queues, "half of both ways: as many replies as requests");
    add_round_trip(x, e, node);
    NOC_LEAF(e, node, "packets of a round trip", 2.0, "", routes, "two");
    return node;
}

int noc_explain_hops(const noc_explainer *x, noc_explanation *e, int parent)
{
    const int node = NOC_SUM(e, parent, "hops_mean", get_metric_value(x, NOC_METRIC_hops_mean),
                             "routers", routes, "mean over all packets");
    const int classes = has_replies(x) ? 2 : 1;
    for (int class = 0; class < classes; class ++) {
        const double routers = noc_mean_routers(x->system, (noc_class) class);
        NOC_LEAF(e, node, classes == 2 ? class_names[class] : "packets", routers / classes,
                 "routers", "", "%.4g routers each, %s of the packets", routers,
                 classes == 2 ? "half" : "all");
    }
    return node;
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* Bottleneck of the network, and the flits of each class on it, per flit that every injecting node
 * injects. */
typedef struct bottleneck {
    char name[80], reason[160];
    double flits[NOC_CLASSES];
} bottleneck;

static bottleneck make_shared_bottleneck(const noc_explainer *x, uint32_t channel)
{
    noc_shared_limits limits;
    bottleneck b = {.flits = {0.0}};
    const noc_shared_limit *limit = noc_shared_limits_find(x->system, 0, &limits) == NOC_OK
                                        ? noc_channel_shared_limit(&limits, channel)
                                        : NULL;
    char owner[48];
    snprintf(b.name, sizeof b.name, "network %u", x->system->graph.channels[channel].network);
    if (limit && limit->resource) {
        noc_name_limit_owner(limit, owner, sizeof owner);
        snprintf(b.name, sizeof b.name, "%s of %s", limit->resource, owner);
    }
    for (int k = 0; k < NOC_CLASSES && limit; k++)
        b.flits[k] = limit->flits[k] / x->system->traffic.injected_flits;
    free(limits.list);
    return b;
}

static bottleneck make_channel_bottleneck(const noc_explainer *x, uint32_t channel)
{
    const noc_loads *loads = noc_model_loads(x->model);
    const noc_channel_kind kind = x->system->graph.channels[channel].kind;
    char where[64];
    bottleneck b = {.flits = {0.0}};
    noc_channel_name(&x->system->graph, channel, where, sizeof where);
    snprintf(b.name, sizeof b.name, "%s %.48s", noc_channel_kind_name(kind), where);
    for (uint32_t g = loads->first_group[channel]; g != NOC_NONE; g = loads->groups[g].next)
        b.flits[loads->groups[g].class] +=
            loads->groups[g].stream.flits / x->system->traffic.injected_flits;
    return b;
}

/* Writes the reason why the bottleneck limits throughput. */
static void put_reason(const noc_bottleneck *named, bool is_shared_limit, char *text, size_t size)
{
    if (is_shared_limit)
        snprintf(text, size, "it accepts no more flits in a cycle");
    else if (!named->reason[0])
        snprintf(text, size, "the nodes cannot offer more");
    else if (noc_bottleneck_has_reason(named, NOC_HELD_BY_FLITS))
        snprintf(text, size, "the channel is full");
    else
        snprintf(text, size, "%s: %s %s is full at %.0f%%", noc_bottleneck_reason_text(named),
                 named->held_kind, named->held_channel, 100.0 * named->held_utilization);
}

/* Finds the bottleneck; the most utilised channel if nodes cannot offer more. */
static bottleneck find_bottleneck(const noc_explainer *x)
{
    noc_bottleneck named;
    noc_bottleneck_find(x->system, &x->corrected, x->estimate.load, &named);
    const uint32_t channel =
        named.channel != NOC_NONE ? named.channel : x->corrected.model_limits.limit.channel;
    const bool is_shared_limit =
        !noc_network_has_channels(noc_graph_channel_network(&x->system->graph, channel));
    bottleneck b =
        is_shared_limit ? make_shared_bottleneck(x, channel) : make_channel_bottleneck(x, channel);
    put_reason(&named, is_shared_limit, b.reason, sizeof b.reason);
    return b;
}

int noc_explain_saturation(const noc_explainer *x, noc_explanation *e, int parent)
{
    const noc_model_limits limits = x->corrected.model_limits;
    const bottleneck b = find_bottleneck(x);
    const double share = b.flits[NOC_REQUEST] + b.flits[NOC_REPLY];
    const double overload_factor = limits.saturation / limits.overflow;
    const int top = NOC_PRODUCT(e, parent, parent < 0 ? "saturation_flits_per_cycle" : "saturation",
                                x->corrected.corrected_limits.saturation, "flits/cycle", queues,
                                "where 98 %% of the offered flits are accepted");
    const int node = NOC_RATIO(e, top, "first queue overflows", limits.overflow, "flits/cycle",
                               queues, "capacity of the bottleneck, over its load per unit");
    NOC_LEAF(e, node, b.name, limits.overflow * share, "flits/cycle", queues,
             "flits that it moves then; %s", b.reason);
    const int load = NOC_SUM(e, node, "load per unit", share, "", routes,
                             "flits on it per flit that each node injects");
    for (int class = 0; class < NOC_CLASSES; class ++) {
        const double flits = b.flits[class];
        if (flits > 0.0)
            NOC_LEAF(e, load, has_replies(x) ? class_names[class] : "packets", flits, "", "",
                     "%.4g%% of its flits", 100.0 * flits / share);
    }
    NOC_LEAF(e, top, "beyond that", overload_factor, "", queues,
             "others go on, as they do not send into full buffers");
    const double correction = x->corrected.corrected_limits.saturation / limits.saturation;
    if (correction != 1.0)
        NOC_LEAF(e, top, "designs like it", correction, "", measured,
                 "measured over model, predicted from their figures");
    return top;
}

int noc_explain_saturation_bytes(const noc_explainer *x, noc_explanation *e, int parent)
{
    const double bytes = get_metric_value(x, NOC_METRIC_saturation_bytes_per_cycle);
    const double flits = get_metric_value(x, NOC_METRIC_saturation_flits_per_cycle);
    const int node = NOC_PRODUCT(e, parent, "saturation_bytes_per_cycle", bytes, "bytes/cycle",
                                 queues, "channel width filled");
    noc_explain_saturation(x, e, node);
    NOC_LEAF(e, node, "bytes of a flit", bytes / flits, "bytes", "",
             "network.flit_bytes, mean over the networks of requests");
    return node;
}
