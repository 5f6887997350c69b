/* Overlays: memory nodes send in their own window, and in their partner's (design/overlay.h,
 * analytic/circuits/overlay_latency.h). */
#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/overlay_capacity.h"
#include "analytic/circuits/overlay_latency.h"
#include "analytic/circuits/overlay_openings.h"
#include "analytic/circuits/senders.h"
#include "analytic/network_model.h"
#include "base/auto.h"
#include "base/normal_excess.h"
#include "design/memory/replies.h"
#include "network/circuits/overlay_windows.h"

static const noc_overlay *network_overlay(const noc_system *s, uint16_t network)
{
    return &noc_system_spec(s, network)->overlay;
}

/* ---- one packet ----------------------------------------------------------------------------- */

static noc_point terminal_point(const noc_terminal *t)
{
    return (noc_point){t->column, t->row};
}

/* Pair of a memory node and a core. uses_partner_window: true if the node also reaches the core in
 * its partner's window; is_in_row: true if both are in one row. */
typedef struct node_pair {
    const noc_overlay *overlay;
    int memory;
    bool uses_partner_window, is_in_row;
} node_pair;

static bool uses_partner_window(const noc_graph *g, const noc_overlay *o, const noc_path_ends *ends)
{
    if (o->multiplexing != NOC_MULTIPLEX_RESERVED) return o->multiplexing == NOC_MULTIPLEX_ALL;
    const int owner = noc_overlay_window_of_partner((int)ends->from->number, (int)g->memory_count);
    return noc_partner_reaches_core(terminal_point(&g->terminals[g->memory_terminals[owner]]),
                                    terminal_point(ends->from), terminal_point(ends->to));
}

static node_pair find_node_pair(const noc_system *s, uint32_t first)
{
    const noc_graph *g = &s->graph;
    const noc_path_ends ends = noc_find_path_ends(s, first);
    const noc_overlay *overlay =
        network_overlay(s, g->channels[s->routes.hops[first].channel].network);
    return (node_pair){overlay, (int)ends.from->number, uses_partner_window(g, overlay, &ends),
                       ends.from->row == ends.to->row};
}

/* Cycles from a packet's creation to the injection of its tail, with equal windows: adaptive
 * windows have no defined lengths at zero load. */
static double injection_cycles(const noc_system *s, const node_pair *w, unsigned flits)
{
    const int memories = (int)s->graph.memory_count;
    NOC_AUTO_FREE int *windows = malloc((size_t)memories * sizeof *windows);
    if (!windows) return NAN;
    noc_windows_divide_equally(w->overlay->period_cycles, memories, windows);
    const noc_openings openings =
        noc_overlay_openings(w->overlay, windows, memories, w->memory, w->uses_partner_window);
    return noc_openings_latency(&openings, (int)flits);
}

/* Cycles of a flit after the cycle of its injection. */
static double transit_cycles(const node_pair *w)
{
    return (w->is_in_row ? w->overlay->row_transit_cycles : NOC_OVERLAY_TRANSIT) - 1.0;
}

/* Idle latency; the first cycle of a reply is not in the network. */
static double idle_latency(const noc_system *s, uint32_t first, unsigned flits)
{
    const node_pair w = find_node_pair(s, first);
    return injection_cycles(s, &w, flits) - NOC_REPLY_WAIT_CYCLES + transit_cycles(&w);
}

static int list_parts(const noc_system *s, uint32_t first, unsigned flits,
                      noc_latency_part list[NOC_LATENCY_PARTS])
{
    const node_pair w = find_node_pair(s, first);
    const double head_cycles = injection_cycles(s, &w, 1),
                 tail_cycles = injection_cycles(s, &w, flits);
    const double serialization = ((double)flits - 1.0) * w.overlay->inject_interval;
    list[0] =
        (noc_latency_part){"window", "until one is open", head_cycles - NOC_REPLY_WAIT_CYCLES};
    list[1] = (noc_latency_part){
        "serialization", "an injection interval for each flit after the first", serialization};
    list[2] =
        (noc_latency_part){"end of the window", "packets that do not fit wait for another one",
                           tail_cycles - head_cycles - serialization};
    list[3] = (noc_latency_part){"transit", "along the row and the column", transit_cycles(&w)};
    return 4;
}

