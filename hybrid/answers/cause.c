#include "hybrid/answers/cause.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hybrid/answers/figures/channels.h"

static const double left_of_any = 1.0 - NOC_DERATED_SHARE;

/* Chooses the kind with the largest loss; `fallback` if all losses are 0. Of equal losses the first
 * kind counts, so that a resource precedes latency. */
static void choose(noc_cause *cause, noc_resource otherwise)
{
    double most = 0.0;
    cause->kind = otherwise;
    for (int k = 1; k < NOC_RESOURCES; k++)
        if (cause->losses[k] > most) most = cause->losses[cause->kind = (noc_resource)k];
}

static bool is_only_one(unsigned kinds)
{
    return (kinds & (kinds - 1)) == 0;
}

/* ---- channels ------------------------------------------------------------------------------- */

/* Computes the utilisation of each channel at a packet rate of each injecting node; for networks
 * without channels, flits per cycle. NULL when out of memory. */
static double *time_used(const noc_system *s, const noc_model *model, double packets)
{
    noc_loads own = {0};
    double *used = calloc(s->graph.channel_count + 1u, sizeof *used);
    const bool has_loads = model || noc_loads_new(s, &own) == NOC_OK;
    const noc_loads *loads = model ? noc_model_loads(model) : &own;
    for (uint32_t c = 0; used && has_loads && c < s->graph.channel_count; c++)
        used[c] = packets * (noc_network_has_channels(noc_graph_network_of(&s->graph, c))
                                 ? loads->in_use[c]
                                 : loads->moved_flits[c]);
    if (!model) noc_loads_clear(&own);
    return used;
}

/* ---- open loop ------------------------------------------------------------------------------ */

bool noc_cause_is_offer(const noc_system *s, const noc_model *model, double saturation)
{
    static const double full = 0.98;
    double most = 0.0;
    if (saturation < noc_system_highest_load(s)) return false;
    double *used = time_used(s, model, noc_system_packet_rate(s, saturation));
    for (uint32_t c = 0; used && c < s->graph.channel_count; c++)
        if (noc_network_has_channels(noc_graph_network_of(&s->graph, c)))
            most = fmax(most, used[c]);
    free(used);
    return most < full;
}

static double saturation_of(noc_model *model)
{
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    return limits.saturation;
}

noc_resource noc_cause_guess(const noc_system *s, noc_model *model)
{
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    return noc_resource_of_channel(&s->graph, limits.limit.channel);
}

noc_cause noc_cause_at_saturation(const noc_system *s, noc_model *model)
{
    noc_cause cause = {.kind = NOC_RESOURCE_NONE};
    const unsigned kinds = noc_resources_of(s, false);
    if (noc_cause_is_offer(s, model, saturation_of(model))) {
        cause.kind = NOC_RESOURCE_CORES;
        return cause;
    }
    for (int k = 1; k < NOC_RESOURCES; k++) {
        if (!noc_resource_is_in(kinds, (noc_resource)k)) continue;
        cause.losses[k] = is_only_one(kinds) ? NOC_DERATED_SHARE
                                             : 1.0 - noc_model_derated(model, 1u << k).saturation;
    }
    choose(&cause, noc_cause_guess(s, model));
    return cause;
}

noc_resource noc_cause_guess_of_loop(const noc_system *s, noc_binding binding)
{
    const unsigned kinds = noc_resources_of(s, true);
    const bool shared = noc_resource_is_in(kinds, NOC_RESOURCE_NETWORK);
    switch (binding) {
    case NOC_BINDS_CORES:
        return NOC_RESOURCE_CORES;
    case NOC_BINDS_REQUESTS:
        return shared ? NOC_RESOURCE_NETWORK : NOC_RESOURCE_REQUEST_NETWORK;
    case NOC_BINDS_REPLIES:
        return shared ? NOC_RESOURCE_NETWORK : NOC_RESOURCE_REPLY_NETWORK;
    case NOC_BINDS_CONTROLLER:
        return NOC_RESOURCE_CACHE;
    case NOC_BINDS_DRAM:
        return NOC_RESOURCE_DRAM;
    default:
        return NOC_RESOURCE_LATENCY;
    }
}

/* ---- closed loop ---------------------------------------------------------------------------- */

/* True if a network is nearly as scarce as the binding resource, so that the open model has to be
 * solved again. */
static bool is_near(const noc_closed_point *p)
{
    static const double near = 0.8;
    const double networks = fmin(p->limits[NOC_BINDS_REQUESTS], p->limits[NOC_BINDS_REPLIES]);
    return p->rate > near * networks;
}

