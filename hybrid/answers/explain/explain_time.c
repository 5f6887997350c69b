/* Explains latencies by the routes and the model's waits, and saturation by the load of the
 * bottleneck. */
#include "hybrid/answers/explain/explain_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/network_model.h"
#include "hybrid/answers/cause.h"
#include "hybrid/correction/calibration/calibration.h"

static const char *const timing = "timing of BookSim 2.0's routers (docs/model.md, section 2)";
static const char *const circuits = "windows, slices and tokens (docs/model.md, section 8)";
static const char *const queues = "queueing model (docs/model.md, section 4)";
static const char *const measured =
    "measured designs of the calibration (hybrid/correction/discrepancy/deviations.h)";
static const char *const routes = "routes and traffic of the design (analytic/loads.h)";
static const char *const class_names[NOC_CLASSES] = {"requests", "replies"};

static double metric_value(const noc_explainer *x, noc_metric_id id)
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
    double sent; /* share of packets that use channels; others take no time */
    double terminals, links, stages, flits, refill;
    double routers, hops;          /* mean numbers of routers, and of links between them */
    int stages_least, stages_most; /* least and most stages of a router */
} zero_load;

/* Adds the cycles of one path by cause. `weight`: share of the path in the class's packets. */
static void add_path(const noc_system *system, const noc_path *path, double weight, zero_load *z)
{
    const noc_hop *hops = system->routes.hops;
    for (uint32_t h = path->first; h != NOC_NONE; h = noc_routes_onward(&system->routes, h)) {
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
static double refill_of(const noc_system *system, const noc_path *path, unsigned flits)
{
    zero_load alone = {0};
    add_path(system, path, 1.0, &alone);
    return noc_zero_load_path(system, path->first, flits) - 2.0 * system->design->codec.cycles -
           (1.0 + alone.terminals + alone.links + alone.stages + (double)flits - 1.0);
}

static void add_flow(const noc_system *system, const noc_flow *flow, double rate, zero_load *z)
{
    for (uint32_t i = 0; i < flow->route.paths; i++) {
        const noc_path *path = &system->routes.paths[flow->route.first_path + i];
        const uint16_t network =
            system->graph.channels[system->routes.hops[path->first].channel].network;
        const double weight = flow->rate * path->probability / rate;
        if (!noc_network_has_channels(&system->graph.networks[network])) continue;
        z->sent += weight;
        add_path(system, path, weight, z);
        for (int t = 0; t < system->traffic.length_count; t++) {
            const noc_packet_type *type = &system->traffic.lengths[t];
            const double share = noc_type_share(&system->traffic, type, flow);
            if (share == 0.0) continue;
            z->flits += weight * share * type->flits[network];
            z->refill += weight * share * refill_of(system, path, type->flits[network]);
        }
    }
}

static zero_load spend(const noc_system *system, noc_class class)
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
    noc_path_part list[PARTS_MAX];
    int count;
} path_parts;

static void add_part(path_parts *all, const noc_path_part *part, double weight)
{
    int i = 0;
    while (i < all->count && strcmp(all->list[i].name, part->name) != 0) i++;
    if (i == PARTS_MAX) return;
    if (i == all->count) all->list[all->count++] = (noc_path_part){part->name, part->words, 0.0};
    all->list[i].cycles += weight * part->cycles;
}

static void add_parts(const noc_system *system, const noc_path_kind *path, path_parts *all)
{
    const uint32_t channel = system->routes.hops[path->first].channel;
    const uint16_t network = system->graph.channels[channel].network;
    const noc_network_model_kind *kind = noc_network_model_of(&system->graph.networks[network]);
    for (int t = 0; t < system->traffic.length_count && kind->parts; t++) {
        const noc_packet_type *type = &system->traffic.lengths[t];
        noc_path_part list[NOC_PATH_PARTS];
        if (type->class != path->class || type->share == 0.0) continue;
        const int count = kind->parts(system, path->first, type->flits[network], list);
        for (int i = 0; i < count; i++) add_part(all, &list[i], path->share * type->share);
    }
}

/* Finds the mean parts of a class's packets; empty when out of memory. */
static path_parts parts_of(const noc_system *system, noc_class class)
{
    path_parts all = {.count = 0};
    noc_path_kinds kinds;
    if (noc_path_kinds_find(system, &kinds) != NOC_OK) return all;
    for (size_t i = 0; i < kinds.count; i++)
        if (kinds.list[i].class == class) add_parts(system, &kinds.list[i], &all);
    noc_path_kinds_clear(&kinds);
    return all;
}

/* ---- latencies without load ------------------------------------------------------------------ */

static void add_zero_load(const noc_codec_spec *codec, noc_explanation *e, int node,
                          const zero_load *z)
{
    char stages[40];
    snprintf(stages, sizeof stages, z->stages_least == z->stages_most ? "%d" : "%d to %d",
             z->stages_least, z->stages_most);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "routers", z->stages, "cycles", "",
                        "%.4g routers on average, %s stages each", z->routers, stages);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "links", z->links, "cycles", "",
                        "%.4g links on average, each its latency", z->hops);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "terminal links", z->terminals, "cycles", "",
                        "into the first router and out of the last");
    noc_explanation_add(e, node, NOC_MADE_LEAF, "creation", z->sent, "cycles", "",
                        "a packet is sent in the cycle after its creation");
    noc_explanation_add(e, node, NOC_MADE_LEAF, "serialization", z->flits - z->sent, "cycles", "",
                        "%.4g flits on average, one a cycle after the first", z->flits);
    if (codec->cycles > 0)
        noc_explanation_add(e, node, NOC_MADE_LEAF, "codecs", 2.0 * codec->cycles * z->sent,
                            "cycles", "", "%d to encode a packet, and %d to decode it",
                            codec->cycles, codec->cycles);
    if (fabs(z->refill) > 1e-9)
        noc_explanation_add(e, node, NOC_MADE_LEAF, "credit loops", z->refill, "cycles", "",
                            "buffers shorter than their credits' round trip, channels of other "
                            "than a flit a cycle");
}

