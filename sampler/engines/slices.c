/* Engine of slices and rings: each memory node has private lines, so its packets wait only for its
 * earlier packets (design/slices.h).
 *
 * A line sends a flit per cycle. Packets use the lines of a memory node in turn, and no packet
 * starts before its predecessor. Slices shared by all memory nodes are one line, which sends a
 * flit over each slice per cycle. The line and the cycles of a packet are fixed when the packet
 * arrives. */
#include "base/min_max.h"
#include "sampler/engines/engine.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/resting.h"

typedef struct slice_line {
    noc_packet_queue packets; /* packets whose tail is not sent yet */
    uint64_t free_tick;       /* first tick at which the line is free */
} slice_line;

/* Sender: a memory node in one network. */
typedef struct slice_sender {
    uint32_t first_line, lines;
    uint32_t next_line;  /* line that the next packet uses */
    uint64_t last_start; /* tick in which the last packet starts */
    int flits_per_cycle; /* flits that a line sends per tick */
    noc_rest rest;
} slice_sender;

typedef struct slices {
    noc_hub hub;           /* must be the first member (hub.h) */
    slice_sender *senders; /* [network * terminals + terminal] */
    slice_line *lines;
} slices;

/* ---- making --------------------------------------------------------------------------------- */

static bool is_sliced(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].switching == NOC_SWITCHING_SLICES;
}

static uint32_t count_node_lines(const noc_slices *s)
{
    return noc_hub_is_ring(s) ? 1 : (uint32_t)s->slices_per_memory;
}

static size_t count_network_lines(const noc_system *system, uint16_t network)
{
    const noc_slices *s = noc_hub_slices(system, network);
    return s->is_shared ? 1 : system->graph.memory_count * count_node_lines(s);
}

static size_t count_lines(const noc_system *system)
{
    size_t count = 0;
    for (uint16_t n = 0; n < system->graph.network_count; n++)
        if (is_sliced(system, n)) count += count_network_lines(system, n);
    return count;
}

static void place_senders(slices *e, noc_derating derating)
{
    const noc_graph *g = &e->hub.system->graph;
    uint32_t next = 0;
    for (uint16_t n = 0; n < g->network_count; n++) {
        if (!is_sliced(e->hub.system, n)) continue;
        const noc_slices *s = noc_hub_slices(e->hub.system, n);
        const uint32_t lines = s->is_shared ? 1 : count_node_lines(s);
        for (uint32_t m = 0; m < g->memory_count; m++)
            e->senders[n * g->terminal_count + g->memory_terminals[m]] = (slice_sender){
                .first_line = next + (s->is_shared ? 0 : m * lines),
                .lines = lines,
                .flits_per_cycle = noc_slices_per_packet(s, (int)g->memory_count),
                .rest =
                    noc_rest_find(&derating, noc_resource_of_network(g, n), s->is_shared ? 0 : m),
            };
        next += (uint32_t)count_network_lines(e->hub.system, n);
    }
}

/* ---- sending -------------------------------------------------------------------------------- */

static slice_sender *sender_of(const slices *e, const noc_packet *packet)
{
    const uint32_t source = e->hub.system->traffic.flows[packet->flow].source;
    return &e->senders[noc_hub_find_network(&e->hub, packet) * e->hub.system->graph.terminal_count +
                       source];
}

static uint64_t count_packet_cycles(const slices *e, const noc_packet *packet)
{
    return (uint64_t)noc_slices_packet_cycles(packet->flits, sender_of(e, packet)->flits_per_cycle);
}

/* Adds the event for the tail of the first packet of a line. */
static void plan_tail(slices *e, uint32_t line)
{
    const uint32_t index = e->lines[line].packets.first;
    const noc_packet *packet = &e->hub.ports->packets.entries[index];
    const noc_rest rest = sender_of(e, packet)->rest;
    const uint64_t tail =
        noc_ticks_before(rest, packet->injection_cycle) + count_packet_cycles(e, packet) - 1;
    noc_event_queue_add(&e->hub.events,
                        (noc_packet_event){noc_cycle_of_tick(rest, tail), index, line});
}

static void accept_packet(void *engine, uint32_t index)
{
    slices *e = engine;
    noc_packet *packet = &e->hub.ports->packets.entries[index];
    slice_sender *s = sender_of(e, packet);
    const uint32_t number = s->first_line + s->next_line;
    slice_line *line = &e->lines[number];
    const uint64_t start = max_u64(noc_ticks_before(s->rest, e->hub.ports->now + 1),
                                   max_u64(line->free_tick, s->last_start));
    s->next_line = s->next_line + 1 < s->lines ? s->next_line + 1 : 0;
    s->last_start = start;
    line->free_tick = start + count_packet_cycles(e, packet);
    packet->injection_cycle = noc_cycle_of_tick(s->rest, start);
    noc_packet_queue_append(&e->hub.ports->packets, &line->packets, index);
    if (line->packets.count == 1) plan_tail(e, number);
}

static unsigned free_lanes(void *engine, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until)
{
    (void)closed_until;
    const slices *e = engine;
    const slice_sender *s = &e->senders[network * e->hub.system->graph.terminal_count + terminal];
    return e->lines[s->first_line + s->next_line].packets.count == 0;
}

/* Sends the tail of a line's first packet, and frees the packet's place. */
static void send_tail(slices *e, noc_packet_event event)
{
    slice_line *line = &e->lines[event.line];
    noc_packet_queue_pop(&e->hub.ports->packets, &line->packets);
    noc_port_release(e->hub.ports, event.packet);
    if (line->packets.count > 0) plan_tail(e, event.line);
    noc_hub_plan_arrival(&e->hub, event.packet, event.cycle);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void arrive(void *engine)
{
    slices *e = engine;
    while (noc_event_queue_next(&e->hub.events) <= e->hub.ports->now) {
        const noc_packet_event event = noc_event_queue_take(&e->hub.events);
        if (event.line == NOC_NONE)
            noc_hub_arrive(&e->hub, event.packet);
        else
            send_tail(e, event);
    }
}

static void *create(noc_ports *ports, noc_engine_start start)
{
    const noc_graph *g = &ports->system->graph;
    const size_t lines = count_lines(ports->system),
                 route = noc_hub_find_longest_route(ports->system, NOC_SWITCHING_SLICES);
    /* a line sends at most one tail per cycle; one more tail is planned */
    slices *e = noc_hub_new(ports, sizeof *e, lines * (route + 2));
    if (!e) return NULL;
    e->senders = noc_arena_array(ports->arena, (size_t)g->network_count * g->terminal_count,
                                 sizeof *e->senders);
    e->lines = noc_arena_array(ports->arena, lines, sizeof *e->lines);
    if (ports->arena->is_short) return NULL;
    place_senders(e, start.derating);
    noc_hub_connect(e, NOC_SWITCHING_SLICES,
                    (noc_port_network){.accept_packet = accept_packet, .free_lanes = free_lanes});
    return e;
}

const noc_engine_kind noc_engine_slices = {
    .switching = NOC_SWITCHING_SLICES,
    .name = "slices",
    .length_factor = 64,
    .create = create,
    .arrive = arrive,
    .advance = noc_hub_advance,
    .next_event = noc_hub_next_event,
    .sees_packets = true,
    .channel_flits = noc_hub_channel_flits,
    .check = noc_hub_check,
};
