#include "sampler/engines/overlay/receipts.h"

#include <stdlib.h>

#include "design/memory/replies.h"
#include "sampler/engines/overlay/multicast.h"

/* ---- queues of cores ------------------------------------------------------------------------ */

bool noc_core_queues_make(noc_core_queues *q, uint32_t cores, uint32_t places)
{
    *q = (noc_core_queues){.places = places};
    if (places == 0) return true;
    q->all = calloc(cores + 1u, sizeof *q->all);
    q->gone = calloc((size_t)cores * places + 1, sizeof *q->gone);
    return q->all && q->gone;
}

void noc_core_queues_clear(noc_core_queues *q)
{
    free(q->all);
    free(q->gone);
}

bool noc_core_queues_enter(noc_core_queues *q, uint32_t core, uint64_t now, unsigned flits)
{
    if (q->places == 0) return true;
    noc_core_queue *queue = &q->all[core];
    uint64_t *gone = &q->gone[(size_t)core * q->places];
    for (; queue->count > 0 && gone[queue->first] <= now; queue->count--)
        queue->first = (queue->first + 1) % q->places;
    if (queue->count == q->places) return false;
    const uint64_t start = queue->free_at > now ? queue->free_at : now + 1;
    queue->free_at = start + flits;
    gone[(queue->first + queue->count++) % q->places] = queue->free_at;
    return true;
}

/* ---- order of replies ----------------------------------------------------------------------- */

bool noc_reply_order_make(noc_reply_order *o, const noc_ports *ports, uint32_t places)
{
    const uint32_t memories = ports->system->graph.memory_count;
    *o = (noc_reply_order){.ports = ports, .places = places};
    if (!ports->lines) return true;
    o->open = malloc(((size_t)memories * places + 1) * sizeof *o->open);
    o->count = calloc(memories + 1u, sizeof *o->count);
    return o->open && o->count;
}

void noc_reply_order_clear(noc_reply_order *o)
{
    free(o->open);
    free(o->count);
}

/* Finds a packet among the pending packets of its memory node; returns their number if it is not
 * among them. */
static uint32_t find(const noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t *open = &o->open[(size_t)memory * o->places];
    uint32_t at = 0;
    while (at < o->count[memory] && open[at] != packet) at++;
    return at;
}

void noc_reply_order_sent(noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t at = find(o, memory, packet);
    if (at < o->count[memory]) return;
    o->open[(size_t)memory * o->places + at] = packet;
    o->count[memory]++;
}

void noc_reply_order_acknowledged(noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    uint32_t *open = &o->open[(size_t)memory * o->places];
    const uint32_t at = find(o, memory, packet);
    open[at] = open[--o->count[memory]];
}

static bool is_alike(const noc_ports *p, uint32_t a, uint32_t b)
{
    return p->lines[p->packets.all[a].tag] == p->lines[p->packets.all[b].tag] &&
           noc_port_destination(p, a) == noc_port_destination(p, b);
}

static bool may_go(const noc_reply_order *o, uint32_t memory, uint32_t packet)
{
    const uint32_t *open = &o->open[(size_t)memory * o->places];
    for (uint32_t k = 0; k < o->count[memory]; k++)
        if (open[k] != packet && is_alike(o->ports, open[k], packet)) return false;
    return true;
}

bool noc_reply_order_raise(const noc_reply_order *o, uint32_t memory, noc_packet_line *line)
{
    uint32_t before = NOC_NONE, packet = line->first;
    for (uint32_t k = 0; k < line->count; k++) {
        if (may_go(o, memory, packet)) {
            noc_line_raise(&o->ports->packets, line, before, packet);
            return true;
        }
        before = packet;
        packet = o->ports->packets.all[packet].next;
    }
    return false;
}

/* ---- receipts ------------------------------------------------------------------------------- */

static const double bits_per_byte = 8.0;

bool noc_receipts_make(noc_receipts *r, noc_hub *hub, uint16_t network, uint64_t seed)
{
    const noc_system *s = hub->system;
    const noc_graph *g = &s->graph;
    const noc_overlay *overlay = &s->design->networks[g->networks[network].spec].overlay;
    /* random streams of terminals and of memory nodes */
    const uint32_t others = g->terminal_count + g->memory_count;
    *r = (noc_receipts){
        .hub = hub,
        .overlay = overlay,
        .flit_bits = bits_per_byte * g->networks[network].flit_bytes,
        .random = noc_random_stream(seed, (uint64_t)others + network),
    };
    return noc_core_queues_make(&r->cores, g->compute_count, (uint32_t)overlay->core_queue) &&
           noc_reply_order_make(&r->order, hub->ports, (uint32_t)noc_reply_capacity(s->design));
}

void noc_receipts_clear(noc_receipts *r)
{
    noc_core_queues_clear(&r->cores);
    noc_reply_order_clear(&r->order);
}

static bool is_hit(noc_receipts *r, unsigned flits)
{
    return r->overlay->bit_error_rate > 0.0 &&
           noc_random_uniform(&r->random) <
               noc_overlay_hit_chance(r->overlay, r->flit_bits * flits);
}

static bool gets(noc_receipts *r, const noc_packet *packet, uint32_t flow)
{
    const uint32_t terminal = r->hub->system->traffic.flows[flow].destination;
    const uint32_t core = r->hub->system->graph.terminals[terminal].number;
    return !is_hit(r, packet->flits) &&
           noc_core_queues_enter(&r->cores, core, r->hub->ports->now, packet->flits);
}

void noc_receipts_arrive(noc_receipts *r, uint32_t index)
{
    noc_packet *packet = &r->hub->ports->packets.all[index];
    const noc_targets targets = noc_targets_of(&r->hub->ports->groups, packet);
    uint32_t left = 0;
    noc_multicast_carry(r->hub, packet);
    for (uint32_t k = 0; k < targets.count; k++)
        if (!gets(r, packet, targets.flows[k])) targets.flows[left++] = targets.flows[k];
    if (left == 0)
        noc_hub_deliver(r->hub, index);
    else
        noc_multicast_leave(r->hub, packet, left);
}
