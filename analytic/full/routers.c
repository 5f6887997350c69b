#include <math.h>
#include <stdlib.h>

#include "analytic/full/state.h"

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

static uint64_t whole(double cycles)
{
    return cycles < 1.0 ? 1 : (uint64_t)ceil(cycles);
}

/* ---- lanes ---------------------------------------------------------------------------------- */

uint32_t noc_full_enter(noc_full *f, uint32_t lane, noc_stay stay)
{
    noc_lane *l = &f->lanes[lane];
    const uint32_t s = f->free_stay;
    f->free_stay = f->stays[s].next;
    stay.lane = lane;
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

/* Channel that a packet takes next. */
static uint32_t output_of(const noc_full *f, const noc_stay *s)
{
    const noc_hop *hops = f->system->routes.hops;
    return hops[hops[s->hop].next].channel;
}

/* Asks for the switch, or no longer, as there are flits and room for them. */
static void ask(noc_full *f, uint32_t stay)
{
    const noc_stay *s = &f->stays[stay];
    const uint32_t output = output_of(f, s);
    const unsigned place = f->lanes[s->lane].place;
    uint64_t *asks = &f->asks[(size_t)output * f->words];
    if (s->came > s->gone && f->lanes[f->stays[s->ahead].lane].room > 0) {
        noc_set_add(asks, place);
        noc_set_add(f->with_asks, output);
    } else {
        noc_set_remove(asks, place);
        if (noc_set_empty(asks, f->words)) noc_set_remove(f->with_asks, output);
    }
}

/* A head comes to the front, or a front has its head: it is routed, from a cycle on. */
static void come_forward(noc_full *f, uint32_t stay, uint64_t arrived_before)
{
    const noc_gateway *g = &f->gateways[f->lanes[f->stays[stay].lane].channel];
    const uint64_t early = g->overlaps ? arrived_before : 0;
    const uint64_t wait = g->routed > early ? g->routed - early : 0;
    noc_full_event_in(f, wait, (noc_full_event){stay, 0, NOC_FULL_READY});
}

/* ---- what happens --------------------------------------------------------------------------- */

/* The terminal takes flits as they come; a packet is there with its last one. */
static void take_out(noc_full *f, uint32_t stay, unsigned flits)
{
    noc_stay *s = &f->stays[stay];
    const noc_gateway *g = &f->gateways[f->lanes[s->lane].channel];
    s->gone = (uint16_t)(s->gone + flits);
    noc_full_event_in(f, g->credit, (noc_full_event){s->lane, (uint16_t)flits, NOC_FULL_CREDIT});
    if (s->gone == s->flits)
        noc_full_event_in(f, (uint64_t)((flits - 1) * g->pace),
                          (noc_full_event){s->lane, 0, NOC_FULL_DONE});
}

/* The packet at the front has left the network. */
static void be_done(noc_full *f, uint32_t lane)
{
    noc_lane *l = &f->lanes[lane];
    const uint32_t stay = l->first;
    noc_full_arrive(f, &f->stays[stay]);
    l->first = f->stays[stay].next;
    f->stays[stay].next = f->free_stay;
    f->free_stay = stay;
}

static void arrive(noc_full *f, uint32_t stay, unsigned flits)
{
    noc_stay *s = &f->stays[stay];
    const bool head = s->came == 0;
    s->came = (uint16_t)(s->came + flits);
    if (f->gateways[f->lanes[s->lane].channel].ends)
        take_out(f, stay, flits);
    else if (s->ahead != NOC_NONE)
        ask(f, stay);
    else if (head && f->lanes[s->lane].first == stay)
        come_forward(f, stay, 0);
}

static void give_back(noc_full *f, uint32_t lane, unsigned flits)
{
    noc_lane *l = &f->lanes[lane];
    l->room = (uint16_t)(l->room + flits);
    if (l->owner < NOC_FULL_DOOR) ask(f, l->owner);
}

static void be_ready(noc_full *f, uint32_t stay)
{
    const noc_stay *s = &f->stays[stay];
    const uint32_t output = output_of(f, s);
    noc_set_add(&f->heads[(size_t)output * f->words], f->lanes[s->lane].place);
    noc_set_add(f->with_heads, output);
}

/* Nobody sends into a lane any more. */
static void let_go(noc_full *f, uint32_t lane)
{
    f->lanes[lane].owner = NOC_NONE;
    f->gateways[f->lanes[lane].channel].free_lanes++;
}

static void leave(noc_full *f, uint32_t lane)
{
    noc_lane *l = &f->lanes[lane];
    const uint32_t gone = l->first;
    noc_stay *s = &f->stays[gone];
    let_go(f, f->stays[s->ahead].lane);
    l->first = s->next;
    s->next = f->free_stay;
    f->free_stay = gone;
    if (l->first != NOC_NONE && f->stays[l->first].came > 0)
        come_forward(f, l->first, f->gateways[l->channel].routed);
}

void noc_full_happen(noc_full *f)
{
    noc_full_slot *slot = &f->wheel[f->now & f->wheel_mask];
    for (uint32_t i = 0; i < slot->count; i++) { /* events of this very cycle may be added */
        const noc_full_event e = slot->events[i];
        switch ((noc_full_event_kind)e.kind) {
        case NOC_FULL_ARRIVAL:
            arrive(f, e.of, e.flits);
            break;
        case NOC_FULL_CREDIT:
            give_back(f, e.of, e.flits);
            break;
        case NOC_FULL_READY:
            be_ready(f, e.of);
            break;
        case NOC_FULL_TAIL:
            leave(f, e.of);
            break;
        case NOC_FULL_DONE:
            be_done(f, e.of);
            break;
        case NOC_FULL_SENT:
            let_go(f, e.of);
            noc_full_sent(f, f->system->graph.channels[f->lanes[e.of].channel].injector);
            break;
        }
    }
    slot->count = 0;
}

/* ---- lanes are given ------------------------------------------------------------------------ */

/* Place of the next head, from the lane's turn on, that may take the lane; NOC_NONE: none may. */
static uint32_t head_for(const noc_full *f, const noc_gateway *g, uint32_t output, uint32_t lane)
{
    const noc_hop *hops = f->system->routes.hops;
    const uint64_t *heads = &f->heads[(size_t)output * f->words];
    const uint32_t turn = f->lanes[lane].turn, bit = 1u << (lane - g->first_lane);
    uint32_t lowest = NOC_NONE;
    NOC_SET_EACH(place, heads, f->words)
    {
        const noc_stay *s = &f->stays[f->lanes[f->lane_at[g->first_place + place]].first];
        if (!(hops[hops[s->hop].next].vcs & bit)) continue;
        if (place >= turn) return (uint32_t)place;
        if (lowest == NOC_NONE) lowest = (uint32_t)place;
    }
    return lowest;
}

static void give_lane(noc_full *f, noc_gateway *g, uint32_t output, uint32_t lane, uint32_t place)
{
    uint64_t *heads = &f->heads[(size_t)output * f->words];
    const uint32_t stay = f->lanes[f->lane_at[g->first_place + place]].first;
    noc_stay *s = &f->stays[stay], next = *s;
    next.hop = f->system->routes.hops[s->hop].next;
    s->ahead = noc_full_enter(f, lane, next);
    f->lanes[lane].owner = stay;
    f->lanes[lane].turn = place + 1;
    g->free_lanes--;
    noc_set_remove(heads, place);
    if (noc_set_empty(heads, f->words)) noc_set_remove(f->with_heads, output);
    ask(f, stay);
}

static void give_lanes(noc_full *f, bool speculates)
{
    NOC_SET_EACH(o, f->with_heads, f->channel_words)
    {
        noc_gateway *g = &f->gateways[o];
        if (g->speculates != speculates) continue;
        for (uint32_t v = 0; v < g->lanes && g->free_lanes > 0; v++) {
            const noc_lane *l = &f->lanes[g->first_lane + v];
            if (l->owner != NOC_NONE || (g->atomic && l->room < g->buffer)) continue;
            const uint32_t place = head_for(f, g, (uint32_t)o, g->first_lane + v);
            if (place != NOC_NONE) give_lane(f, g, (uint32_t)o, g->first_lane + v, place);
        }
    }
}

/* ---- the switch ----------------------------------------------------------------------------- */

static uint32_t input_at(const noc_full *f, const noc_gateway *g, uint32_t place)
{
    return f->lanes[f->lane_at[g->first_place + place]].channel;
}

/* Of the lanes of an input that ask for an output, that whose turn it is. */
static uint32_t of_input(const noc_full *f, uint32_t input, const uint64_t *asks)
{
    const noc_gateway *g = &f->gateways[input];
    const uint32_t first = f->lanes[g->first_lane].place;
    for (uint32_t k = 0; k < g->lanes; k++) {
        const uint32_t v =
            g->lane_turn + k < g->lanes ? g->lane_turn + k : g->lane_turn + k - g->lanes;
        if (noc_set_has(asks, first + v)) return first + v;
    }
    return first; /* not reached */
}

/* Place of a lane that gets an output: of the next input, from the output's turn on, that is free;
 * NOC_NONE. */
static uint32_t asker_for(const noc_full *f, uint32_t output)
{
    const noc_gateway *g = &f->gateways[output];
    const double soon = (double)f->now + 1.0;
    const uint64_t *asks = &f->asks[(size_t)output * f->words];
    uint32_t lowest = NOC_NONE;
    NOC_SET_EACH(place, asks, f->words)
    {
        const uint32_t input = input_at(f, g, (uint32_t)place);
        if (!(f->gateways[input].input_free < soon)) continue;
        if (place >= g->turn) return of_input(f, input, asks);
        if (lowest == NOC_NONE) lowest = (uint32_t)place;
    }
    return lowest == NOC_NONE ? lowest : of_input(f, input_at(f, g, lowest), asks);
}

/* Whether an input would rather have output `one` than `two`. */
static bool prefers(const noc_gateway *input, uint16_t one, uint16_t two)
{
    const uint16_t turn = input->input_turn;
    return (uint16_t)(one - turn) < (uint16_t)(two - turn);
}

static void bid(noc_full *f, uint32_t output)
{
    noc_gateway *g = &f->gateways[output];
    if (!(g->free < (double)f->now + 1.0)) return;
    const uint32_t place = asker_for(f, output);
    if (place == NOC_NONE) return;
    const uint32_t lane = f->lane_at[g->first_place + place];
    noc_gateway *input = &f->gateways[f->lanes[lane].channel];
    if (input->bid == NOC_NONE)
        f->bidders[f->bidder_count++] = f->lanes[lane].channel;
    else if (!prefers(input, g->port,
                      f->gateways[output_of(f, &f->stays[f->lanes[input->bid].first])].port))
        return;
    input->bid = lane;
}

static double later(double free, uint64_t now)
{
    return free > (double)now ? free : (double)now;
}

/* A run of flits leaves the front of a lane. */
static void move(noc_full *f, uint32_t lane)
{
    noc_stay *s = &f->stays[f->lanes[lane].first];
    const uint32_t output = output_of(f, s);
    noc_gateway *in = &f->gateways[f->lanes[lane].channel], *out = &f->gateways[output];
    noc_lane *to = &f->lanes[f->stays[s->ahead].lane];
    const unsigned there = s->came - s->gone, flits = there < to->room ? there : to->room;
    const double takes = flits * out->pace + (s->gone == 0 ? out->pause : 0.0);
    out->free = later(out->free, f->now) + takes;
    in->input_free = later(in->input_free, f->now) + flits * in->input_pace;
    out->turn = f->lanes[in->first_lane].place + in->lanes;
    in->lane_turn = (uint16_t)((lane - in->first_lane + 1) % in->lanes);
    in->input_turn = (uint16_t)(out->port + 1);
    s->gone = (uint16_t)(s->gone + flits);
    to->room = (uint16_t)(to->room - flits);
    f->steps++;
    noc_full_event_in(f, out->flight,
                      (noc_full_event){s->ahead, (uint16_t)flits, NOC_FULL_ARRIVAL});
    noc_full_event_in(f, in->credit, (noc_full_event){lane, (uint16_t)flits, NOC_FULL_CREDIT});
    if (s->gone == s->flits)
        noc_full_event_in(f, whole(out->free - (double)f->now),
                          (noc_full_event){lane, 0, NOC_FULL_TAIL});
    ask(f, f->lanes[lane].first);
}

static void switch_runs(noc_full *f)
{
    f->bidder_count = 0;
    NOC_SET_EACH(o, f->with_asks, f->channel_words)
    bid(f, (uint32_t)o);
    for (uint32_t i = 0; i < f->bidder_count; i++) {
        noc_gateway *input = &f->gateways[f->bidders[i]];
        const uint32_t lane = input->bid;
        input->bid = NOC_NONE;
        move(f, lane);
    }
}

void noc_full_route(noc_full *f)
{
    give_lanes(f, true);
    switch_runs(f);
    give_lanes(f, false);
}
