/* Engine of slices whose senders take turns by a token (design/slices.h): CENOC, cfNoC.
 *
 * A column of cores shares a slice and a token. The token moves from the top core to the bottom
 * core, then back to the top. A core with the token and a packet sends the packet, a flit per
 * cycle, and passes the token with the tail. Tokens start at the top in cycle 0. While no core
 * of a slice has a packet, the position of its token follows from the time. */
#include <stdlib.h>

#include "base/min_max.h"
#include "sampler/engines/engine.h"
#include "sampler/engines/hub/event_queue.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/resting.h"

/* Slice and its token; times are ticks of a clock that stops while the slice rests. */
typedef struct token_slice {
    uint32_t first, count; /* cores of the slice: range in `seats` */
    uint32_t token_core; /* core with the token in tick token_tick, as a number within the slice */
    uint64_t token_tick;
    /* cycle in which the token reaches a packet; noc_never: no packet waits */
    uint64_t packet_cycle;
    uint32_t waiting_count;
    uint64_t hop_ticks; /* ticks of the token between neighbour cores */
    noc_rest rest;
} token_slice;

typedef struct token_slices {
    noc_hub hub; /* must be the first member (hub.h) */
    token_slice *slices;
    uint32_t count;
    uint32_t *seats;       /* cores in slice order, as seats: network * terminals + terminal */
    uint32_t *slice_index; /* [seat]: slice of the core */
    noc_packet_queue *waiting_packets; /* [seat]: packets that wait at the core */
    uint64_t next_cycle;               /* next cycle in which any token reaches a packet */
    noc_event_queue events;
} token_slices;

/* ---- making --------------------------------------------------------------------------------- */

static const noc_slices *settings_of(const noc_system *system, uint16_t network)
{
    return &noc_system_spec(system, network)->conflict_free;
}

static bool has_tokens(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].switching == NOC_SWITCHING_TOKEN_SLICES;
}

/* Finds the cycles of a round of an idle token. */
static uint64_t find_period(const noc_system *system, uint16_t network)
{
    const noc_slices *s = settings_of(system, network);
    return (uint64_t)s->rows * (uint64_t)s->token_hop_cycles;
}

static size_t find_longest_route(const noc_system *system)
{
    size_t longest = 0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        const noc_slices *s = settings_of(system, n);
        const size_t cycles = (size_t)(s->columns + s->rows) * (size_t)s->hop_cycles;
        if (has_tokens(system, n) && cycles > longest) longest = cycles;
    }
    return longest;
}

/* Adds the slice of a column with cores, from the top. */
static void add_slice(token_slices *e, uint16_t network, int column, uint32_t *next,
                      const noc_derating *derating)
{
    const noc_graph *g = &e->hub.system->graph;
    token_slice *s = &e->slices[e->count];
    *s = (token_slice){
        .first = *next,
        .packet_cycle = noc_never,
        .hop_ticks = (uint64_t)settings_of(e->hub.system, network)->token_hop_cycles,
        .rest = noc_rest_find(derating, noc_resource_of_network(g, network), e->count),
    };
    for (int row = 0; row < g->rows; row++) {
        const uint32_t t = g->terminal_of_tile[column + row * g->columns];
        if (t == NOC_NONE || g->terminals[t].kind != NOC_COMPUTE) continue;
        e->seats[*next] = network * g->terminal_count + t;
        e->slice_index[e->seats[(*next)++]] = e->count;
        s->count++;
    }
    e->count += s->count > 0;
}

static void add_slices(token_slices *e, const noc_derating *derating)
{
    const noc_graph *g = &e->hub.system->graph;
    uint32_t next = 0;
    for (uint16_t n = 0; n < g->network_count; n++)
        for (int column = 0; column < g->columns && has_tokens(e->hub.system, n); column++)
            add_slice(e, n, column, &next, derating);
}

static void destroy(void *engine)
{
    token_slices *e = engine;
    if (!e) return;
    noc_hub_clear(&e->hub);
    noc_event_queue_clear(&e->events);
    free(e->slices);
    free(e->seats);
    free(e->slice_index);
    free(e->waiting_packets);
    free(e);
}

/* ---- tokens --------------------------------------------------------------------------------- */

/* Advances the token to its first tick at or after `tick`, past cores without a packet. */
static void advance_token(token_slice *s, uint64_t tick)
{
    if (s->token_tick >= tick) return;
    const uint64_t hops = (tick - s->token_tick + s->hop_ticks - 1) / s->hop_ticks;
    s->token_core = (uint32_t)((s->token_core + hops) % s->count);
    s->token_tick += hops * s->hop_ticks;
}

static bool has_packet(const token_slices *e, const token_slice *s, uint32_t place)
{
    return e->waiting_packets[e->seats[s->first + place]].count > 0;
}

/* Finds the cycle in which the token reaches a core with a packet. */
static void find_next_packet(token_slices *e, token_slice *s)
{
    s->packet_cycle = noc_never;
    if (s->waiting_count == 0) return;
    uint64_t tick = s->token_tick;
    uint32_t place = s->token_core;
    while (!has_packet(e, s, place)) {
        tick += s->hop_ticks;
        place = place + 1 < s->count ? place + 1 : 0;
    }
    s->packet_cycle = noc_cycle_of_tick(s->rest, tick);
    if (s->packet_cycle < e->next_cycle) e->next_cycle = s->packet_cycle;
}