static void find_left(noc_model *model, unsigned kinds, bool near, noc_closed_base *base)
{
    for (int k = 0; k < NOC_RESOURCES; k++) {
        const bool solve =
            near && noc_resource_is_in(kinds & NOC_RESOURCE_CHANNELS, (noc_resource)k);
        base->left[k] = solve ? noc_model_derated(model, 1u << k)
                              : (noc_derated_limits){left_of_any, left_of_any};
    }
}

/* Capacity of a kind, requests per cycle of a core; for kinds without a limit, that of the scarcer
 * network. */
static double limit_of(noc_resource kind, const noc_closed_point *p)
{
    switch (kind) {
    case NOC_RESOURCE_CORES:
        return p->limits[NOC_BINDS_CORES];
    case NOC_RESOURCE_REQUEST_NETWORK:
        return p->limits[NOC_BINDS_REQUESTS];
    case NOC_RESOURCE_REPLY_NETWORK:
        return p->limits[NOC_BINDS_REPLIES];
    case NOC_RESOURCE_CACHE:
        return p->limits[NOC_BINDS_CONTROLLER];
    case NOC_RESOURCE_DRAM:
        return p->limits[NOC_BINDS_DRAM];
    default:
        return fmin(p->limits[NOC_BINDS_REQUESTS], p->limits[NOC_BINDS_REPLIES]);
    }
}

/* Kinds that may limit throughput. If a resource is used up, latency is excluded, and so are kinds
 * with a tenth more capacity than the rate. */
static unsigned suspects(unsigned kinds, const noc_closed_point *p)
{
    static const double up = 0.995, more = 1.1;
    const unsigned latency = 1u << NOC_RESOURCE_LATENCY, queues = 1u << NOC_RESOURCE_MEMORY_QUEUE;
    if (p->rate < up * p->capacity) return kinds | latency;
    unsigned near = p->limit == NOC_BINDS_CORES ? 0 : kinds & queues;
    for (int k = 1; k < NOC_RESOURCE_LATENCY; k++)
        if (limit_of((noc_resource)k, p) < more * p->rate) near |= kinds & 1u << k;
    return near;
}

