#include "sampler/engines/overlay/circuit.h"

#include "base/min_max.h"
#include "design/memory/replies.h"
#include "network/circuits/overlay_windows.h"
#include "sampler/engines/overlay/multicast.h"

/* Maximum number of pending events: packets in transit and answers of two senders, each for at
 * most three cycles. */
enum { UNDER_WAY = 32 };

/* `line` of an acknowledgement event; NOC_NONE marks an arrival event. */
enum { ANSWER = 0 };

/* ---- making --------------------------------------------------------------------------------- */

static int flits_max(const noc_system *system, uint16_t network)
{
    int most = 1;
    for (int i = 0; i < system->traffic.type_count; i++) {
        const noc_packet_type *type = &system->traffic.types[i];
        if (type->class == NOC_REPLY && type->flits[network] > most) most = type->flits[network];
    }
    return most;
}

static noc_point point_of(const noc_graph *g, uint32_t terminal)
{
    return (noc_point){g->terminals[terminal].column, g->terminals[terminal].row};
}

/* Finds whether the partner of the window's owner may also send a packet to a core. */
static noc_sender_group sent_by(const noc_circuit *c, uint32_t memory, uint32_t core)
{
    const noc_graph *g = &c->hub->system->graph;
    const int multiplex = c->clock.overlay->multiplex;
    if (multiplex == NOC_MULTIPLEX_OFF) return NOC_BY_OWNERS;
    if (multiplex == NOC_MULTIPLEX_ALL) return NOC_BY_PARTNERS;
    const int owner = noc_overlay_window_of_partner((int)memory, c->clock.senders);
    return noc_overlay_reaches(point_of(g, g->memories[owner]), point_of(g, g->memories[memory]),
                               point_of(g, g->computes[core]))
               ? NOC_BY_PARTNERS
               : NOC_BY_OWNERS;
}

static void place_senders(noc_circuit *c, uint16_t network, noc_derating derating)
{
    const noc_graph *g = &c->hub->system->graph;
    const bool alone = c->clock.overlay->multiplex == NOC_MULTIPLEX_OFF;
    for (uint32_t m = 0; m < g->memory_count; m++) {
        c->senders[m] = (noc_circuit_sender){
            .tail_at = noc_never,
            .partner = alone ? -1 : noc_overlay_partner((int)m, c->clock.senders),
            .rest = noc_rest_of(&derating, noc_resource_of_network(g, network), m),
        };
        for (uint32_t k = 0; k < g->compute_count; k++)
            c->sent_by[m * g->compute_count + k] = (uint8_t)sent_by(c, m, k);
    }
}

static bool make_receipts(noc_circuit *c, uint16_t network, uint64_t seed)
{
    if (!c->clock.overlay->ack) return true;
    c->receipts = calloc(1, sizeof *c->receipts);
    return c->receipts && noc_receipts_make(c->receipts, c->hub, network, seed);
}

bool noc_circuit_make(noc_circuit *c, noc_hub *hub, uint16_t network, noc_derating derating,
                      uint64_t seed)
{
    const noc_system *system = hub->system;
    const noc_graph *g = &system->graph;
    *c = (noc_circuit){.hub = hub, .next = noc_never};
    c->senders = calloc(g->memory_count + 1u, sizeof *c->senders);
    c->sent_by = calloc((size_t)g->memory_count * g->compute_count + 1, sizeof *c->sent_by);
    if (!noc_due_make(&c->due, UNDER_WAY) || !c->senders || !c->sent_by ||
        !noc_overlay_clock_make(&c->clock,
                                &system->design->networks[g->networks[network].spec].overlay,
                                (int)g->memory_count, flits_max(system, network),
                                noc_reply_queue_capacity(&system->design->memory)) ||
        !make_receipts(c, network, seed))
        return false;
    place_senders(c, network, derating);
    return true;
}

