/* Engine of slices and rings: each memory node has private lines, so its packets wait only for its
 * earlier packets (design/slices.h).
 *
 * A line sends a flit per cycle. Packets use the lines of a memory node in turn, and no packet
 * starts before its predecessor. Slices shared by all memory nodes are one line, which sends a
 * flit over each slice per cycle. The line and the cycles of a packet are fixed when the packet
 * arrives. */
#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/engines/engine.h"
#include "sampler/engines/hub/due_packets.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/resting.h"

typedef struct slice_line {
    noc_packet_line packets; /* packets whose tail is not sent yet */
    uint64_t free_at;        /* first tick at which the line is free */
} slice_line;

/* Sender: a memory node in one network. */
typedef struct slice_sender {
    uint32_t first_line, lines;
    uint32_t turn;       /* line that the next packet uses */
    uint64_t last_start; /* tick in which the last packet starts */
    int at_once;         /* flits that a line sends per tick */
    noc_rest rest;
} slice_sender;

typedef struct slices {
    noc_hub hub;           /* must be the first member (hub.h) */
    slice_sender *senders; /* [network * terminals + terminal] */
    slice_line *lines;
    noc_due_packets due;
} slices;

/* ---- making --------------------------------------------------------------------------------- */

static const noc_slices *settings_of(const noc_system *system, uint16_t network)
{
    return &noc_system_spec(system, network)->conflict_free;
}

static bool is_sliced(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].switching == NOC_SWITCHING_SLICES;
}

/* True for rings, which have no grid, and one line per memory node. */
static bool is_ring(const noc_slices *s)
{
    return s->columns == 0;
}

static uint32_t lines_of(const noc_slices *s)
{
    return is_ring(s) ? 1 : (uint32_t)s->slices_per_memory;
}

static size_t lines_of_network(const noc_system *system, uint16_t network)
{
    const noc_slices *s = settings_of(system, network);
    return s->shared ? 1 : system->graph.memory_count * lines_of(s);
}

static size_t count_lines(const noc_system *system)
{
    size_t count = 0;
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        if (is_sliced(system, n)) count += lines_of_network(system, n);
    return count;
}

/* Finds the longest route of a head, cycles. */
static size_t longest_way(const noc_system *system)
{
    size_t longest = 0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_slices *s = settings_of(system, n);
        const size_t hops =
            is_ring(s) ? system->graph.compute_count : (size_t)(s->columns + s->rows);
        const size_t way = hops * (size_t)s->hop_cycles;
        if (is_sliced(system, n) && way > longest) longest = way;
    }
    return longest;
}

static void place_senders(slices *e, noc_derating derating)
{
    const noc_graph *g = &e->hub.system->graph;
    uint32_t next = 0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!is_sliced(e->hub.system, n)) continue;
        const noc_slices *s = settings_of(e->hub.system, n);
        const uint32_t lines = s->shared ? 1 : lines_of(s);
        for (uint32_t m = 0; m < g->memory_count; m++)
            e->senders[n * g->terminal_count + g->memories[m]] = (slice_sender){
                .first_line = next + (s->shared ? 0 : m * lines),
                .lines = lines,
                .at_once = noc_slices_at_once(s, (int)g->memory_count),
                .rest = noc_rest_of(&derating, noc_resource_of_network(g, n), s->shared ? 0 : m),
            };
        next += (uint32_t)lines_of_network(e->hub.system, n);
    }
}

static void destroy(void *engine)
{
    slices *e = engine;
    if (!e) return;
    noc_hub_clear(&e->hub);
    noc_due_clear(&e->due);
    free(e->senders);
    free(e->lines);
    free(e);
}

/* ---- sending -------------------------------------------------------------------------------- */

static slice_sender *sender_of(const slices *e, const noc_packet *packet)
{
    const uint32_t source = e->hub.system->traffic.flows[packet->flow].source;
    return &e->senders[noc_hub_network_of(&e->hub, packet) * e->hub.system->graph.terminal_count +
                       source];
}

static uint64_t cycles_of(const slices *e, const noc_packet *packet)
{
    return (uint64_t)noc_slices_cycles(packet->flits, sender_of(e, packet)->at_once);
}