/* NAN: under load more packets are delayed by the end of a window. */
static double send_delay(const noc_system *system, uint32_t first)
{
    (void)system, (void)first;
    return NAN;
}

static uint32_t path_key(const noc_system *s, uint32_t first)
{
    const node_pair w = find_node_pair(s, first);
    return ((uint32_t)w.memory * 2u + w.uses_partner_window) * 2u + w.is_in_row;
}

/* ---- all packets ---------------------------------------------------------------------------- */

/* Traffic of memory nodes over an overlay: `load`, and the lists that `load` borrows. */
typedef struct overlay_use {
    const noc_overlay *overlay;
    noc_senders senders;
    noc_overlay_load load;
    noc_point *node_points; /* points of memory nodes, then of cores */
    double *shares;
    double *waits;
    int *windows; /* equal windows */
    double flits; /* mean flits of a reply */
} overlay_use;

static void fill_use(const noc_graph *g, overlay_use *u)
{
    noc_graph_list_tiles(g, NOC_MEMORY, u->node_points);
    noc_graph_list_tiles(g, NOC_COMPUTE, u->node_points + g->memory_count);
    for (uint32_t m = 0; m < g->memory_count; m++)
        u->shares[m] = u->senders.list[m].packets / u->senders.packets;
    noc_windows_divide_equally(u->overlay->period_cycles, (int)g->memory_count, u->windows);
    u->load.memory_nodes = (int)g->memory_count;
    u->load.cores = (int)g->compute_count;
    u->load.memory_points = u->node_points;
    u->load.core_points = u->node_points + g->memory_count;
    u->load.shares = u->shares;
}

/* Finds the traffic of an overlay; lists are the arena's. False when out of memory. */
static bool find_use(const noc_system *s, uint16_t network, noc_arena *arena, overlay_use *u)
{
    const size_t memories = s->graph.memory_count;
    *u = (overlay_use){.overlay = network_overlay(s, network)};
    u->load.mix = noc_find_packet_mix(s, NOC_REPLY, network);
    u->flits = noc_reply_mix_flits(&u->load.mix);
    u->node_points =
        noc_arena_array(arena, memories + s->graph.compute_count, sizeof *u->node_points);
    u->shares = noc_arena_array(arena, memories, sizeof *u->shares);
    u->waits = noc_arena_array(arena, memories, sizeof *u->waits);
    u->windows = noc_arena_array(arena, memories, sizeof *u->windows);
    if (!noc_senders_find(s, network, NOC_REPLY, arena, &u->senders) || arena->is_short)
        return false;
    fill_use(&s->graph, u);
    return true;
}

/* Shared limit of all memory nodes, for windows that adapt to the nodes' demand. */
static noc_shared_limit shared_limit(const overlay_use *u)
{
    return (noc_shared_limit){
        .packet_share[NOC_REPLY] = u->senders.packets / u->senders.class_packets,
        .flits[NOC_REPLY] = u->senders.packets * u->flits,
        .capacity = noc_overlay_saturation(u->overlay, &u->load, u->windows).rate * u->flits,
        .scope = NOC_SHARED_BY_ALL,
    };
}

static noc_shared_limit node_limit(const overlay_use *u, int memory)
{
    const double packets = u->senders.list[memory].packets;
    return (noc_shared_limit){
        .packet_share[NOC_REPLY] = packets / u->senders.class_packets,
        .flits[NOC_REPLY] = packets * u->flits,
        .capacity = noc_overlay_capacity(u->overlay, &u->load, u->windows, memory),
        .scope = NOC_SHARED_BY_MEMORY,
        .owner_number = memory,
    };
}

static bool add_limits(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    overlay_use u;
    bool is_added = find_use(s, network, &scratch, &u);
    const bool is_shared = u.overlay->window_sizing == NOC_WINDOWS_ADAPTIVE;
    const int count = is_shared ? 1 : (int)s->graph.memory_count;
    for (int m = 0; is_added && m < count; m++) {
        noc_shared_limit limit = is_shared ? shared_limit(&u) : node_limit(&u, m);
        limit.network = network;
        limit.channel = noc_find_sender_channel(s, network, NOC_REPLY, (uint32_t)m);
        limit.resource = is_shared ? "windows" : "window";
        is_added = noc_shared_limits_add(list, limit);
    }
    return is_added;
}

