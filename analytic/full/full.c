#include "analytic/full/full.h"

#include <math.h>

#include "analytic/full/play.h"
#include "base/auto.h"
#include "network/compile/compile.h"

/* Excludes several classes of traffic, as a terminal draws its packets from one queue. */
bool noc_full_is_playable(const noc_system *system)
{
    if (system->traffic.class_count > 1) return false;
    if (system->traffic.multicast_share > 0.0) return false; /* packets have one destination each */
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        if (!noc_network_has_buffers(&system->graph.networks[n])) return false;
    return true;
}

/* Returns the element of a terminal and class in shares->share. */
static double *find_terminal_share(noc_full_shares *shares, uint32_t terminal, noc_class class)
{
    return &shares->accepted_shares[(size_t)terminal * NOC_CLASSES + class];
}

double noc_full_flow_share(const noc_full_shares *shares, const noc_flow *flow)
{
    const double request =
        shares->accepted_shares[(size_t)noc_flow_owner(flow) * NOC_CLASSES + NOC_REQUEST];
    if (flow->class == NOC_REQUEST) return request;
    return request * shares->accepted_shares[(size_t)flow->source * NOC_CLASSES + NOC_REPLY];
}

/* Finds the packets per cycle of a class that terminals would send: all created requests, or the
 * replies to accepted requests. */
static void find_due_packets(const noc_system *system, const noc_full_shares *shares,
                             noc_class class, double *due_packets)
{
    const double packet_rate = noc_system_packet_rate(system, shares->load);
    for (uint32_t t = 0; t < system->graph.terminal_count; t++) due_packets[t] = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class == class)
            due_packets[flow->source] +=
                packet_rate * flow->rate * noc_full_flow_share(shares, flow);
    }
}

/* Finds the shares of a class: delivered packets over due packets, both per cycle; 1 where none are
 * due. */
static void find_shares(const noc_system *system, const double *delivered, noc_class class,
                        const double *due_packets, noc_full_shares *shares)
{
    for (uint32_t t = 0; t < system->graph.terminal_count; t++)
        *find_terminal_share(shares, t, class) =
            due_packets[t] > 0.0 ? delivered[(size_t)t * NOC_CLASSES + class] / due_packets[t]
                                 : 1.0;
}

/* Returns the share of all transactions that are answered. */
static double find_answered_share(const noc_system *system, const noc_full_shares *shares)
{
    const noc_class last_class = noc_graph_has_replies(&system->graph) ? NOC_REPLY : NOC_REQUEST;
    double answered_rate = 0.0, total_rate = 0.0;
    for (size_t f = 0; f < system->traffic.flow_count; f++) {
        const noc_flow *flow = &system->traffic.flows[f];
        if (flow->class != last_class) continue;
        answered_rate += flow->rate * noc_full_flow_share(shares, flow);
        total_rate += flow->rate;
    }
    return answered_rate / total_rate;
}

void noc_full_scale_shares(const noc_system *system, double factor, noc_full_shares *shares)
{
    for (uint32_t t = 0; t < system->graph.terminal_count; t++)
        *find_terminal_share(shares, t, NOC_REQUEST) *= factor;
    shares->accepted_load *= factor;
}

/* Limits each share to 1, since packets created before the window may raise it above 1, and the
 * accepted load to `most_accepted`. */
static void limit_shares(const noc_system *system, double most_accepted, noc_full_shares *shares)
{
    const size_t count = (size_t)system->graph.terminal_count * NOC_CLASSES;
    for (size_t i = 0; i < count; i++)
        shares->accepted_shares[i] = fmin(shares->accepted_shares[i], 1.0);
    shares->accepted_load = find_answered_share(system, shares) * shares->load;
    if (shares->accepted_load > most_accepted)
        noc_full_scale_shares(system, most_accepted / shares->accepted_load, shares);
}

/* Fills in the shares and figures of a simulation. `due_packets`: room for [terminal]. */
static void fill_shares(const noc_system *system, const noc_full_play *play, double *due_packets,
                        noc_full_shares *shares)
{
    const size_t terminals = system->graph.terminal_count;
    const double load =
        play->answered_rate / system->traffic.injector_count * system->traffic.injected_flits;
    if (!isfinite(shares->load)) shares->load = load;
    for (size_t i = 0; i < terminals * NOC_CLASSES; i++) shares->accepted_shares[i] = 1.0;
    for (int k = 0; k < NOC_CLASSES; k++) {
        find_due_packets(system, shares, (noc_class)k, due_packets);
        find_shares(system, play->delivered_rates, (noc_class)k, due_packets, shares);
    }
    shares->accepted_load = load;
    shares->makespan = play->makespan;
    for (int k = 0; k < NOC_CLASSES; k++) {
        shares->latency[k] = play->latency[k];
        shares->network_latency[k] = play->network_latency[k];
    }
}

/* Simulates a system without merged flows. */
static noc_status play_shares(const noc_system *system, double load, double most_accepted,
                              noc_arena *arena, noc_full_shares *shares)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    const size_t terminals = system->graph.terminal_count;
    noc_full_play play;
    double *due_packets = noc_arena_array(&scratch, terminals, sizeof *due_packets);
    if (!due_packets || noc_full_play_load(system, load, &scratch, &play) != NOC_OK)
        return NOC_EFAILED;
    shares->load = load;
    shares->accepted_shares =
        noc_arena_array(arena, terminals * NOC_CLASSES, sizeof *shares->accepted_shares);
    if (!shares->accepted_shares) return NOC_EFAILED;
    fill_shares(system, &play, due_packets, shares);
    if (isfinite(load)) limit_shares(system, most_accepted, shares);
    return NOC_OK;
}

noc_status noc_full_find_shares(const noc_system *system, double load, double most_accepted,
                                noc_arena *arena, noc_full_shares *shares)
{
    *shares = (noc_full_shares){0};
    if (!system->merged_rates.packets)
        return play_shares(system, load, most_accepted, arena, shares);
    /* messages if the design without merged flows is too large */
    NOC_AUTO(noc_diag_clear) noc_diag ignored = {0};
    noc_system *unmerged_system = NULL;
    noc_status status = noc_system_compile(system->design, &unmerged_system, &ignored);
    if (status == NOC_OK) status = play_shares(unmerged_system, load, most_accepted, arena, shares);
    noc_system_free(unmerged_system);
    return status;
}
