#include "sampler/engines/overlay/circuit.h"

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/circuits/overlay_windows.h"
#include "sampler/engines/overlay/multicast.h"

/* Maximum number of pending events: packets in transit and answers of two senders, each for at
 * most three cycles. */
enum { EVENTS_MAX = 32 };

/* `line` of an acknowledgement event; NOC_NONE marks an arrival event. */
enum { EVENT_ANSWER = 0 };

/* ---- terminals of packets -------------------------------------------------------------------- */

static noc_packet *packet_of(const noc_circuit *c, uint32_t index)
{
    return &c->hub->ports->packets.entries[index];
}

static const noc_terminal *terminal_of(const noc_circuit *c, uint32_t terminal)
{
    return &c->hub->system->graph.terminals[terminal];
}

static const noc_terminal *memory_of(const noc_circuit *c, const noc_packet *packet)
{
    return terminal_of(c, c->hub->system->traffic.flows[packet->flow].source);
}

static const noc_terminal *core_of(const noc_circuit *c, uint32_t flow)
{
    return terminal_of(c, c->hub->system->traffic.flows[flow].destination);
}

/* ---- next cycle of work ---------------------------------------------------------------------- */

static bool has_packets(const noc_circuit_sender *s, bool as_partner)
{
    return s->queues[NOC_GROUP_PARTNERS].packets.count > 0 ||
           (!as_partner && s->queues[NOC_GROUP_OWNERS].packets.count > 0);
}

/* Finds the first cycle after `now` with an action of a sender, in a window that opens in cycle
 * `open_cycle`. */
static uint64_t find_sender_cycle(const noc_circuit_sender *s, bool as_partner, uint64_t now,
                                  uint64_t open_cycle)
{
    if (s->tail_cycle != noc_never) return s->tail_cycle;
    if (!has_packets(s, as_partner)) return noc_never;
    uint64_t from = open_cycle > now ? open_cycle : now + 1;
    if (s->free_cycle > from) from = s->free_cycle;
    return noc_cycle_of_tick(s->rest, noc_ticks_before(s->rest, from));
}

/* Finds the first cycle after `now` with an action in a window; noc_never: the window ends
 * before. */
static uint64_t find_window_cycle(const noc_circuit *c, int window, uint64_t start, uint64_t end,
                                  uint64_t now)
{
    const uint64_t open_cycle = start + (uint64_t)c->clock.overlay->window_switch_cycles;
    uint64_t next = find_sender_cycle(&c->senders[window], false, now, open_cycle);
    const int partner = c->senders[window].partner;
    if (partner >= 0) {
        const uint64_t partner_cycle =
            find_sender_cycle(&c->senders[partner], true, now, open_cycle);
        next = min_u64(partner_cycle, next);
    }
    return next != noc_never && next + NOC_OVERLAY_DRAIN < end ? next : noc_never;
}

/* Finds the next cycle with a departure, from the clock's state in cycle `now`. Every packet
 * fits into one of the next windows, unless the epoch ends before. */
static uint64_t find_next_cycle(const noc_circuit *c, uint64_t now)
{
    const noc_overlay_clock *clock = &c->clock;
    int window = clock->window;
    uint64_t start = clock->window_start, end = clock->window_end;
    while (c->waiting_packets > 0) {
        const uint64_t next =
            window == NOC_NO_WINDOW ? noc_never : find_window_cycle(c, window, start, end, now);
        if (next != noc_never) return next;
        if (end == clock->epoch_end) return end;
        window = window + 1 < clock->sender_count ? window + 1 : 0;
        start = end;
        end += (uint64_t)clock->windows[window];
    }
    return noc_never;
}

/* ---- arrival at memory nodes ----------------------------------------------------------------- */

/* Chooses the queue of a packet: the partner queue if partners reach all cores of the packet. */
static noc_sender_group choose_queue(const noc_circuit *c, uint32_t memory, noc_packet *packet)
{
    const uint32_t cores = c->hub->system->graph.compute_count;
    const uint8_t *groups = &c->sender_groups[memory * cores];
    if (packet->group == 0) return (noc_sender_group)groups[core_of(c, packet->flow)->number];
    const noc_targets targets = noc_packet_targets(&c->hub->ports->groups, packet);
    for (uint32_t k = 0; k < targets.count; k++)
        if (groups[core_of(c, targets.flows[k])->number] == NOC_GROUP_OWNERS)
            return NOC_GROUP_OWNERS;
    return NOC_GROUP_PARTNERS;
}