void noc_circuit_clear(noc_circuit *c)
{
    noc_overlay_clock_clear(&c->clock);
    noc_due_clear(&c->due);
    if (c->receipts) noc_receipts_clear(c->receipts);
    free(c->receipts);
    free(c->senders);
    free(c->sent_by);
}

/* ---- terminals of packets -------------------------------------------------------------------- */

static noc_packet *packet_of(const noc_circuit *c, uint32_t index)
{
    return &c->hub->ports->packets.all[index];
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
    return s->queues[NOC_BY_PARTNERS].packets.count > 0 ||
           (!as_partner && s->queues[NOC_BY_OWNERS].packets.count > 0);
}

/* Finds the first cycle after `now` with an action of a sender, in a window that opens in cycle
 * `open_cycle`. */
static uint64_t next_of(const noc_circuit_sender *s, bool as_partner, uint64_t now, uint64_t open)
{
    if (s->tail_at != noc_never) return s->tail_at;
    if (!has_packets(s, as_partner)) return noc_never;
    uint64_t from = open > now ? open : now + 1;
    if (s->free_at > from) from = s->free_at;
    return noc_cycle_of_tick(s->rest, noc_ticks_before(s->rest, from));
}

/* Finds the first cycle after `now` with an action in a window; noc_never: the window ends
 * before. */
static uint64_t next_in(const noc_circuit *c, int window, uint64_t start, uint64_t end,
                        uint64_t now)
{
    const uint64_t open = start + (uint64_t)c->clock.overlay->window_switch_cycles;
    uint64_t next = next_of(&c->senders[window], false, now, open);
    const int partner = c->senders[window].partner;
    if (partner >= 0) {
        const uint64_t other = next_of(&c->senders[partner], true, now, open);
        next = min_u64(other, next);
    }
    return next != noc_never && next + NOC_OVERLAY_DRAIN < end ? next : noc_never;
}

/* Finds the next cycle with a departure, from the clock's state in cycle `now`. Every packet
 * fits into one of the next windows, unless the epoch ends before. */
static uint64_t next_sending(const noc_circuit *c, uint64_t now)
{
    const noc_overlay_clock *clock = &c->clock;
    int window = clock->window;
    uint64_t start = clock->start, end = clock->end;
    while (c->waiting > 0) {
        const uint64_t next =
            window == NOC_NO_WINDOW ? noc_never : next_in(c, window, start, end, now);
        if (next != noc_never) return next;
        if (end == clock->epoch_end) return end;
        window = window + 1 < clock->senders ? window + 1 : 0;
        start = end;
        end += (uint64_t)clock->windows[window];
    }
    return noc_never;
}

/* ---- arrival at memory nodes ----------------------------------------------------------------- */

/* Chooses the queue of a packet: the partner queue if partners reach all cores of the packet. */
static noc_sender_group queue_of(const noc_circuit *c, uint32_t memory, noc_packet *packet)
{
    const uint32_t cores = c->hub->system->graph.compute_count;
    const uint8_t *sent_by = &c->sent_by[memory * cores];
    if (packet->group == 0) return (noc_sender_group)sent_by[core_of(c, packet->flow)->number];
    const noc_targets targets = noc_targets_of(&c->hub->ports->groups, packet);
    for (uint32_t k = 0; k < targets.count; k++)
        if (sent_by[core_of(c, targets.flows[k])->number] == NOC_BY_OWNERS) return NOC_BY_OWNERS;
    return NOC_BY_PARTNERS;
}

/* Queues a packet at its memory node; the packet may be sent after cycle `last_cycle`. */
static inline void enqueue(noc_circuit *c, uint32_t index, uint32_t memory, uint64_t after)
{
    noc_packet *packet = packet_of(c, index);
    noc_circuit_sender *s = &c->senders[memory];
    noc_circuit_queue *queue = &s->queues[queue_of(c, memory, packet)];
    packet->order = s->order++;
    noc_line_append(&c->hub->ports->packets, &queue->packets, index);
    c->waiting++;
    if (queue->packets.count > 1) return; /* the queue has earlier packets */
    queue->left = packet->flits;
    c->next = next_sending(c, after);
}

