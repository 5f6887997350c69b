#include "hybrid/answers/cause.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/auto.h"
#include "hybrid/answers/figures/channels.h"

static const double derated_capacity = 1.0 - NOC_DERATED_SHARE;

/* Chooses the kind with the largest loss; `fallback` if all losses are 0. Of equal losses the first
 * kind counts, so that a resource precedes latency. */
static void choose_kind(noc_cause *cause, noc_resource fallback)
{
    double largest_loss = 0.0;
    cause->kind = fallback;
    for (int k = 1; k < NOC_RESOURCES; k++)
        if (cause->losses[k] > largest_loss)
            largest_loss = cause->losses[cause->kind = (noc_resource)k];
}

static bool is_single_kind(unsigned kinds)
{
    return (kinds & (kinds - 1)) == 0;
}

/* ---- channels ------------------------------------------------------------------------------- */

/* Computes the utilisation of each channel at a packet rate of each injecting node; for networks
 * without channels, flits per cycle. NULL when out of memory. */
static double *find_utilization(const noc_system *s, const noc_model *model, double packets)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    noc_loads own_loads = {0};
    double *utilization = calloc(s->graph.channel_count + 1u, sizeof *utilization);
    const bool has_loads = model || noc_loads_new(s, &scratch, &own_loads) == NOC_OK;
    const noc_loads *loads = model ? noc_model_loads(model) : &own_loads;
    for (uint32_t c = 0; utilization && has_loads && c < s->graph.channel_count; c++)
        utilization[c] =
            packets * (noc_network_has_channels(noc_graph_channel_network(&s->graph, c))
                           ? loads->busy_cycles[c]
                           : loads->carried_flits[c]);
    return utilization;
}

/* ---- open loop ------------------------------------------------------------------------------ */

bool noc_cause_is_injection(const noc_system *s, const noc_model *model, double saturation)
{
    static const double full_share = 0.98;
    double max_utilization = 0.0;
    if (saturation < noc_system_highest_load(s)) return false;
    NOC_AUTO_FREE double *utilization =
        find_utilization(s, model, noc_system_packet_rate(s, saturation));
    for (uint32_t c = 0; utilization && c < s->graph.channel_count; c++)
        if (noc_network_has_channels(noc_graph_channel_network(&s->graph, c)))
            max_utilization = fmax(max_utilization, utilization[c]);
    return max_utilization < full_share;
}

noc_resource noc_cause_guess(const noc_system *s, noc_model *model)
{
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    return noc_resource_of_channel(&s->graph, limits.limit.channel);
}

noc_cause noc_cause_find(const noc_system *s, noc_model *model)
{
    noc_cause cause = {.kind = NOC_RESOURCE_NONE};
    const unsigned kinds = noc_resources_of(s, false);
    noc_model_limits limits;
    noc_model_find_limits(model, &limits);
    if (noc_cause_is_injection(s, model, limits.saturation)) {
        cause.kind = NOC_RESOURCE_CORES;
        return cause;
    }
    for (int k = 1; k < NOC_RESOURCES; k++) {
        if (!noc_resource_is_in(kinds, (noc_resource)k)) continue;
        cause.losses[k] = is_single_kind(kinds)
                              ? NOC_DERATED_SHARE
                              : 1.0 - noc_model_derated_limits(model, 1u << k).saturation;
    }
    choose_kind(&cause, noc_cause_guess(s, model));
    return cause;
}

noc_resource noc_cause_guess_loop(const noc_system *s, noc_binding binding)
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
static bool is_network_scarce(const noc_closed_point *p)
{
    static const double scarce_share = 0.8;
    const double networks =
        fmin(p->resource_capacity[NOC_BINDS_REQUESTS], p->resource_capacity[NOC_BINDS_REPLIES]);
    return p->rate > scarce_share * networks;
}

static void find_derated_limits(noc_model *model, unsigned kinds, bool is_scarce,
                                noc_closed_base *base)
{
    for (int k = 0; k < NOC_RESOURCES; k++) {
        const bool solve =
            is_scarce && noc_resource_is_in(kinds & NOC_RESOURCE_CHANNELS, (noc_resource)k);
        base->remaining_limits[k] = solve
                                        ? noc_model_derated_limits(model, 1u << k)
                                        : (noc_derated_limits){derated_capacity, derated_capacity};
    }
}

