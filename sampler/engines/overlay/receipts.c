#include "sampler/engines/overlay/receipts.h"

#include "design/memory/replies.h"
#include "sampler/engines/overlay/multicast.h"

static const double bits_per_byte = 8.0;

bool noc_receipts_make(noc_receipts *r, noc_hub *hub, uint16_t network, uint64_t seed)
{
    const noc_system *s = hub->system;
    const noc_graph *g = &s->graph;
    const noc_overlay *overlay = &s->design->networks[g->networks[network].spec].overlay;
    const uint32_t others = g->terminal_count + g->memory_count; /* who have a stream each */
    *r = (noc_receipts){
        .hub = hub,
        .overlay = overlay,
        .flit_bits = bits_per_byte * g->networks[network].flit_bytes,
        .random = noc_random_stream(seed, (uint64_t)others + network),
    };
    return noc_core_queues_make(&r->cores, g->compute_count, (uint32_t)overlay->core_queue) &&
           noc_reply_order_make(&r->order, hub->ports, (uint32_t)noc_reply_places(s->design));
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
        noc_hub_land(r->hub, index);
    else
        noc_multicast_leave(r->hub, packet, left);
}