void noc_circuit_enqueue(noc_circuit *c, uint32_t index)
{
    noc_packet *packet = packet_of(c, index);
    const uint32_t memory = memory_of(c, packet)->number;
    const uint64_t now = c->hub->ports->now;
    noc_overlay_clock_go(&c->clock, now);
    if (c->senders[memory].expected > 0)
        c->senders[memory].expected--;
    else
        noc_overlay_clock_came(&c->clock, (int)memory, now);
    if (packet->group != 0) noc_multicast_prepare(c->hub, packet);
    enqueue(c, index, memory, now);
}

static uint32_t memory_of_flow(const noc_circuit *c, size_t flow)
{
    return terminal_of(c, c->hub->system->traffic.flows[flow].source)->number;
}

void noc_circuit_expect(noc_circuit *c, size_t flow, int packets)
{
    const uint32_t memory = memory_of_flow(c, flow);
    const uint64_t now = c->hub->ports->now;
    noc_overlay_clock_go(&c->clock, now);
    for (; packets > 0; packets--, c->senders[memory].expected++)
        noc_overlay_clock_came(&c->clock, (int)memory, now);
    for (; packets < 0; packets++, c->senders[memory].expected--)
        noc_overlay_clock_left(&c->clock, (int)memory, now);
}

unsigned noc_circuit_lane(const noc_circuit *c, size_t flow)
{
    const uint32_t memory = memory_of_flow(c, flow);
    const uint32_t core = core_of(c, (uint32_t)flow)->number;
    return c->sent_by[memory * c->hub->system->graph.compute_count + core];
}

/* ---- sending -------------------------------------------------------------------------------- */

static bool keeps_order(const noc_circuit *c)
{
    return c->receipts && noc_reply_order_is_kept(&c->receipts->order);
}

/* Moves the first sendable packet of a queue, by the order of replies, to the front. False:
 * none. */
static bool order_queue(const noc_circuit *c, noc_circuit_queue *queue)
{
    const noc_packet *first = packet_of(c, queue->packets.first);
    if (queue->left < first->flits) return true; /* the first packet is partly sent */
    const uint32_t memory = memory_of(c, first)->number;
    if (!noc_reply_order_raise(&c->receipts->order, memory, &queue->packets)) return false;
    queue->left = packet_of(c, queue->packets.first)->flits;
    return true;
}

static inline bool has_next(const noc_circuit *c, noc_circuit_queue *queue)
{
    return queue->packets.count > 0 && (!keeps_order(c) || order_queue(c, queue));
}

/* Chooses the queue whose first packet is sent next; NOC_SENDER_GROUPS: none. */
static noc_sender_group choose(const noc_circuit *c, noc_circuit_sender *s, bool as_partner)
{
    noc_circuit_queue *by_partners = &s->queues[NOC_BY_PARTNERS],
                      *by_owners = &s->queues[NOC_BY_OWNERS];
    const bool partners = has_next(c, by_partners);
    if (as_partner || !has_next(c, by_owners)) return partners ? NOC_BY_PARTNERS : NOC_SENT_BY;
    if (!partners) return NOC_BY_OWNERS;
    const uint32_t later = packet_of(c, by_owners->packets.first)->order -
                           packet_of(c, by_partners->packets.first)->order;
    return later < UINT32_MAX / 2 ? NOC_BY_PARTNERS : NOC_BY_OWNERS;
}

/* Counts the flits that fit into the rest of the window: one in this tick, then one per
 * interval. */
static unsigned room_of(const noc_circuit *c, const noc_circuit_sender *s, uint64_t tick)
{
    const uint64_t ticks = noc_ticks_before(s->rest, c->clock.end - NOC_OVERLAY_DRAIN) - 1 - tick;
    return (unsigned)(ticks / (uint64_t)c->clock.overlay->inject_interval) + 1;
}