/* Capacity of a kind, requests per cycle of a core; for kinds without a limit, that of the scarcer
 * network. */
static double find_capacity(noc_resource kind, const noc_closed_point *p)
{
    switch (kind) {
    case NOC_RESOURCE_CORES:
        return p->resource_capacity[NOC_BINDS_CORES];
    case NOC_RESOURCE_REQUEST_NETWORK:
        return p->resource_capacity[NOC_BINDS_REQUESTS];
    case NOC_RESOURCE_REPLY_NETWORK:
        return p->resource_capacity[NOC_BINDS_REPLIES];
    case NOC_RESOURCE_CACHE:
        return p->resource_capacity[NOC_BINDS_CONTROLLER];
    case NOC_RESOURCE_DRAM:
        return p->resource_capacity[NOC_BINDS_DRAM];
    default:
        return fmin(p->resource_capacity[NOC_BINDS_REQUESTS],
                    p->resource_capacity[NOC_BINDS_REPLIES]);
    }
}

/* Kinds that may limit throughput. If a resource is used up, latency is excluded, and so are kinds
 * with a tenth more capacity than the rate. */
static unsigned find_suspects(unsigned kinds, const noc_closed_point *p)
{
    static const double full_share = 0.995, capacity_margin = 1.1;
    const unsigned latency = 1u << NOC_RESOURCE_LATENCY, queues = 1u << NOC_RESOURCE_MEMORY_QUEUE;
    if (p->rate < full_share * p->capacity) return kinds | latency;
    unsigned suspects = p->lowest_limit == NOC_BINDS_CORES ? 0 : kinds & queues;
    for (int k = 1; k < NOC_RESOURCE_LATENCY; k++)
        if (find_capacity((noc_resource)k, p) < capacity_margin * p->rate)
            suspects |= kinds & 1u << k;
    return suspects;
}