static int zero_load_of_class(const noc_explainer *x, noc_explanation *e, int parent,
                              noc_class class, const char *name)
{
    const zero_load z = spend(x->system, class);
    const path_parts others = parts_of(x->system, class);
    if (z.sent == 0.0 && others.count == 0)
        return noc_explanation_add(e, parent, NOC_MADE_LEAF, name, 0.0, "cycles", timing,
                                   "an ideal network needs no time");
    const int node = noc_explanation_add(
        e, parent, NOC_MADE_SUM, name, noc_zero_load_mean(x->system, class), "cycles",
        z.sent > 0.0 ? timing : circuits, "mean over all packets, idle network");
    if (z.sent > 0.0) add_zero_load(&x->system->design->codec, e, node, &z);
    for (int i = 0; i < others.count; i++)
        noc_explanation_add(e, node, NOC_MADE_LEAF, others.list[i].name, others.list[i].cycles,
                            "cycles", "", "%s", others.list[i].words);
    return node;
}

/* Adds the pipelines between a request's arrival and its reply, if there are any. */
static void add_answer(const noc_explainer *x, noc_explanation *e, int node)
{
    if (noc_answer_cycles(x->system) > 0.0)
        noc_explanation_add(e, node, NOC_MADE_LEAF, "answer", noc_answer_cycles(x->system),
                            "cycles", "", "pipelines before a request is answered");
}

int noc_explain_zero_load(const noc_explainer *x, noc_explanation *e, int parent)
{
    const char *name = parent < 0 ? "zero_load_latency_cycles" : "zero load";
    if (!has_replies(x)) return zero_load_of_class(x, e, parent, NOC_REQUEST, name);
    const int node = noc_explanation_add(e, parent, NOC_MADE_SUM, name,
                                         metric_value(x, NOC_METRIC_zero_load_latency_cycles),
                                         "cycles", timing, "request, turn-around and reply");
    zero_load_of_class(x, e, node, NOC_REQUEST, class_names[NOC_REQUEST]);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "turn-around", NOC_REPLY_WAIT_CYCLES, "cycles", "",
                        "a reply enters the network in the cycle after its creation");
    add_answer(x, e, node);
    zero_load_of_class(x, e, node, NOC_REPLY, class_names[NOC_REPLY]);
    return node;
}

/* ---- latency under load --------------------------------------------------------------------- */

static double latency_of_class(const noc_explainer *x, noc_class class)
{
    if (!has_replies(x)) return metric_value(x, NOC_METRIC_packet_latency_cycles);
    return metric_value(x, class == NOC_REQUEST ? NOC_METRIC_request_latency_cycles
                                                : NOC_METRIC_reply_latency_cycles);
}

static bool goes_over_channels(const noc_system *system, noc_class class)
{
    bool any = false;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_network *net = &system->graph.networks[n];
        any |= net->carries[class] && noc_network_has_channels(net);
    }
    return any;
}

