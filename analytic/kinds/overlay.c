/* Overlays: memory nodes send in their own window, and in their partner's (design/overlay.h,
 * analytic/circuits/overlay_latency.h). */
#include <math.h>
#include <stdlib.h>

#include "analytic/circuits/overlay_capacity.h"
#include "analytic/circuits/overlay_latency.h"
#include "analytic/circuits/overlay_openings.h"
#include "analytic/circuits/senders.h"
#include "analytic/network_model.h"
#include "base/normal_excess.h"
#include "design/memory/replies.h"
#include "network/circuits/overlay_windows.h"

static const noc_overlay *overlay_of(const noc_system *s, uint16_t network)
{
    return &noc_system_spec(s, network)->overlay;
}

/* ---- one packet ----------------------------------------------------------------------------- */

static noc_point place_of(const noc_terminal *t)
{
    return (noc_point){t->column, t->row};
}

/* Pair of a memory node and a core. First flag: true if the node also reaches the core in its
 * partner's window; second flag: true if both are in one row. */
typedef struct way {
    const noc_overlay *overlay;
    int memory;
    bool as_partner, in_row;
} way;

static bool reaches_as_partner(const noc_graph *g, const noc_overlay *o, const noc_ends *ends)
{
    if (o->multiplex != NOC_MULTIPLEX_RESERVED) return o->multiplex == NOC_MULTIPLEX_ALL;
    const int owner = noc_overlay_window_of_partner((int)ends->from->number, (int)g->memory_count);
    return noc_overlay_reaches(place_of(&g->terminals[g->memories[owner]]), place_of(ends->from),
                               place_of(ends->to));
}

static way way_of(const noc_system *s, uint32_t first)
{
    const noc_graph *g = &s->graph;
    const noc_ends ends = noc_ends_of(s, first);
    const noc_overlay *overlay = overlay_of(s, g->channels[s->routes.hops[first].channel].network);
    return (way){overlay, (int)ends.from->number, reaches_as_partner(g, overlay, &ends),
                 ends.from->row == ends.to->row};
}

/* Cycles from a packet's creation to the injection of its tail, with equal windows: adaptive
 * windows have no defined lengths at zero load. */
static double sent(const noc_system *s, const way *w, unsigned flits)
{
    const int memories = (int)s->graph.memory_count;
    int *windows = malloc((size_t)memories * sizeof *windows);
    if (!windows) return NAN;
    noc_windows_equal(w->overlay->period_cycles, memories, windows);
    const noc_openings openings =
        noc_overlay_openings(w->overlay, windows, memories, w->memory, w->as_partner);
    free(windows);
    return noc_openings_alone(&openings, (int)flits);
}

/* Cycles of a flit after the cycle of its injection. */
static double transit_of(const way *w)
{
    return (w->in_row ? w->overlay->row_transit_cycles : NOC_OVERLAY_TRANSIT) - 1.0;
}

/* Idle latency; the first cycle of a reply is not in the network. */
static double zero_load(const noc_system *s, uint32_t first, unsigned flits)
{
    const way w = way_of(s, first);
    return sent(s, &w, flits) - NOC_REPLY_WAIT_CYCLES + transit_of(&w);
}

static int parts(const noc_system *s, uint32_t first, unsigned flits,
                 noc_path_part list[NOC_PATH_PARTS])
{
    const way w = way_of(s, first);
    const double head = sent(s, &w, 1), all = sent(s, &w, flits);
    const double own = ((double)flits - 1.0) * w.overlay->inject_interval;
    list[0] = (noc_path_part){"window", "until one is open", head - NOC_REPLY_WAIT_CYCLES};
    list[1] = (noc_path_part){"serialization",
                              "an injection interval for each flit after the first", own};
    list[2] = (noc_path_part){"end of the window", "packets that do not fit wait for another one",
                              all - head - own};
    list[3] = (noc_path_part){"transit", "along the row and the column", transit_of(&w)};
    return 4;
}