noc_cause noc_cause_of_loop(const noc_open_curve *curve, noc_model *model, const noc_workload *w,
                            const noc_closed_point *p)
{
    noc_cause cause = {.kind = NOC_RESOURCE_NONE};
    noc_closed_base base = {
        .curve = curve, .workload = w, .terms = &noc_closed_coefficients, .point = p};
    const unsigned kinds = suspects(noc_resources_of(curve->system, true), p);
    find_left(model, kinds, is_near(p), &base);
    noc_closed_losses(&base, kinds, cause.losses);
    choose(&cause, NOC_RESOURCE_LATENCY);
    return cause;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Computes the utilisation of each channel at the accepted part of a load. */
static double *time_accepted(const noc_system *s, const noc_corrected_model *model, double load)
{
    const noc_loads *loads = noc_model_loads(model->model);
    const double packets = noc_system_packet_rate(s, noc_overload_accepted(&model->overload, load));
    double *flits = noc_channels_room(s);
    if (!flits || noc_overload_flits(s, loads, &model->overload, load, flits) != NOC_OK)
        return flits;
    noc_bottleneck_time_used(s, flits, flits);
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (!noc_network_has_channels(noc_graph_network_of(&s->graph, c)))
            flits[c] = packets * loads->moved_flits[c];
    return flits;
}

static const struct {
    const char *name, *words;
} reasons[NOC_HELD_CAUSES] = {
    [NOC_HELD_BY_FLITS] = {"full", "all of it is used"},
    [NOC_HELD_BY_OTHERS] = {"head-of-line-blocking", "head-of-line blocking"},
    [NOC_HELD_BY_MATCHING] = {"matching", "the allocator's matching"},
    [NOC_HELD_BY_VCS] = {"virtual-channels", "virtual channels that are all held"},
    [NOC_HELD_BY_CREDITS] = {"credits", "credits that come back later than buffers are full"},
    [NOC_HELD_BY_ROUTING] = {"head-of-line-blocking",
                             "head-of-line blocking while heads are routed"},
    [NOC_HELD_BY_CODEC] = {"codec", "codecs"},
};

bool noc_held_is(const noc_bottleneck *b, noc_held_by by)
{
    return b->why[0] && strcmp(b->why, reasons[by].name) == 0;
}

const char *noc_held_words(const noc_bottleneck *b)
{
    if (b->held_while_routed) return reasons[NOC_HELD_BY_ROUTING].words;
    for (int by = 0; by < NOC_HELD_CAUSES; by++)
        if (noc_held_is(b, (noc_held_by)by)) return reasons[by].words;
    return "";
}

static void put_held(const noc_system *s, const noc_ceiling *c, double used, noc_bottleneck *b)
{
    const noc_graph *g = &s->graph;
    const noc_network *network = noc_graph_network_of(g, c->channel);
    b->network = network->spec;
    snprintf(b->why, sizeof b->why, "%s", reasons[c->by].name);
    snprintf(b->held_kind, sizeof b->held_kind, "%s",
             noc_channel_kind_name(g->channels[c->channel].kind));
    noc_channel_name(g, c->channel, b->held, sizeof b->held);
    b->ceiling = fmin(used, 1.0);
    b->held_vcs = c->vcs;
    b->held_by_class =
        network->carries[NOC_REQUEST] && network->carries[NOC_REPLY] && noc_graph_has_replies(g);
    b->held_while_routed = c->by == NOC_HELD_BY_ROUTING;
}

void noc_cause_put_ceiling(noc_model *model, const noc_system *s, double saturation,
                           noc_bottleneck *b)
{
    if (!noc_resource_is_in(NOC_RESOURCE_CHANNELS, noc_resource_named(b->kind))) return;
    double *used = time_used(s, model, noc_system_packet_rate(s, saturation));
    if (used && b->channel != NOC_NONE) {
        const bool has_gate =
            !noc_network_has_channels(noc_graph_network_of(&s->graph, b->channel));
        noc_ceiling ceiling = {NOC_HELD_BY_FLITS, b->channel, 0};
        if (!has_gate && used[b->channel] < NOC_FULL_CHANNEL)
            ceiling = noc_model_ceiling_cause(model);
        put_held(s, &ceiling, has_gate ? 1.0 : used[ceiling.channel], b);
    }
    free(used);
}

/* Puts the utilisation of the busiest member beyond saturation. The member itself stays the one
 * with the most traffic by the routes. */
static void put_use_accepted(const noc_system *s, const noc_corrected_model *model, double load,
                             noc_bottleneck *b)
{
    if (b->channel == NOC_NONE) return;
    const bool counted = noc_network_has_channels(noc_graph_network_of(&s->graph, b->channel));
    double *used = counted ? time_accepted(s, model, load) : NULL;
    if (used) b->utilization = fmin(used[b->channel], 1.0);
    free(used);
}

void noc_cause_put(const noc_system *s, const noc_corrected_model *model, noc_resource kind,
                   double load, noc_bottleneck *b)
{
    double *used = time_used(s, model ? model->model : NULL, noc_system_packet_rate(s, load));
    noc_bottleneck_put(s, kind, &(noc_use){.channels = used, .members = NAN}, b);
    free(used);
    if (model && load > model->limits.saturation) put_use_accepted(s, model, load, b);
}

void noc_cause_name(const noc_system *s, const noc_corrected_model *model, double load,
                    noc_bottleneck *b)
{
    const double saturation = model->limits.saturation;
    const noc_cause cause = noc_cause_at_saturation(s, model->model);
    noc_cause_put(s, model, cause.kind, isnan(load) ? saturation : load, b);
    noc_cause_put_ceiling(model->model, s, saturation, b);
}

/* Utilisation of the members that are no channels. */
static noc_use use_at(const noc_system *s, noc_resource kind, const noc_closed_point *p)
{
    const double issuing = p->rate / p->limits[NOC_BINDS_CORES];
    const double mshrs = p->mshrs_used / s->design->nodes.mshrs;
    switch (kind) {
    case NOC_RESOURCE_CORES:
        return mshrs > issuing ? (noc_use){.members = mshrs, .resource = "MSHRs"}
                               : (noc_use){.members = issuing, .resource = "pipelines"};
    case NOC_RESOURCE_CACHE:
        return (noc_use){.members = p->rate / p->limits[NOC_BINDS_CONTROLLER]};
    case NOC_RESOURCE_DRAM:
        return (noc_use){.members = p->rate / p->limits[NOC_BINDS_DRAM]};
    default:
        return (noc_use){.members = NAN};
    }
}

void noc_cause_put_loop(const noc_system *s, const noc_model *model, noc_resource kind,
                        const noc_closed_point *p, noc_bottleneck *b)
{
    noc_use use = use_at(s, kind, p);
    double *used = time_used(s, model, p->rate);
    use.channels = used;
    noc_bottleneck_put(s, kind, &use, b);
    free(used);
}