static void add_waits(const noc_explainer *x, noc_explanation *e, int node, noc_class class)
{
    noc_model_point at;
    noc_corrected_solve(&x->corrected, x->estimate.load, &at);
    if (!goes_over_channels(x->system, class)) {
        noc_explanation_add(e, node, NOC_MADE_LEAF, "waits for others", at.source_wait[class],
                            "cycles", queues, "that are before it at its own sender, or column");
        return;
    }
    const noc_ways_taken ways = noc_model_ways_taken(x->model);
    const bool chosen = !isnan(ways.choices) && class == NOC_REQUEST;
    const double longer = chosen ? ways.cycles : 0.0;
    noc_explanation_add(e, node, NOC_MADE_LEAF, "waits in the network",
                        at.network_wait[class] - longer, "cycles", queues,
                        "for switches, output VCs and behind packets in the same buffers");
    if (chosen)
        noc_explanation_add(e, node, NOC_MADE_LEAF, "other ways", longer, "cycles", queues,
                            "packets choose among links %.2f times on average, and take another "
                            "one than in an idle network in %.0f %% of these",
                            ways.choices, 100.0 * ways.others);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "waits at the source", at.source_wait[class],
                        "cycles", queues, "in the queue of the node that sends it");
}

static int explain_class(const noc_explainer *x, noc_explanation *e, int parent, noc_class class,
                         const char *name)
{
    const double latency = latency_of_class(x, class);
    const bool reply = class == NOC_REPLY;
    const double turn = reply ? NOC_REPLY_WAIT_CYCLES : 0.0;
    const int node = noc_explanation_add(e, parent, NOC_MADE_SUM, name, latency, "cycles", queues,
                                         "zero load and waits, at load %.6g", x->estimate.load);
    zero_load_of_class(x, e, node, class, "zero load");
    if (reply)
        noc_explanation_add(e, node, NOC_MADE_LEAF, "turn-around", turn, "cycles", timing,
                            "a reply enters the network in the cycle after its creation");
    add_waits(x, e, node, class);
    return node;
}

int noc_explain_class(const noc_explainer *x, noc_explanation *e, int parent, noc_class class)
{
    static const char *const names[] = {"request_latency_cycles", "reply_latency_cycles"};
    return explain_class(x, e, parent, class, parent < 0 ? names[class] : class_names[class]);
}

int noc_explain_latency(const noc_explainer *x, noc_explanation *e, int parent)
{
    if (!has_replies(x))
        return explain_class(x, e, parent, NOC_REQUEST,
                             parent < 0 ? "packet_latency_cycles" : "packets");
    const int node = noc_explanation_add(
        e, parent, NOC_MADE_SUM, parent < 0 ? "round_trip_cycles" : "round trip",
        metric_value(x, NOC_METRIC_round_trip_cycles), "cycles", queues,
        "request and reply, at load %.6g", x->estimate.load);
    noc_explain_class(x, e, node, NOC_REQUEST);
    add_answer(x, e, node);
    noc_explain_class(x, e, node, NOC_REPLY);
    return node;
}

/* Adds the latencies of a request and its reply. */
static void add_both_ways(const noc_explainer *x, noc_explanation *e, int parent)
{
    const int node =
        noc_explanation_add(e, parent, NOC_MADE_SUM, "both ways",
                            latency_of_class(x, NOC_REQUEST) + latency_of_class(x, NOC_REPLY),
                            "cycles", queues, "request and reply, at load %.6g", x->estimate.load);
    noc_explain_class(x, e, node, NOC_REQUEST);
    noc_explain_class(x, e, node, NOC_REPLY);
}

int noc_explain_packet(const noc_explainer *x, noc_explanation *e, int parent)
{
    if (!has_replies(x)) return noc_explain_latency(x, e, parent);
    const int node =
        noc_explanation_add(e, parent, NOC_MADE_RATIO, "packet_latency_cycles",
                            metric_value(x, NOC_METRIC_packet_latency_cycles), "cycles", queues,
                            "half of both ways: as many replies as requests");
    add_both_ways(x, e, node);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "packets of a round trip", 2.0, "", routes, "two");
    return node;
}

int noc_explain_hops(const noc_explainer *x, noc_explanation *e, int parent)
{
    const int node = noc_explanation_add(e, parent, NOC_MADE_SUM, "hops_mean",
                                         metric_value(x, NOC_METRIC_hops_mean), "routers", routes,
                                         "mean over all packets");
    const int classes = has_replies(x) ? 2 : 1;
    for (int class = 0; class < classes; class ++) {
        const double routers = noc_routers_mean(x->system, (noc_class) class);
        noc_explanation_add(e, node, NOC_MADE_LEAF, classes == 2 ? class_names[class] : "packets",
                            routers / classes, "routers", "",
                            "%.4g routers each, %s of the packets", routers,
                            classes == 2 ? "half" : "all");
    }
    return node;
}

/* ---- saturation ----------------------------------------------------------------------------- */

/* Bottleneck of the network, and the flits of each class on it, per flit that every injecting node
 * injects. */
typedef struct bottleneck {
    char name[80], why[160];
    double flits[NOC_CLASSES];
} bottleneck;

