#include "analytic/full/lanes.h"

#include <stdlib.h>

/* ---- events --------------------------------------------------------------------------------- */

void noc_full_event_in(noc_full *f, uint64_t cycles, noc_full_event event)
{
    noc_full_slot *slot = &f->wheel[(f->now + cycles) & f->wheel_mask];
    if (slot->count == slot->capacity) {
        const uint32_t capacity = 2 * slot->capacity + 16;
        noc_full_event *grown = realloc(slot->events, capacity * sizeof *grown);
        if (!grown) {
            f->short_of_memory = true;
            return;
        }
        slot->events = grown;
        slot->capacity = capacity;
    }
    slot->events[slot->count++] = event;
}

/* ---- lanes ---------------------------------------------------------------------------------- */

uint32_t noc_full_enter(noc_full *f, uint32_t lane, noc_stay stay)
{
    noc_lane *l = &f->lanes[lane];
    const uint32_t s = f->free_stay;
    f->free_stay = f->stays[s].next;
    stay.lane = lane;
    stay.onward = f->system->routes.hops[stay.hop].next;
    stay.next = stay.ahead = NOC_NONE;
    stay.came = stay.gone = 0;
    f->stays[s] = stay;
    if (l->first == NOC_NONE)
        l->first = s;
    else
        f->stays[l->last].next = s;
    l->last = s;
    return s;
}

void noc_full_leave(noc_full *f, uint32_t lane)
{
    noc_lane *l = &f->lanes[lane];
    const uint32_t s = l->first;
    l->first = f->stays[s].next;
    f->stays[s].next = f->free_stay;
    f->free_stay = s;
}

void noc_full_let_go(noc_full *f, uint32_t lane)
{
    noc_gateway *g = &f->gateways[f->lanes[lane].channel];
    f->lanes[lane].owner = NOC_NONE;
    g->open |= 1u << (lane - g->first_lane);
}