/* Queues a packet at its memory node; the packet may be sent after cycle `last_cycle`. */
static inline void enqueue_packet(noc_circuit *c, uint32_t index, uint32_t memory,
                                  uint64_t last_cycle)
{
    noc_packet *packet = packet_of(c, index);
    noc_circuit_sender *s = &c->senders[memory];
    noc_circuit_queue *queue = &s->queues[choose_queue(c, memory, packet)];
    packet->order = s->next_order++;
    noc_packet_queue_append(&c->hub->ports->packets, &queue->packets, index);
    c->waiting_packets++;
    if (queue->packets.count > 1) return; /* the queue has earlier packets */
    queue->flits_left = packet->flits;
    c->next_cycle = find_next_cycle(c, last_cycle);
}

static void accept_packet(void *circuit, uint32_t index)
{
    noc_circuit *c = circuit;
    noc_packet *packet = packet_of(c, index);
    const uint32_t memory = memory_of(c, packet)->number;
    const uint64_t now = c->hub->ports->now;
    noc_overlay_clock_advance(&c->clock, now);
    if (c->senders[memory].announced_packets > 0)
        c->senders[memory].announced_packets--;
    else
        noc_overlay_clock_enqueue(&c->clock, (int)memory, now);
    if (packet->group != 0) noc_multicast_add_flits(c->hub, packet);
    enqueue_packet(c, index, memory, now);
}

static uint32_t find_flow_memory(const noc_circuit *c, size_t flow)
{
    return terminal_of(c, c->hub->system->traffic.flows[flow].source)->number;
}

static void announce_packets(void *circuit, size_t flow, int packets)
{
    noc_circuit *c = circuit;
    const uint32_t memory = find_flow_memory(c, flow);
    const uint64_t now = c->hub->ports->now;
    noc_overlay_clock_advance(&c->clock, now);
    for (; packets > 0; packets--, c->senders[memory].announced_packets++)
        noc_overlay_clock_enqueue(&c->clock, (int)memory, now);
    for (; packets < 0; packets++, c->senders[memory].announced_packets--)
        noc_overlay_clock_dequeue(&c->clock, (int)memory, now);
}

/* Finds the lane of a flow's packets: a noc_sender_group. */
static unsigned find_lane(const void *circuit, size_t flow)
{
    const noc_circuit *c = circuit;
    const uint32_t memory = find_flow_memory(c, flow);
    const uint32_t core = core_of(c, (uint32_t)flow)->number;
    return c->sender_groups[memory * c->hub->system->graph.compute_count + core];
}

/* ---- sending -------------------------------------------------------------------------------- */

static bool keeps_order(const noc_circuit *c)
{
    return c->receipts && noc_reply_order_is_active(&c->receipts->order);
}

/* Moves the first sendable packet of a queue, by the order of replies, to the front. False:
 * none. */
static bool promote_packet(const noc_circuit *c, noc_circuit_queue *queue)
{
    const noc_packet *first = packet_of(c, queue->packets.first);
    if (queue->flits_left < first->flits) return true; /* the first packet is partly sent */
    const uint32_t memory = memory_of(c, first)->number;
    if (!noc_reply_order_promote(&c->receipts->order, memory, &queue->packets)) return false;
    queue->flits_left = packet_of(c, queue->packets.first)->flits;
    return true;
}

static inline bool has_sendable_packet(const noc_circuit *c, noc_circuit_queue *queue)
{
    return queue->packets.count > 0 && (!keeps_order(c) || promote_packet(c, queue));
}

/* Chooses the queue whose first packet is sent next; NOC_SENDER_GROUPS: none. */
static noc_sender_group choose_group(const noc_circuit *c, noc_circuit_sender *s, bool as_partner)
{
    noc_circuit_queue *partner_queue = &s->queues[NOC_GROUP_PARTNERS],
                      *owner_queue = &s->queues[NOC_GROUP_OWNERS];
    const bool has_partner_packet = has_sendable_packet(c, partner_queue);
    if (as_partner || !has_sendable_packet(c, owner_queue))
        return has_partner_packet ? NOC_GROUP_PARTNERS : NOC_SENDER_GROUPS;
    if (!has_partner_packet) return NOC_GROUP_OWNERS;
    const uint32_t later = packet_of(c, owner_queue->packets.first)->order -
                           packet_of(c, partner_queue->packets.first)->order;
    return later < UINT32_MAX / 2 ? NOC_GROUP_PARTNERS : NOC_GROUP_OWNERS;
}