static void accept_packet(void *engine, uint32_t index)
{
    token_slices *e = engine;
    const noc_packet *packet = &e->hub.ports->packets.entries[index];
    const uint32_t seat =
        noc_hub_find_network(&e->hub, packet) * e->hub.system->graph.terminal_count +
        e->hub.system->traffic.flows[packet->flow].source;
    token_slice *s = &e->slices[e->slice_index[seat]];
    noc_packet_queue_append(&e->hub.ports->packets, &e->waiting_packets[seat], index);
    s->waiting_count++;
    if (e->waiting_packets[seat].count > 1) return; /* the token's next stop stays the same */
    advance_token(s, noc_ticks_before(s->rest, e->hub.ports->now + 1));
    find_next_packet(e, s);
}

/* Counts the cycles of a head's route to its destination. */
static uint64_t count_route_cycles(const token_slices *e, const noc_packet *packet)
{
    const noc_flow *flow = &e->hub.system->traffic.flows[packet->flow];
    const noc_slices *s = settings_of(e->hub.system, noc_hub_find_network(&e->hub, packet));
    return (1u + noc_hub_distance(&e->hub, flow->source, flow->destination)) *
           (uint64_t)s->hop_cycles;
}

/* Sends the packet that the token has reached; the token follows the tail. */
static void begin_packet(token_slices *e, token_slice *s)
{
    advance_token(s, noc_ticks_before(s->rest, e->hub.ports->now));
    const uint32_t index = noc_packet_queue_pop(
        &e->hub.ports->packets, &e->waiting_packets[e->seats[s->first + s->token_core]]);
    noc_packet *packet = &e->hub.ports->packets.entries[index];
    const uint64_t tail = s->token_tick + packet->flits - 1;
    packet->injection_cycle = e->hub.ports->now;
    s->waiting_count--;
    s->token_core = s->token_core + 1 < s->count ? s->token_core + 1 : 0;
    s->token_tick = tail + s->hop_ticks;
    noc_port_release(e->hub.ports, index);
    noc_event_queue_add(&e->events, (noc_packet_event){noc_cycle_of_tick(s->rest, tail) +
                                                           count_route_cycles(e, packet) - 1,
                                                       index, NOC_NONE});
    find_next_packet(e, s);
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static void send_packets(token_slices *e)
{
    const uint64_t now = e->hub.ports->now;
    e->next_cycle = noc_never;
    for (uint32_t k = 0; k < e->count; k++) {
        token_slice *s = &e->slices[k];
        if (s->packet_cycle == now)
            begin_packet(e, s);
        else if (s->packet_cycle < e->next_cycle)
            e->next_cycle = s->packet_cycle;
    }
}

static void arrive(void *engine)
{
    token_slices *e = engine;
    const uint64_t now = e->hub.ports->now;
    if (e->next_cycle <= now) send_packets(e);
    while (noc_event_queue_next(&e->events) <= now)
        noc_hub_arrive(&e->hub, noc_event_queue_take(&e->events).packet);
}

static uint64_t next_event(const void *engine)
{
    const token_slices *e = engine;
    const uint64_t next = noc_event_queue_next(&e->events);
    if (!noc_hub_is_clear(&e->hub)) return e->hub.ports->now;
    return min_u64(e->next_cycle, next);
}

static noc_status check(const void *engine, uint64_t *held, noc_diag *diag)
{
    const token_slices *e = engine;
    for (uint32_t k = 0; k < e->count; k++) {
        const token_slice *s = &e->slices[k];
        uint64_t waiting_count = 0;
        for (uint32_t i = 0; i < s->count; i++)
            waiting_count += e->waiting_packets[e->seats[s->first + i]].count;
        if (waiting_count == s->waiting_count) continue;
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "internal error: %llu requests wait for a token, not %u",
                        (unsigned long long)waiting_count, s->waiting_count);
    }
    return noc_hub_check(&e->hub, held, diag);
}

static void *create(const noc_system *system, noc_ports *ports, noc_engine_start start)
{
    const noc_graph *g = &system->graph;
    const size_t seats = (size_t)g->network_count * g->terminal_count,
                 slices_max = (size_t)g->network_count * (size_t)g->columns;
    token_slices *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->next_cycle = noc_never;
    e->slices = calloc(slices_max + 1, sizeof *e->slices);
    e->seats = calloc(seats + 1, sizeof *e->seats);
    e->slice_index = calloc(seats + 1, sizeof *e->slice_index);
    e->waiting_packets = calloc(seats + 1, sizeof *e->waiting_packets);
    /* a slice starts at most one packet per cycle */
    if (!noc_hub_make(&e->hub, system, ports) ||
        !noc_event_queue_make(&e->events, slices_max * (find_longest_route(system) + 2)) ||
        !e->slices || !e->seats || !e->slice_index || !e->waiting_packets) {
        destroy(e);
        return NULL;
    }
    add_slices(e, &start.derating);
    for (uint16_t n = 0; n < g->network_count; n++)
        if (has_tokens(system, n)) noc_ports_take_at_once(ports, n, accept_packet, e);
    return e;
}

const noc_engine_kind noc_engine_token_slices = {
    .switching = NOC_SWITCHING_TOKEN_SLICES,
    .name = "token-slices",
    .find_period = find_period,
    .length_factor = 64,
    .create = create,
    .destroy = destroy,
    .arrive = arrive,
    .advance = noc_hub_advance,
    .next_event = next_event,
    .sees_packets = true,
    .channel_flits = noc_hub_channel_flits,
    .check = check,
};