/* Cycles between packets while a window is open. */
static double packet_interval(const noc_system *s, uint16_t network, double flits)
{
    return flits * network_overlay(s, network)->inject_interval;
}

/* Mean packets that a node sends in its partner's window, until its queue is full of packets for
 * cores that it does not reach there: r / (1 - r) for each place of the queue, where a share r of
 * the packets is for reachable cores (Bernoulli trials; packets in a row for one core raise the
 * variance). At most the packets of a window. */
static double partner_packets(double window, double reachable, double queue_packets,
                              double row_packets)
{
    const double unreachable = 1.0 - reachable, mean = queue_packets * reachable / unreachable;
    if (!(mean > 0.0)) return 0.0;
    const double deviation = sqrt(row_packets * queue_packets * reachable) / unreachable;
    return mean - noc_normal_excess(window, mean, deviation).mean;
}

/* Throughput of a memory node with a short queue, as a share: its own window sends packets to all
 * cores, its partner's only to some. */
static double node_throughput_share(const overlay_use *u, int memory, double queue_packets,
                                    double row_packets)
{
    const double reachable = noc_overlay_reachable_share(u->overlay, &u->load, memory);
    const int slots = noc_window_slots(u->overlay, u->windows[memory]);
    const double window = noc_window_flits(u->overlay, &u->load.mix, slots) / u->flits;
    const double capacity = noc_overlay_capacity(u->overlay, &u->load, u->windows, memory) *
                            u->overlay->period_cycles / u->flits;
    return fmin(1.0, (window + partner_packets(window, reachable, queue_packets, row_packets)) /
                         capacity);
}

static double throughput_share(const noc_system *s, uint16_t network, double queue_packets,
                               double row_packets)
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    overlay_use u;
    double mean = 0.0;
    if (network_overlay(s, network)->multiplexing != NOC_MULTIPLEX_RESERVED ||
        !find_use(s, network, &scratch, &u))
        return 1.0;
    for (int m = 0; m < u.load.memory_nodes; m++)
        mean += u.shares[m] * node_throughput_share(&u, m, queue_packets, row_packets);
    return mean;
}

/* Adds the waits of replies. Replies arrive at random, in trains of the length of their requests'
 * trains. */
static void add_waits(const noc_system *s, uint16_t network, noc_arrivals arrivals,
                      double capacity_share, double class_waits[NOC_CLASSES])
{
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    overlay_use u;
    double mean = NAN;
    const bool is_found = find_use(s, network, &scratch, &u);
    u.load.train = arrivals.train;
    if (is_found &&
        noc_overlay_waits(u.overlay, &u.load, u.windows,
                          noc_memory_reply_capacity(&s->design->memory),
                          arrivals.rate / capacity_share * u.senders.packets, u.waits)) {
        mean = 0.0;
        for (uint32_t m = 0; m < u.senders.count; m++)
            if (u.shares[m] > 0.0) mean += u.shares[m] * u.waits[m];
    }
    class_waits[NOC_REPLY] += u.senders.packets / u.senders.class_packets * mean / capacity_share;
}

static noc_sender_kind find_sender_kind(const noc_system *s, uint16_t network)
{
    const noc_overlay *o = network_overlay(s, network);
    const bool has_equal_queues =
        o->window_sizing == NOC_WINDOWS_EQUAL && o->multiplexing != NOC_MULTIPLEX_RESERVED;
    return has_equal_queues ? NOC_SENDERS_WINDOWS : NOC_SENDERS_EPOCHS;
}

const noc_network_model_kind noc_network_model_overlay = {
    .switching = NOC_SWITCHING_OVERLAY,
    .idle_latency = idle_latency,
    .list_parts = list_parts,
    .send_delay = send_delay,
    .path_key = path_key,
    .has_unlimited_channels = true,
    .add_limits = add_limits,
    .packet_interval = packet_interval,
    .throughput_share = throughput_share,
    .add_waits = add_waits,
    .has_slow_waits = true,
    .find_sender_kind = find_sender_kind,
};