/* Counts the flits that fit into the rest of the window: one in this tick, then one per
 * interval. */
static unsigned count_fitting_flits(const noc_circuit *c, const noc_circuit_sender *s,
                                    uint64_t tick)
{
    const uint64_t ticks =
        noc_ticks_before(s->rest, c->clock.window_end - NOC_OVERLAY_DRAIN) - 1 - tick;
    return (unsigned)(ticks / (uint64_t)c->clock.overlay->inject_interval) + 1;
}

/* Sends as many flits of the next packet as fit into the rest of the window. A packet that must
 * not straddle windows waits for the next window, and blocks later packets. */
static void begin_packet(noc_circuit *c, noc_circuit_sender *s, bool as_partner, uint64_t now)
{
    const uint64_t tick = noc_ticks_before(s->rest, now);
    const unsigned interval = (unsigned)c->clock.overlay->inject_interval;
    const unsigned room = count_fitting_flits(c, s, tick);
    const noc_sender_group group = choose_group(c, s, as_partner);
    if (group == NOC_SENDER_GROUPS) return;
    noc_circuit_queue *queue = &s->queues[group];
    noc_packet *packet = packet_of(c, queue->packets.first);
    if (!c->clock.overlay->straddles_windows && queue->flits_left > room) {
        s->free_cycle = c->clock.window_end;
        return;
    }
    if (queue->flits_left == packet->flits) packet->injection_cycle = now;
    const unsigned flits = min_unsigned(queue->flits_left, room);
    s->free_cycle = noc_cycle_of_tick(s->rest, tick + flits * interval);
    queue->flits_left -= flits;
    if (queue->flits_left > 0) return;
    s->current_group = group;
    s->tail_cycle = noc_cycle_of_tick(s->rest, tick + (flits - 1) * interval);
}

/* Counts the cycles of a packet's transit to the last of its cores. */
static inline unsigned count_transit_cycles(const noc_circuit *c, noc_packet *packet)
{
    const int row = memory_of(c, packet)->row;
    bool in_row = core_of(c, packet->flow)->row == row;
    if (packet->group != 0) {
        const noc_targets targets = noc_packet_targets(&c->hub->ports->groups, packet);
        in_row = true;
        for (uint32_t k = 0; k < targets.count; k++)
            in_row = in_row && core_of(c, targets.flows[k])->row == row;
    }
    return in_row ? (unsigned)c->clock.overlay->row_transit_cycles : NOC_OVERLAY_TRANSIT;
}

/* Sends the tail of a packet. `now`: first cycle of the transit. */
static void finish_packet(noc_circuit *c, int memory, uint64_t now)
{
    noc_circuit_sender *s = &c->senders[memory];
    noc_circuit_queue *queue = &s->queues[s->current_group];
    noc_packets *packets = &c->hub->ports->packets;
    const uint32_t index = noc_packet_queue_pop(packets, &queue->packets);
    if (queue->packets.count > 0) queue->flits_left = packet_of(c, queue->packets.first)->flits;
    s->tail_cycle = noc_never;
    c->waiting_packets--;
    noc_overlay_clock_dequeue(&c->clock, memory, now);
    if (!c->receipts)
        noc_port_release(c->hub->ports, index);
    else if (keeps_order(c))
        noc_reply_order_add(&c->receipts->order, (uint32_t)memory, index);
    const unsigned transit = count_transit_cycles(c, packet_of(c, index));
    noc_event_queue_add(&c->events, (noc_packet_event){now + transit - 1, index, NOC_NONE});
}

static void run_sender(noc_circuit *c, int memory, bool as_partner, uint64_t now)
{
    noc_circuit_sender *s = &c->senders[memory];
    if (s->tail_cycle == noc_never && s->free_cycle <= now && has_packets(s, as_partner) &&
        noc_cycle_of_tick(s->rest, noc_ticks_before(s->rest, now)) == now)
        begin_packet(c, s, as_partner, now);
    if (s->tail_cycle == now) finish_packet(c, memory, now);
}

static bool is_open(const noc_overlay_clock *clock, uint64_t now)
{
    return clock->window != NOC_NO_WINDOW &&
           now >= clock->window_start + (uint64_t)clock->overlay->window_switch_cycles &&
           now + NOC_OVERLAY_DRAIN < clock->window_end;
}