/* NAN: under load more packets are delayed by the end of a window. */
static double unsent(const noc_system *system, uint32_t first)
{
    (void)system, (void)first;
    return NAN;
}

static uint32_t alike(const noc_system *s, uint32_t first)
{
    const way w = way_of(s, first);
    return ((uint32_t)w.memory * 2u + w.as_partner) * 2u + w.in_row;
}

/* ---- all packets ---------------------------------------------------------------------------- */

static double capacity(const noc_system *system, uint32_t channel)
{
    (void)system, (void)channel;
    return INFINITY;
}

/* Traffic of memory nodes over an overlay: `load`, and the lists that `load` borrows. */
typedef struct use {
    const noc_overlay *overlay;
    noc_senders senders;
    noc_overlay_load load;
    noc_point *at; /* points of memory nodes, then of cores */
    double *shares;
    double *waits;
    int *windows; /* equal windows */
    double flits; /* mean flits of a reply */
} use;

static void clear(use *u)
{
    noc_senders_clear(&u->senders);
    free(u->at);
    free(u->shares);
    free(u->waits);
    free(u->windows);
}

static void fill(const noc_graph *g, use *u)
{
    noc_graph_places(g, NOC_MEMORY, u->at);
    noc_graph_places(g, NOC_COMPUTE, u->at + g->memory_count);
    for (uint32_t m = 0; m < g->memory_count; m++)
        u->shares[m] = u->senders.list[m].packets / u->senders.packets;
    noc_windows_equal(u->overlay->period_cycles, (int)g->memory_count, u->windows);
    u->load.memory_nodes = (int)g->memory_count;
    u->load.cores = (int)g->compute_count;
    u->load.memory_at = u->at;
    u->load.core_at = u->at + g->memory_count;
    u->load.shares = u->shares;
}

/* Finds the traffic of an overlay. False when out of memory. The caller clears the traffic in
 * either case. */
static bool find_use(const noc_system *s, uint16_t network, use *u)
{
    const size_t memories = s->graph.memory_count;
    *u = (use){.overlay = overlay_of(s, network)};
    u->load.mix = noc_mix_on(s, NOC_REPLY, network);
    u->flits = noc_reply_mix_flits(&u->load.mix);
    u->at = malloc((memories + s->graph.compute_count) * sizeof *u->at);
    u->shares = malloc(memories * sizeof *u->shares);
    u->waits = malloc(memories * sizeof *u->waits);
    u->windows = malloc(memories * sizeof *u->windows);
    if (noc_senders_find(s, network, NOC_REPLY, &u->senders) != NOC_OK) return false;
    if (!u->at || !u->shares || !u->waits || !u->windows) return false;
    fill(&s->graph, u);
    return true;
}

/* Shared limit of all memory nodes, for windows that adapt to the nodes' demand. */
static noc_shared_limit shared_gate(const use *u)
{
    return (noc_shared_limit){
        .share[NOC_REPLY] = u->senders.packets / u->senders.all,
        .flits[NOC_REPLY] = u->senders.packets * u->flits,
        .limit = noc_overlay_full(u->overlay, &u->load, u->windows).rate * u->flits,
        .scope = NOC_SHARED_BY_ALL,
    };
}

static noc_shared_limit gate_of(const use *u, int memory)
{
    const double packets = u->senders.list[memory].packets;
    return (noc_shared_limit){
        .share[NOC_REPLY] = packets / u->senders.all,
        .flits[NOC_REPLY] = packets * u->flits,
        .limit = noc_overlay_capacity(u->overlay, &u->load, u->windows, memory),
        .scope = NOC_SHARED_BY_MEMORY,
        .number = memory,
    };
}

