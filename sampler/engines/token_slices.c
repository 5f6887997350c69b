/* Engine of slices whose senders take turns by a token (design/slices.h): CENOC, cfNoC.
 *
 * A column of cores shares a slice and a token. The token moves from the top core to the bottom
 * core, then back to the top. A core with the token and a packet sends the packet, a flit per
 * cycle, and passes the token with the tail. Tokens start at the top in cycle 0. While no core
 * of a slice has a packet, the position of its token follows from the time. */
#include "base/min_max.h"
#include "sampler/engines/engine.h"
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
} token_slices;

/* ---- making --------------------------------------------------------------------------------- */

static bool has_tokens(const noc_system *system, uint16_t network)
{
    return system->graph.networks[network].switching == NOC_SWITCHING_TOKEN_SLICES;
}

/* Finds the cycles of a round of an idle token. */
static uint64_t find_period(const noc_system *system, uint16_t network)
{
    const noc_slices *s = noc_hub_slices(system, network);
    return (uint64_t)s->rows * (uint64_t)s->token_hop_cycles;
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
        .hop_ticks = (uint64_t)noc_hub_slices(e->hub.system, network)->token_hop_cycles,
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
    noc_hub_plan_arrival(&e->hub, index, noc_cycle_of_tick(s->rest, tail));
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
    while (noc_event_queue_next(&e->hub.events) <= now)
        noc_hub_arrive(&e->hub, noc_event_queue_take(&e->hub.events).packet);
}

static uint64_t next_event(const void *engine)
{
    const token_slices *e = engine;
    return min_u64(e->next_cycle, noc_hub_next_event(e));
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

static void *create(noc_ports *ports, noc_engine_start start)
{
    const noc_graph *g = &ports->system->graph;
    const size_t seats = (size_t)g->network_count * g->terminal_count,
                 slices_max = (size_t)g->network_count * (size_t)g->columns,
                 route = noc_hub_find_longest_route(ports->system, NOC_SWITCHING_TOKEN_SLICES);
    /* a slice starts at most one packet per cycle */
    token_slices *e = noc_hub_new(ports, sizeof *e, slices_max * (route + 2));
    if (!e) return NULL;
    e->next_cycle = noc_never;
    e->slices = noc_arena_array(ports->arena, slices_max, sizeof *e->slices);
    e->seats = noc_arena_array(ports->arena, seats, sizeof *e->seats);
    e->slice_index = noc_arena_array(ports->arena, seats, sizeof *e->slice_index);
    e->waiting_packets = noc_arena_array(ports->arena, seats, sizeof *e->waiting_packets);
    if (ports->arena->is_short) return NULL;
    add_slices(e, &start.derating);
    noc_hub_connect(e, NOC_SWITCHING_TOKEN_SLICES,
                    (noc_port_network){.accept_packet = accept_packet});
    return e;
}

const noc_engine_kind noc_engine_token_slices = {
    .switching = NOC_SWITCHING_TOKEN_SLICES,
    .name = "token-slices",
    .find_period = find_period,
    .length_factor = 64,
    .create = create,
    .arrive = arrive,
    .advance = noc_hub_advance,
    .next_event = next_event,
    .sees_packets = true,
    .channel_flits = noc_hub_channel_flits,
    .check = check,
};