/* Finds the free lanes of a terminal: those without a packet that the window of the next cycle
 * serves, since a packet submitted now is sent in the next cycle at the earliest. In its own window
 * a memory node first sends the waiting packets. In other windows *closed_until is the end of the
 * window. */
static unsigned free_lanes(void *circuit, uint16_t network, uint32_t terminal,
                           uint64_t *closed_until)
{
    (void)network;
    noc_circuit *c = circuit;
    const uint32_t memory = terminal_of(c, terminal)->number;
    const noc_circuit_sender *s = &c->senders[memory];
    const uint64_t next = c->hub->ports->now + 1;
    noc_overlay_clock_advance(&c->clock, c->hub->ports->now);
    const int owner = c->clock.window;
    const bool owns = owner == (int)memory;
    if (owner == NOC_NO_WINDOW || (!owns && c->senders[owner].partner != (int)memory)) {
        *closed_until = c->clock.window_end;
        return 0;
    }
    if (!is_open(&c->clock, next) || s->free_cycle > next || has_packets(s, !owns)) return 0;
    return owns ? 1u << NOC_GROUP_PARTNERS | 1u << NOC_GROUP_OWNERS : 1u << NOC_GROUP_PARTNERS;
}

static void run_window(noc_circuit *c, uint64_t now)
{
    noc_overlay_clock_advance(&c->clock, now);
    if (is_open(&c->clock, now)) {
        const int owner = c->clock.window, partner = c->senders[owner].partner;
        run_sender(c, owner, false, now);
        if (partner >= 0) run_sender(c, partner, true, now);
    }
    c->next_cycle = find_next_cycle(c, now);
}

/* ---- delivery -------------------------------------------------------------------------------- */

/* Delivers a packet to cores that may reject it. The memory node decides on a repetition in the
 * cycle when the acknowledgement is due. */
static void deliver_packet_once(noc_circuit *c, uint32_t index)
{
    const unsigned transit = count_transit_cycles(c, packet_of(c, index));
    noc_receipts_arrive(c->receipts, index);
    noc_event_queue_add(&c->events,
                        (noc_packet_event){c->hub->ports->now + transit + 1, index, EVENT_ANSWER});
}

/* Evaluates the acknowledgement due by the end of the last cycle: an acknowledged packet frees
 * its place, another packet is queued again. */
static void receive_answer(noc_circuit *c, uint32_t index)
{
    const uint64_t now = c->hub->ports->now;
    const uint32_t memory = memory_of(c, packet_of(c, index))->number;
    if (packet_of(c, index)->is_delivered) {
        if (keeps_order(c)) noc_reply_order_remove(&c->receipts->order, memory, index);
        noc_port_release(c->hub->ports, index);
        return;
    }
    noc_overlay_clock_advance(&c->clock, now);
    noc_overlay_clock_requeue(&c->clock, (int)memory, now);
    enqueue_packet(c, index, memory, now - 1);
}

/* Delivers a packet to all its destinations. */
static void deliver_packet(noc_circuit *c, uint32_t index)
{
    if (packet_of(c, index)->group == 0) {
        noc_hub_arrive(c->hub, index);
        return;
    }
    noc_multicast_count_flits(c->hub, packet_of(c, index));
    noc_hub_deliver(c->hub, index);
}

void noc_circuit_step(noc_circuit *c)
{
    const uint64_t now = c->hub->ports->now;
    while (noc_event_queue_next(&c->events) <= now) {
        const noc_packet_event event = noc_event_queue_take(&c->events);
        if (!c->receipts)
            deliver_packet(c, event.packet);
        else if (event.line == EVENT_ANSWER)
            receive_answer(c, event.packet);
        else
            deliver_packet_once(c, event.packet);
    }
    if (c->next_cycle <= now) run_window(c, now);
}

/* ---- making --------------------------------------------------------------------------------- */

static int find_flits_max(const noc_system *system, uint16_t network)
{
    int maximum = 1;
    for (int i = 0; i < system->traffic.type_count; i++) {
        const noc_packet_type *type = &system->traffic.types[i];
        if (type->class == NOC_REPLY && type->flits[network] > maximum)
            maximum = type->flits[network];
    }
    return maximum;
}

static noc_point find_point(const noc_graph *g, uint32_t terminal)
{
    return (noc_point){g->terminals[terminal].column, g->terminals[terminal].row};
}