static bottleneck bottleneck_of_gate(const noc_explainer *x, uint32_t channel)
{
    noc_shared_limits gates;
    bottleneck b = {.flits = {0.0}};
    const noc_shared_limit *gate = noc_shared_limits_find(x->system, 0, &gates) == NOC_OK
                                       ? noc_shared_limits_at(&gates, channel)
                                       : NULL;
    char owner[48];
    snprintf(b.name, sizeof b.name, "network %u", x->system->graph.channels[channel].network);
    if (gate && gate->resource) {
        noc_shared_limit_owner(gate, owner, sizeof owner);
        snprintf(b.name, sizeof b.name, "%s of %s", gate->resource, owner);
    }
    for (int k = 0; k < NOC_CLASSES && gate; k++)
        b.flits[k] = gate->flits[k] / x->system->traffic.injected_flits;
    free(gates.list);
    return b;
}

static bottleneck bottleneck_of_channel(const noc_explainer *x, uint32_t channel)
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
static void say_why(const noc_bottleneck *named, bool is_gate, char *text, size_t size)
{
    if (is_gate)
        snprintf(text, size, "it accepts no more flits in a cycle");
    else if (!named->why[0])
        snprintf(text, size, "the nodes cannot offer more");
    else if (noc_held_is(named, NOC_HELD_BY_FLITS))
        snprintf(text, size, "the channel is full");
    else
        snprintf(text, size, "%s: %s %s is full at %.0f%%", noc_held_words(named), named->held_kind,
                 named->held, 100.0 * named->ceiling);
}

/* Finds the bottleneck; the most utilised channel if nodes cannot offer more. */
static bottleneck find_bottleneck(const noc_explainer *x)
{
    noc_bottleneck named;
    noc_cause_name(x->system, &x->corrected, x->estimate.load, &named);
    const uint32_t channel =
        named.channel != NOC_NONE ? named.channel : x->corrected.own.limit.channel;
    const bool is_gate =
        !noc_network_has_channels(noc_graph_network_of(&x->system->graph, channel));
    bottleneck b = is_gate ? bottleneck_of_gate(x, channel) : bottleneck_of_channel(x, channel);
    say_why(&named, is_gate, b.why, sizeof b.why);
    return b;
}

int noc_explain_saturation(const noc_explainer *x, noc_explanation *e, int parent)
{
    const noc_model_limits limits = x->corrected.own;
    const bottleneck b = find_bottleneck(x);
    const double share = b.flits[NOC_REQUEST] + b.flits[NOC_REPLY];
    const double beyond = limits.saturation / limits.overflow;
    const int top = noc_explanation_add(e, parent, NOC_MADE_PRODUCT,
                                        parent < 0 ? "saturation_flits_per_cycle" : "saturation",
                                        x->corrected.limits.saturation, "flits/cycle", queues,
                                        "where 98 %% of the offered flits are accepted");
    const int node = noc_explanation_add(e, top, NOC_MADE_RATIO, "first queue overflows",
                                         limits.overflow, "flits/cycle", queues,
                                         "what the bottleneck can take, over its load per unit");
    noc_explanation_add(e, node, NOC_MADE_LEAF, b.name, limits.overflow * share, "flits/cycle",
                        queues, "flits that it moves then; %s", b.why);
    const int load = noc_explanation_add(e, node, NOC_MADE_SUM, "load per unit", share, "", routes,
                                         "flits on it per flit that each node injects");
    for (int class = 0; class < NOC_CLASSES; class ++) {
        const double flits = b.flits[class];
        if (flits > 0.0)
            noc_explanation_add(e, load, NOC_MADE_LEAF,
                                has_replies(x) ? class_names[class] : "packets", flits, "", "",
                                "%.4g%% of its flits", 100.0 * flits / share);
    }
    noc_explanation_add(e, top, NOC_MADE_LEAF, "beyond that", beyond, "", queues,
                        "others go on, as they do not send into full buffers");
    const double like = x->corrected.limits.saturation / limits.saturation;
    if (like != 1.0)
        noc_explanation_add(e, top, NOC_MADE_LEAF, "designs like it", like, "", measured,
                            "measured over model, predicted from their figures");
    return top;
}

int noc_explain_saturation_bytes(const noc_explainer *x, noc_explanation *e, int parent)
{
    const double bytes = metric_value(x, NOC_METRIC_saturation_bytes_per_cycle);
    const double flits = metric_value(x, NOC_METRIC_saturation_flits_per_cycle);
    const int node = noc_explanation_add(e, parent, NOC_MADE_PRODUCT, "saturation_bytes_per_cycle",
                                         bytes, "bytes/cycle", queues, "channel width filled");
    noc_explain_saturation(x, e, node);
    noc_explanation_add(e, node, NOC_MADE_LEAF, "bytes of a flit", bytes / flits, "bytes", "",
                        "network.flit_bytes, mean over the networks of requests");
    return node;
}
