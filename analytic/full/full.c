#include "analytic/full/full.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/full/play.h"
#include "network/compile/compile.h"

/* Excluded: several classes of traffic, as a terminal draws its packets from one queue. */
bool noc_full_is_playable(const noc_system *system)
{
    if (system->traffic.class_count > 1) return false;
    if (system->traffic.multicast > 0.0) return false; /* packets have one destination each */
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        if (!noc_network_has_buffers(&system->graph.networks[n])) return false;
    return true;
}

static double *share_at(noc_full_shares *shares, uint32_t terminal, noc_class class)
{
    return &shares->of[(size_t)terminal * NOC_CLASSES + class];
}

double noc_full_share_of(const noc_full_shares *shares, const noc_flow *flow)
{
    const double request = shares->of[(size_t)noc_flow_owner(flow) * NOC_CLASSES + NOC_REQUEST];
    if (flow->class == NOC_REQUEST) return request;
    return request * shares->of[(size_t)flow->source * NOC_CLASSES + NOC_REPLY];
}

/* Finds the packets per cycle of a class that terminals would send: all created requests, or the
 * replies to accepted requests. */
static void find_due(const noc_system *system, const noc_full_shares *shares, noc_class class,
                     double *due)
{
    const double packets = noc_system_packet_rate(system, shares->load);
    for (uint32_t t = 0; t < system->graph.terminal_count; t++) due[t] = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == class)
            due[flow->source] += packets * flow->rate * noc_full_share_of(shares, flow);
    }
}

/* Finds the shares: delivered packets over due packets. */
static void find_shares(const noc_system *system, const double *delivered, noc_class class,
                        const double *due, noc_full_shares *shares)
{
    for (uint32_t t = 0; t < system->graph.terminal_count; t++)
        *share_at(shares, t, class) =
            due[t] > 0.0 ? delivered[(size_t)t * NOC_CLASSES + class] / due[t] : 1.0;
}

/* Answered transactions, as a share of all. */
static double answered_share(const noc_system *system, const noc_full_shares *shares)
{
    const noc_class last = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    double done = 0.0, all = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != last) continue;
        done += flow->rate * noc_full_share_of(shares, flow);
        all += flow->rate;
    }
    return done / all;
}

void noc_full_shares_scale(const noc_system *system, double factor, noc_full_shares *shares)
{
    for (uint32_t t = 0; t < system->graph.terminal_count; t++)
        *share_at(shares, t, NOC_REQUEST) *= factor;
    shares->accepted *= factor;
}

/* Limits shares to 1, which a window may exceed by packets created before it, and the accepted load
 * to `most_accepted`. */
static void hold(const noc_system *system, double most, noc_full_shares *shares)
{
    const size_t count = (size_t)system->graph.terminal_count * NOC_CLASSES;
    for (size_t i = 0; i < count; i++) shares->of[i] = fmin(shares->of[i], 1.0);
    shares->accepted = answered_share(system, shares) * shares->load;
    if (shares->accepted > most) noc_full_shares_scale(system, most / shares->accepted, shares);
}

/* Fills in the shares and figures of a simulation. `due_packets`: space for a number per
 * terminal. */
static void share_out(const noc_system *system, const noc_full_play *play, double *due,
                      noc_full_shares *shares)
{
    const size_t terminals = system->graph.terminal_count;
    const double load = play->answered / system->traffic.injectors * system->traffic.injected_flits;
    if (!isfinite(shares->load)) shares->load = load;
    for (size_t i = 0; i < terminals * NOC_CLASSES; i++) shares->of[i] = 1.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        find_due(system, shares, (noc_class)k, due);
        find_shares(system, play->delivered, (noc_class)k, due, shares);
    }
    shares->accepted = load;
    shares->makespan = play->makespan;
    for (int k = 0; k < NOC_CLASSES; k++) {
        shares->latency[k] = play->latency[k];
        shares->in_network[k] = play->in_network[k];
    }
}

/* Simulates a system without merged flows. */
static noc_status find_shares_of(const noc_system *system, double load, double most,
                                 noc_full_shares *shares)
{
    const size_t terminals = system->graph.terminal_count;
    noc_full_play play = {.delivered = NULL};
    double *due = malloc((terminals + 1) * sizeof *due);
    *shares = (noc_full_shares){.load = load};
    shares->of = malloc((terminals * NOC_CLASSES + 1) * sizeof *shares->of);
    noc_status status = due && shares->of ? noc_full_run(system, load, &play) : NOC_EFAILED;
    if (status == NOC_OK) {
        share_out(system, &play, due, shares);
        if (isfinite(load)) hold(system, most, shares);
    } else {
        noc_full_shares_clear(shares);
    }
    free(play.delivered);
    free(due);
    return status;
}

noc_status noc_full_shares_find(const noc_system *system, double load, double most,
                                noc_full_shares *shares)
{
    noc_diag ignored = {0}; /* messages about a design that is too large to be simulated */
    noc_system *whole = NULL;
    if (!system->merged.packets) return find_shares_of(system, load, most, shares);
    *shares = (noc_full_shares){.of = NULL};
    noc_status status = noc_system_compile(system->design, &whole, &ignored);
    if (status == NOC_OK) status = find_shares_of(whole, load, most, shares);
    noc_system_free(whole);
    noc_diag_clear(&ignored);
    return status;
}

void noc_full_shares_clear(noc_full_shares *shares)
{
    free(shares->of);
    *shares = (noc_full_shares){0};
}
