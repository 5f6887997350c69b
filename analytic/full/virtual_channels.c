#include "analytic/full/virtual_channels.h"

/* ---- events --------------------------------------------------------------------------------- */

void noc_full_schedule_event(noc_full *f, uint64_t cycles, noc_full_event event)
{
    noc_event_slot *slot = &f->event_wheel[(f->cycle + cycles) & f->wheel_mask];
    if (slot->count == slot->capacity) {
        const uint32_t capacity = 2 * slot->capacity + 16;
        noc_full_event *new_events =
            noc_arena_resize(f->arena, slot->events, capacity, sizeof *new_events);
        if (!new_events) return;
        slot->events = new_events;
        slot->capacity = capacity;
    }
    slot->events[slot->count++] = event;
}

/* ---- packets -------------------------------------------------------------------------------- */

uint32_t noc_full_add_packet(noc_full *f, uint32_t vc, noc_vc_packet packet)
{
    noc_full_vc *l = &f->vcs[vc];
    const uint32_t s = f->free_vc_packet;
    f->free_vc_packet = f->vc_packets[s].next_packet;
    packet.vc = vc;
    packet.next_hop = f->system->routes.hops[packet.hop].next;
    packet.next_packet = packet.vc_packet_ahead = NOC_NONE;
    packet.arrived_flits = packet.departed_flits = 0;
    f->vc_packets[s] = packet;
    if (l->first_packet == NOC_NONE)
        l->first_packet = s;
    else
        f->vc_packets[l->last_packet].next_packet = s;
    l->last_packet = s;
    return s;
}

void noc_full_remove_packet(noc_full *f, uint32_t vc)
{
    noc_full_vc *l = &f->vcs[vc];
    const uint32_t s = l->first_packet;
    l->first_packet = f->vc_packets[s].next_packet;
    f->vc_packets[s].next_packet = f->free_vc_packet;
    f->free_vc_packet = s;
}

void noc_full_release_vc(noc_full *f, uint32_t vc)
{
    noc_full_channel *g = &f->channels[f->vcs[vc].channel];
    f->vcs[vc].owner = NOC_NONE;
    g->free_vcs |= 1u << (vc - g->first_vc);
}