/* Sends as many flits of the next packet as fit into the rest of the window. A packet that must
 * not straddle windows waits for the next window, and blocks later packets. */
static void begin(noc_circuit *c, noc_circuit_sender *s, bool as_partner, uint64_t now)
{
    const uint64_t tick = noc_ticks_before(s->rest, now);
    const unsigned interval = (unsigned)c->clock.overlay->inject_interval;
    const unsigned room = room_of(c, s, tick);
    const noc_sender_group by = choose(c, s, as_partner);
    if (by == NOC_SENT_BY) return;
    noc_circuit_queue *queue = &s->queues[by];
    noc_packet *packet = packet_of(c, queue->packets.first);
    if (!c->clock.overlay->straddle && queue->left > room) {
        s->free_at = c->clock.end;
        return;
    }
    if (queue->left == packet->flits) packet->injected = now;
    const unsigned flits = min_unsigned(queue->left, room);
    s->free_at = noc_cycle_of_tick(s->rest, tick + flits * interval);
    queue->left -= flits;
    if (queue->left > 0) return;
    s->sending = by;
    s->tail_at = noc_cycle_of_tick(s->rest, tick + (flits - 1) * interval);
}

/* Counts the cycles of a packet's transit to the last of its cores. */
static inline unsigned transit_of(const noc_circuit *c, noc_packet *packet)
{
    const int row = memory_of(c, packet)->row;
    bool in_row = core_of(c, packet->flow)->row == row;
    if (packet->group != 0) {
        const noc_targets targets = noc_targets_of(&c->hub->ports->groups, packet);
        in_row = true;
        for (uint32_t k = 0; k < targets.count; k++)
            in_row = in_row && core_of(c, targets.flows[k])->row == row;
    }
    return in_row ? (unsigned)c->clock.overlay->row_transit_cycles : NOC_OVERLAY_TRANSIT;
}

/* Sends the tail of a packet. `now`: first cycle of the transit. */
static void finish(noc_circuit *c, int memory, uint64_t now)
{
    noc_circuit_sender *s = &c->senders[memory];
    noc_circuit_queue *queue = &s->queues[s->sending];
    noc_packets *packets = &c->hub->ports->packets;
    const uint32_t index = noc_line_pop(packets, &queue->packets);
    if (queue->packets.count > 0) queue->left = packet_of(c, queue->packets.first)->flits;
    s->tail_at = noc_never;
    c->waiting--;
    noc_overlay_clock_left(&c->clock, memory, now);
    if (!c->receipts)
        noc_port_release(c->hub->ports, index);
    else if (keeps_order(c))
        noc_reply_order_sent(&c->receipts->order, (uint32_t)memory, index);
    const unsigned transit = transit_of(c, packet_of(c, index));
    noc_due_add(&c->due, (noc_due_packet){now + transit - 1, index, NOC_NONE});
}

static void send(noc_circuit *c, int memory, bool as_partner, uint64_t now)
{
    noc_circuit_sender *s = &c->senders[memory];
    if (s->tail_at == noc_never && s->free_at <= now && has_packets(s, as_partner) &&
        noc_cycle_of_tick(s->rest, noc_ticks_before(s->rest, now)) == now)
        begin(c, s, as_partner, now);
    if (s->tail_at == now) finish(c, memory, now);
}

static bool is_open(const noc_overlay_clock *clock, uint64_t now)
{
    return clock->window != NOC_NO_WINDOW &&
           now >= clock->start + (uint64_t)clock->overlay->window_switch_cycles &&
           now + NOC_OVERLAY_DRAIN < clock->end;
}