noc_cause noc_cause_find_loop(const noc_open_curve *curve, noc_model *model, const noc_workload *w,
                              const noc_closed_point *p)
{
    noc_cause cause = {.kind = NOC_RESOURCE_NONE};
    noc_closed_base base = {
        .curve = curve, .workload = w, .terms = &noc_closed_coefficients, .point = p};
    const unsigned kinds = find_suspects(noc_resources_of(curve->system, true), p);
    find_derated_limits(model, kinds, is_network_scarce(p), &base);
    noc_closed_losses(&base, kinds, cause.losses);
    choose_kind(&cause, NOC_RESOURCE_LATENCY);
    return cause;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Computes the utilisation of each channel at the accepted part of a load. */
static double *find_accepted_use(const noc_system *s, const noc_corrected_model *model, double load)
{
    const noc_loads *loads = noc_model_loads(model->model);
    const double packets =
        noc_system_packet_rate(s, noc_overload_accepted_load(&model->overload, load));
    double *flits = noc_channels_alloc_rates(s);
    if (!flits || noc_overload_flits(s, loads, &model->overload, load, flits) != NOC_OK)
        return flits;
    noc_channels_find_use(s, flits, flits);
    for (uint32_t c = 0; c < s->graph.channel_count; c++)
        if (!noc_network_has_channels(noc_graph_channel_network(&s->graph, c)))
            flits[c] = packets * loads->carried_flits[c];
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

bool noc_bottleneck_has_reason(const noc_bottleneck *b, noc_hold_cause reason)
{
    return b->reason[0] && strcmp(b->reason, reasons[reason].name) == 0;
}

const char *noc_bottleneck_reason_text(const noc_bottleneck *b)
{
    if (b->is_held_by_routing) return reasons[NOC_HELD_BY_ROUTING].words;
    for (int by = 0; by < NOC_HELD_CAUSES; by++)
        if (noc_bottleneck_has_reason(b, (noc_hold_cause)by)) return reasons[by].words;
    return "";
}

static void put_held_channel(const noc_system *s, const noc_ceiling *c, double utilization,
                             noc_bottleneck *b)
{
    const noc_graph *g = &s->graph;
    const noc_network *network = noc_graph_channel_network(g, c->channel);
    b->network = network->spec_index;
    snprintf(b->reason, sizeof b->reason, "%s", reasons[c->cause].name);
    snprintf(b->held_kind, sizeof b->held_kind, "%s",
             noc_channel_kind_name(g->channels[c->channel].kind));
    noc_channel_name(g, c->channel, b->held_channel, sizeof b->held_channel);
    b->held_utilization = fmin(utilization, 1.0);
    b->held_vcs = c->vcs;
    b->has_class_vcs =
        network->carries[NOC_REQUEST] && network->carries[NOC_REPLY] && noc_graph_has_replies(g);
    b->is_held_by_routing = c->cause == NOC_HELD_BY_ROUTING;
}

void noc_cause_put_ceiling(noc_model *model, const noc_system *s, double saturation,
                           noc_bottleneck *b)
{
    if (!noc_resource_is_in(NOC_RESOURCE_CHANNELS, noc_resource_of_name(b->kind))) return;
    NOC_AUTO_FREE double *utilization =
        find_utilization(s, model, noc_system_packet_rate(s, saturation));
    if (!utilization || b->channel == NOC_NONE) return;
    const bool has_shared_limit =
        !noc_network_has_channels(noc_graph_channel_network(&s->graph, b->channel));
    noc_ceiling ceiling = {NOC_HELD_BY_FLITS, b->channel, 0};
    if (!has_shared_limit && utilization[b->channel] < NOC_FULL_CHANNEL)
        ceiling = noc_model_find_ceiling(model);
    put_held_channel(s, &ceiling, has_shared_limit ? 1.0 : utilization[ceiling.channel], b);
}

/* Puts the utilisation of the busiest member beyond saturation. The member itself stays the one
 * with the most traffic by the routes. */
static void put_accepted_use(const noc_system *s, const noc_corrected_model *model, double load,
                             noc_bottleneck *b)
{
    if (b->channel == NOC_NONE ||
        !noc_network_has_channels(noc_graph_channel_network(&s->graph, b->channel)))
        return;
    NOC_AUTO_FREE double *utilization = find_accepted_use(s, model, load);
    if (utilization) b->utilization = fmin(utilization[b->channel], 1.0);
}

void noc_cause_put(const noc_system *s, const noc_corrected_model *model, noc_resource kind,
                   double load, noc_bottleneck *b)
{
    NOC_AUTO_FREE double *utilization =
        find_utilization(s, model ? model->model : NULL, noc_system_packet_rate(s, load));
    noc_bottleneck_put(
        s, kind, &(noc_resource_use){.channel_utilization = utilization, .member_utilization = NAN},
        b);
    if (model && load > model->corrected_limits.saturation) put_accepted_use(s, model, load, b);
}

void noc_bottleneck_find(const noc_system *s, const noc_corrected_model *model, double load,
                         noc_bottleneck *b)
{
    const double saturation = model->corrected_limits.saturation;
    const noc_cause cause = noc_cause_find(s, model->model);
    noc_cause_put(s, model, cause.kind, isnan(load) ? saturation : load, b);
    noc_cause_put_ceiling(model->model, s, saturation, b);
}

/* Utilisation of the members that are no channels. */
static noc_resource_use find_member_use(const noc_system *s, noc_resource kind,
                                        const noc_closed_point *p)
{
    const double issuing = p->rate / p->resource_capacity[NOC_BINDS_CORES];
    const double mshrs = p->mshrs_used / s->design->nodes.mshrs;
    switch (kind) {
    case NOC_RESOURCE_CORES:
        return mshrs > issuing
                   ? (noc_resource_use){.member_utilization = mshrs, .part = "MSHRs"}
                   : (noc_resource_use){.member_utilization = issuing, .part = "pipelines"};
    case NOC_RESOURCE_CACHE:
        return (noc_resource_use){.member_utilization =
                                      p->rate / p->resource_capacity[NOC_BINDS_CONTROLLER]};
    case NOC_RESOURCE_DRAM:
        return (noc_resource_use){.member_utilization =
                                      p->rate / p->resource_capacity[NOC_BINDS_DRAM]};
    default:
        return (noc_resource_use){.member_utilization = NAN};
    }
}

void noc_cause_put_loop(const noc_system *s, const noc_model *model, noc_resource kind,
                        const noc_closed_point *p, noc_bottleneck *b)
{
    noc_resource_use use = find_member_use(s, kind, p);
    NOC_AUTO_FREE double *utilization = find_utilization(s, model, p->rate);
    use.channel_utilization = utilization;
    noc_bottleneck_put(s, kind, &use, b);
}