/* Adds the event for the tail of the first packet of a line. */
static void plan_tail(slices *e, uint32_t line)
{
    const uint32_t index = e->lines[line].packets.first;
    const noc_packet *packet = &e->hub.ports->packets.all[index];
    const noc_rest rest = sender_of(e, packet)->rest;
    const uint64_t tail = noc_ticks_before(rest, packet->injected) + cycles_of(e, packet) - 1;
    noc_due_add(&e->due, (noc_due_packet){noc_cycle_of_tick(rest, tail), index, line});
}

static void came(void *engine, uint32_t index)
{
    slices *e = engine;
    noc_packet *packet = &e->hub.ports->packets.all[index];
    slice_sender *s = sender_of(e, packet);
    const uint32_t number = s->first_line + s->turn;
    slice_line *line = &e->lines[number];
    const uint64_t start = max_u64(noc_ticks_before(s->rest, e->hub.ports->now + 1),
                                   max_u64(line->free_at, s->last_start));
    s->turn = s->turn + 1 < s->lines ? s->turn + 1 : 0;
    s->last_start = start;
    line->free_at = start + cycles_of(e, packet);
    packet->injected = noc_cycle_of_tick(s->rest, start);
    noc_line_append(&e->hub.ports->packets, &line->packets, index);
    if (line->packets.count == 1) plan_tail(e, number);
}

static unsigned free_lanes(void *engine, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until)
{
    (void)closed_until;
    const slices *e = engine;
    const slice_sender *s = &e->senders[network * e->hub.system->graph.terminal_count + terminal];
    return e->lines[s->first_line + s->turn].packets.count == 0;
}

/* Counts the cycles of a head's route to its destination. */
static uint64_t way_of(const slices *e, const noc_packet *packet)
{
    const noc_system *system = e->hub.system;
    const noc_flow *flow = &system->traffic.flows[packet->flow];
    const noc_slices *s = settings_of(system, noc_hub_network_of(&e->hub, packet));
    const uint64_t hops =
        1 + (is_ring(s) ? system->graph.terminals[flow->destination].number
                        : noc_hub_distance(&e->hub, flow->source, flow->destination));
    return hops * (uint64_t)s->hop_cycles;
}

/* Sends the tail of a line's first packet, and frees the packet's place. */
static void send_tail(slices *e, noc_due_packet due)
{
    slice_line *line = &e->lines[due.line];
    noc_line_pop(&e->hub.ports->packets, &line->packets);
    noc_port_release(e->hub.ports, due.packet);
    if (line->packets.count > 0) plan_tail(e, due.line);
    const uint64_t way = way_of(e, &e->hub.ports->packets.all[due.packet]);
    noc_due_add(&e->due, (noc_due_packet){due.cycle + way - 1, due.packet, NOC_NONE});
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void arrive(void *engine)
{
    slices *e = engine;
    while (noc_due_first(&e->due) <= e->hub.ports->now) {
        const noc_due_packet due = noc_due_take(&e->due);
        if (due.line == NOC_NONE)
            noc_hub_arrive(&e->hub, due.packet);
        else
            send_tail(e, due);
    }
}

static uint64_t quiet_until(const void *engine)
{
    const slices *e = engine;
    return noc_hub_is_clear(&e->hub) ? noc_due_first(&e->due) : e->hub.ports->now;
}

static void *create(const noc_system *system, noc_ports *ports, noc_engine_start start)
{
    const noc_graph *g = &system->graph;
    slices *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    const size_t lines = count_lines(system);
    e->senders = calloc((size_t)g->network_count * g->terminal_count, sizeof *e->senders);
    e->lines = calloc(lines + 1, sizeof *e->lines);
    /* a line sends at most one tail per cycle; one more tail is planned */
    if (!noc_hub_make(&e->hub, system, ports) ||
        !noc_due_make(&e->due, lines * (longest_way(system) + 2)) || !e->senders || !e->lines) {
        destroy(e);
        return NULL;
    }
    place_senders(e, start.derating);
    for (uint16_t n = 0; n < g->network_count; n++)
        if (is_sliced(system, n)) {
            noc_ports_take(ports, n, came, e);
            ports->networks[n].free_lanes = free_lanes;
        }
    return e;
}

const noc_engine_kind noc_engine_slices = {
    .switching = NOC_SWITCHING_SLICES,
    .name = "slices",
    .patience = 64,
    .create = create,
    .destroy = destroy,
    .arrive = arrive,
    .advance = noc_hub_advance,
    .quiet_until = quiet_until,
    .sees_packets = true,
    .channel_flits = noc_hub_channel_flits,
    .check = noc_hub_check,
};