/* Finds whether the partner of the window's owner may also send a packet to a core. */
static noc_sender_group find_sender_group(const noc_circuit *c, uint32_t memory, uint32_t core)
{
    const noc_graph *g = &c->hub->system->graph;
    const int multiplex = c->clock.overlay->multiplexing;
    if (multiplex == NOC_MULTIPLEX_OFF) return NOC_GROUP_OWNERS;
    if (multiplex == NOC_MULTIPLEX_ALL) return NOC_GROUP_PARTNERS;
    const int owner = noc_overlay_window_of_partner((int)memory, c->clock.sender_count);
    return noc_partner_reaches_core(find_point(g, g->memory_terminals[owner]),
                                    find_point(g, g->memory_terminals[memory]),
                                    find_point(g, g->compute_terminals[core]))
               ? NOC_GROUP_PARTNERS
               : NOC_GROUP_OWNERS;
}

static void place_senders(noc_circuit *c, uint16_t network, noc_derating derating)
{
    const noc_graph *g = &c->hub->system->graph;
    const bool is_alone = c->clock.overlay->multiplexing == NOC_MULTIPLEX_OFF;
    for (uint32_t m = 0; m < g->memory_count; m++) {
        c->senders[m] = (noc_circuit_sender){
            .tail_cycle = noc_never,
            .partner = is_alone ? -1 : noc_overlay_partner((int)m, c->clock.sender_count),
            .rest = noc_rest_find(&derating, noc_resource_of_network(g, network), m),
        };
        for (uint32_t k = 0; k < g->compute_count; k++)
            c->sender_groups[m * g->compute_count + k] = (uint8_t)find_sender_group(c, m, k);
    }
}

static bool make_receipts(noc_circuit *c, uint16_t network, uint64_t seed)
{
    if (!c->clock.overlay->has_acknowledgements) return true;
    c->receipts = noc_arena_array(c->hub->ports->arena, 1, sizeof *c->receipts);
    return c->receipts && noc_receipts_make(c->receipts, c->hub, network, seed);
}

bool noc_circuit_make(noc_circuit *c, noc_hub *hub, uint16_t network, noc_derating derating,
                      uint64_t seed)
{
    const noc_system *system = hub->system;
    const noc_graph *g = &system->graph;
    noc_arena *arena = hub->ports->arena;
    *c = (noc_circuit){.hub = hub, .next_cycle = noc_never};
    c->senders = noc_arena_array(arena, g->memory_count, sizeof *c->senders);
    c->sender_groups = noc_arena_array(arena, (size_t)g->memory_count * g->compute_count, 1);
    if (!noc_event_queue_make(&c->events, arena, EVENTS_MAX) || !c->senders || !c->sender_groups ||
        !noc_overlay_clock_make(&c->clock, arena, &noc_system_spec(system, network)->overlay,
                                (int)g->memory_count, find_flits_max(system, network),
                                noc_memory_reply_capacity(&system->design->memory)) ||
        !make_receipts(c, network, seed))
        return false;
    place_senders(c, network, derating);
    noc_ports_take_at_once(hub->ports, network,
                           (noc_port_network){.accept_packet = accept_packet,
                                              .free_lanes = free_lanes,
                                              .find_lane = find_lane,
                                              .announce_packets = announce_packets,
                                              .engine = c});
    return true;
}

/* ---- conservation ---------------------------------------------------------------------------- */

noc_status noc_circuit_check(const noc_circuit *c, noc_diag *diag)
{
    uint64_t all_packets = 0;
    for (int m = 0; m < c->clock.sender_count; m++) {
        const noc_circuit_queue *queues = c->senders[m].queues;
        const uint64_t node_packets = (uint64_t)queues[NOC_GROUP_PARTNERS].packets.count +
                                      queues[NOC_GROUP_OWNERS].packets.count;
        all_packets += node_packets;
        if ((uint64_t)c->clock.accounts[m].waiting_packets ==
            node_packets + c->senders[m].announced_packets)
            continue;
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "internal error: %llu replies wait at memory node %d, not %lld",
                        (unsigned long long)node_packets, m,
                        (long long)c->clock.accounts[m].waiting_packets);
    }
    if (all_packets == c->waiting_packets) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "internal error: %llu replies wait in an overlay, not %u",
                    (unsigned long long)all_packets, c->waiting_packets);
}
