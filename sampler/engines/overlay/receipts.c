#include "sampler/engines/overlay/receipts.h"

#include "design/memory/replies.h"
#include "sampler/engines/overlay/multicast.h"

/* ---- queues of cores ------------------------------------------------------------------------ */

bool noc_core_queues_add(noc_core_queues *q, uint32_t core, uint64_t now, unsigned flits)
{
    if (q->places == 0) return true;
    noc_core_queue *queue = &q->queues[core];
    uint64_t *free_cycles = &q->free_cycles[(size_t)core * q->places];
    for (; queue->count > 0 && free_cycles[queue->first] <= now; queue->count--)
        queue->first = (queue->first + 1) % q->places;
    if (queue->count == q->places) return false;
    const uint64_t start = queue->free_cycle > now ? queue->free_cycle : now + 1;
    queue->free_cycle = start + flits;
    free_cycles[(queue->first + queue->count++) % q->places] = queue->free_cycle;
    return true;
}

/* ---- order of replies ----------------------------------------------------------------------- */

/* Finds a packet among the pending packets of its memory node; returns their number if it is not
 * among them. */
static uint32_t find_pending(const noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t *pending = &o->pending_packets[(size_t)memory * o->places];
    uint32_t place = 0;
    while (place < o->pending_counts[memory] && pending[place] != packet) place++;
    return place;
}

void noc_reply_order_add(noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t place = find_pending(o, memory, packet);
    if (place < o->pending_counts[memory]) return;
    o->pending_packets[(size_t)memory * o->places + place] = packet;
    o->pending_counts[memory]++;
}

void noc_reply_order_remove(noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    uint32_t *pending = &o->pending_packets[(size_t)memory * o->places];
    const uint32_t place = find_pending(o, memory, packet);
    pending[place] = pending[--o->pending_counts[memory]];
}

static bool has_equal_line(const noc_ports *p, uint32_t a, uint32_t b)
{
    return p->memory_lines[p->packets.entries[a].tag] ==
               p->memory_lines[p->packets.entries[b].tag] &&
           noc_port_destination(p, a) == noc_port_destination(p, b);
}

static bool can_send(const noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t *pending = &o->pending_packets[(size_t)memory * o->places];
    for (uint32_t k = 0; k < o->pending_counts[memory]; k++)
        if (pending[k] != packet && has_equal_line(o->ports, pending[k], packet)) return false;
    return true;
}

bool noc_reply_order_promote(const noc_reply_order *o, uint32_t memory, noc_packet_queue *queue)
{
    uint32_t before = NOC_NONE, packet = queue->first;
    for (uint32_t k = 0; k < queue->count; k++) {
        if (can_send(o, memory, packet)) {
            noc_packet_queue_promote(&o->ports->packets, queue, before, packet);
            return true;
        }
        before = packet;
        packet = o->ports->packets.entries[packet].next;
    }
    return false;
}

/* ---- receipts ------------------------------------------------------------------------------- */

static const double bits_per_byte = 8.0;

bool noc_receipts_make(noc_receipts *r, noc_hub *hub, uint16_t network, uint64_t seed)
{
    const noc_system *s = hub->system;
    const noc_graph *g = &s->graph;
    noc_arena *arena = hub->ports->arena;
    const noc_overlay *overlay = &noc_system_spec(s, network)->overlay;
    const size_t core_places = (size_t)overlay->core_queue,
                 reply_places = (size_t)noc_reply_capacity(s->design);
    /* random streams of terminals and of memory nodes */
    const uint32_t stream_count = g->terminal_count + g->memory_count;
    *r = (noc_receipts){
        .hub = hub,
        .overlay = overlay,
        .flit_bits = bits_per_byte * g->networks[network].flit_bytes,
        .random = noc_random_stream(seed, (uint64_t)stream_count + network),
        .cores = {.places = (uint32_t)core_places},
        .order = {.ports = hub->ports, .places = (uint32_t)reply_places},
    };
    r->cores.queues = noc_arena_array(arena, g->compute_count, sizeof *r->cores.queues);
    r->cores.free_cycles =
        noc_arena_array(arena, g->compute_count * core_places, sizeof *r->cores.free_cycles);
    r->order.pending_counts =
        noc_arena_array(arena, g->memory_count, sizeof *r->order.pending_counts);
    if (hub->ports->memory_lines)
        r->order.pending_packets = noc_arena_array(arena, g->memory_count * reply_places,
                                                   sizeof *r->order.pending_packets);
    return !arena->is_short;
}

static bool draw_bit_error(noc_receipts *r, unsigned flits)
{
    return r->overlay->bit_error_rate > 0.0 &&
           noc_random_uniform(&r->random) <
               noc_overlay_error_chance(r->overlay, r->flit_bits * flits);
}

static bool try_receive(noc_receipts *r, const noc_packet *packet, uint32_t flow)
{
    const uint32_t terminal = r->hub->system->traffic.flows[flow].destination;
    const uint32_t core = r->hub->system->graph.terminals[terminal].number;
    return !draw_bit_error(r, packet->flits) &&
           noc_core_queues_add(&r->cores, core, r->hub->ports->now, packet->flits);
}

void noc_receipts_arrive(noc_receipts *r, uint32_t index)
{
    noc_packet *packet = &r->hub->ports->packets.entries[index];
    const noc_targets targets = noc_packet_targets(&r->hub->ports->groups, packet);
    uint32_t missing = 0;
    noc_multicast_count_flits(r->hub, packet);
    for (uint32_t k = 0; k < targets.count; k++)
        if (!try_receive(r, packet, targets.flows[k])) targets.flows[missing++] = targets.flows[k];
    if (missing == 0)
        noc_hub_deliver(r->hub, index);
    else
        noc_multicast_reduce(r->hub, packet, missing);
}