/* A packet submitted now is sent in the next cycle at the earliest. */
unsigned noc_circuit_free_lanes(noc_circuit *c, uint32_t terminal, uint64_t *closed_until)
{
    const uint32_t memory = terminal_of(c, terminal)->number;
    const noc_circuit_sender *s = &c->senders[memory];
    const uint64_t next = c->hub->ports->now + 1;
    noc_overlay_clock_go(&c->clock, c->hub->ports->now);
    const int owner = c->clock.window;
    const bool owns = owner == (int)memory;
    if (owner == NOC_NO_WINDOW || (!owns && c->senders[owner].partner != (int)memory)) {
        *closed_until = c->clock.end;
        return 0;
    }
    if (!is_open(&c->clock, next) || s->free_at > next || has_packets(s, !owns)) return 0;
    return owns ? 1u << NOC_BY_PARTNERS | 1u << NOC_BY_OWNERS : 1u << NOC_BY_PARTNERS;
}

static void send_all(noc_circuit *c, uint64_t now)
{
    noc_overlay_clock_go(&c->clock, now);
    if (is_open(&c->clock, now)) {
        const int owner = c->clock.window, partner = c->senders[owner].partner;
        send(c, owner, false, now);
        if (partner >= 0) send(c, partner, true, now);
    }
    c->next = next_sending(c, now);
}

/* ---- delivery -------------------------------------------------------------------------------- */

/* Delivers a packet to cores that may reject it. The memory node decides on a repetition in the
 * cycle when the acknowledgement is due. */
static void ask(noc_circuit *c, uint32_t index)
{
    const unsigned transit = transit_of(c, packet_of(c, index));
    noc_receipts_arrive(c->receipts, index);
    noc_due_add(&c->due, (noc_due_packet){c->hub->ports->now + transit + 1, index, ANSWER});
}

/* Evaluates the acknowledgement due by the end of the last cycle: an acknowledged packet frees
 * its place, another packet is queued again. */
static void hear(noc_circuit *c, uint32_t index)
{
    const uint64_t now = c->hub->ports->now;
    const uint32_t memory = memory_of(c, packet_of(c, index))->number;
    if (packet_of(c, index)->delivered) {
        if (keeps_order(c)) noc_reply_order_acknowledged(&c->receipts->order, memory, index);
        noc_port_release(c->hub->ports, index);
        return;
    }
    noc_overlay_clock_go(&c->clock, now);
    noc_overlay_clock_back(&c->clock, (int)memory, now);
    enqueue(c, index, memory, now - 1);
}

/* Delivers a packet to all its destinations. */
static void arrive(noc_circuit *c, uint32_t index)
{
    if (packet_of(c, index)->group == 0) {
        noc_hub_arrive(c->hub, index);
        return;
    }
    noc_multicast_carry(c->hub, packet_of(c, index));
    noc_hub_deliver(c->hub, index);
}

void noc_circuit_step(noc_circuit *c)
{
    const uint64_t now = c->hub->ports->now;
    while (noc_due_first(&c->due) <= now) {
        const noc_due_packet due = noc_due_take(&c->due);
        if (!c->receipts)
            arrive(c, due.packet);
        else if (due.line == ANSWER)
            hear(c, due.packet);
        else
            ask(c, due.packet);
    }
    if (c->next <= now) send_all(c, now);
}

/* ---- conservation ---------------------------------------------------------------------------- */

noc_status noc_circuit_check(const noc_circuit *c, noc_diag *diag)
{
    uint64_t waiting = 0;
    for (int m = 0; m < c->clock.senders; m++) {
        const noc_circuit_queue *queues = c->senders[m].queues;
        const uint64_t here =
            (uint64_t)queues[NOC_BY_PARTNERS].packets.count + queues[NOC_BY_OWNERS].packets.count;
        waiting += here;
        if ((uint64_t)c->clock.accounts[m].waiting == here + c->senders[m].expected) continue;
        return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                        "internal error: %llu replies wait at memory node %d, not %lld",
                        (unsigned long long)here, m, (long long)c->clock.accounts[m].waiting);
    }
    if (waiting == c->waiting) return NOC_OK;
    return noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                    "internal error: %llu replies wait in an overlay, not %u",
                    (unsigned long long)waiting, c->waiting);
}