static bool gates(const noc_system *s, uint16_t network, noc_shared_limits *list)
{
    use u;
    bool added = find_use(s, network, &u);
    const bool shared = u.overlay->windows == NOC_WINDOWS_ADAPTIVE;
    const int count = shared ? 1 : (int)s->graph.memory_count;
    for (int m = 0; added && m < count; m++) {
        noc_shared_limit gate = shared ? shared_gate(&u) : gate_of(&u, m);
        gate.network = network;
        gate.channel = noc_sender_channel(s, network, NOC_REPLY, (uint32_t)m);
        gate.resource = shared ? "windows" : "window";
        added = noc_shared_limits_add(list, gate);
    }
    clear(&u);
    return added;
}

/* Cycles between packets while a window is open. */
static double spacing(const noc_system *s, uint16_t network, double flits)
{
    return flits * overlay_of(s, network)->inject_interval;
}

/* Mean packets that a node sends in its partner's window, until its queue is full of packets for
 * cores that it does not reach there: r / (1 - r) for each place of the queue, with a share r of
 * packets for reachable cores (Bernoulli trials; packets in a row for one core raise the variance).
 * At most the packets of a window. */
static double sent_as_partner(double window, double reachable, double room, double together)
{
    const double others = 1.0 - reachable, mean = room * reachable / others;
    if (!(mean > 0.0)) return 0.0;
    const double deviation = sqrt(together * room * reachable) / others;
    return mean - noc_normal_excess(window, mean, deviation).mean;
}

/* Throughput of a memory node with a short queue, as a share: its own window sends packets to all
 * cores, its partner's only to some. */
static double taken_of(const use *u, int memory, double room, double together)
{
    const double reachable = noc_overlay_reachable_share(u->overlay, &u->load, memory);
    const int slots = noc_window_slots(u->overlay, u->windows[memory]);
    const double window = noc_window_flits(u->overlay, &u->load.mix, slots) / u->flits;
    const double all = noc_overlay_capacity(u->overlay, &u->load, u->windows, memory) *
                       u->overlay->period_cycles / u->flits;
    return fmin(1.0, (window + sent_as_partner(window, reachable, room, together)) / all);
}

static double taken(const noc_system *s, uint16_t network, double room, double together)
{
    use u;
    double mean = 1.0;
    if (overlay_of(s, network)->multiplex != NOC_MULTIPLEX_RESERVED) return mean;
    if (find_use(s, network, &u)) {
        mean = 0.0;
        for (int m = 0; m < u.load.memory_nodes; m++)
            mean += u.shares[m] * taken_of(&u, m, room, together);
    }
    clear(&u);
    return mean;
}

/* Adds the waits of replies, which arrive at random, in trains as long as those of their
 * requests. */
static void waits(const noc_system *s, uint16_t network, noc_arrivals come, double pace,
                  double all_waits[NOC_CLASSES])
{
    use u;
    double mean = NAN;
    const bool found = find_use(s, network, &u);
    u.load.train = come.train;
    if (found && noc_overlay_waits(u.overlay, &u.load, u.windows,
                                   noc_reply_queue_capacity(&s->design->memory),
                                   come.rate / pace * u.senders.packets, u.waits)) {
        mean = 0.0;
        for (uint32_t m = 0; m < u.senders.count; m++)
            if (u.shares[m] > 0.0) mean += u.shares[m] * u.waits[m];
    }
    all_waits[NOC_REPLY] += u.senders.packets / u.senders.all * mean / pace;
    clear(&u);
}

static noc_sender_kind senders(const noc_system *s, uint16_t network)
{
    const noc_overlay *o = overlay_of(s, network);
    const bool queues = o->windows == NOC_WINDOWS_EQUAL && o->multiplex != NOC_MULTIPLEX_RESERVED;
    return queues ? NOC_SENDERS_WINDOWS : NOC_SENDERS_EPOCHS;
}

const noc_network_model_kind noc_network_model_overlay = {
    .switching = NOC_SWITCHING_OVERLAY,
    .zero_load = zero_load,
    .parts = parts,
    .unsent = unsent,
    .alike = alike,
    .capacity = capacity,
    .gates = gates,
    .spacing = spacing,
    .taken = taken,
    .waits = waits,
    .waits_take_long = true,
    .senders = senders,
};
