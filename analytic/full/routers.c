#include "analytic/full/routers.h"

#include "analytic/full/ends.h"
#include "analytic/full/lanes.h"
#include "analytic/full/side_by_side.h"
#include "base/min_max.h"
#include "design/allocators.h"

/* ---- choice by flits outstanding ------------------------------------------------------------ */

/* Flits in the buffer of a virtual channel. */
static unsigned buffered_in(const noc_full *f, const noc_lane *l)
{
    unsigned flits = 0;
    for (uint32_t s = l->first; s != NOC_NONE; s = f->stays[s].next)
        flits += (unsigned)(f->stays[s].came - f->stays[s].gone);
    return flits;
}

/* Outstanding flits of a channel: flits sent whose credits have not returned, or flits in
 * buffers. */
static unsigned count_on(const noc_full *f, uint32_t channel)
{
    const noc_gateway *g = &f->gateways[channel];
    const noc_network *net = noc_graph_network_of(&f->system->graph, channel);
    unsigned flits = 0;
    for (uint32_t v = 0; v < g->lanes; v++) {
        const noc_lane *l = &f->lanes[g->first_lane + v];
        flits += net->vc.sees_wire ? (unsigned)(g->buffer - l->room) : buffered_in(f, l);
    }
    return flits;
}

static uint64_t score_of(const noc_full *f, uint32_t hop)
{
    const noc_hop_choice *c = &f->system->routes.choices[hop];
    return (uint64_t)c->weight * count_on(f, f->system->routes.hops[hop].channel) + c->bias;
}

/* Hop with the lowest score; of equal hops the first one, or each with equal chance. */
static uint32_t least(noc_full *f, uint32_t hop, bool first)
{
    uint32_t best = hop;
    uint64_t score = score_of(f, hop);
    unsigned alike = 1;
    for (uint32_t h = noc_routes_other(&f->system->routes, hop); h != NOC_NONE;
         h = noc_routes_other(&f->system->routes, h)) {
        const uint64_t own = score_of(f, h);
        if (own > score || (own == score && first)) continue;
        alike = own < score ? 1 : alike + 1;
        score = own;
        if (alike == 1 || noc_fixed_uniform(&f->draws) * alike < 1.0) best = h;
    }
    return best;
}

static uint32_t drawn(noc_full *f, uint32_t hop)
{
    const noc_routes *routes = &f->system->routes;
    unsigned count = 0;
    uint32_t h = hop;
    for (uint32_t k = hop; k != NOC_NONE; k = noc_routes_other(routes, k)) count++;
    for (unsigned left = (unsigned)(noc_fixed_uniform(&f->draws) * count); left > 0; left--)
        h = noc_routes_other(routes, h);
    return h;
}

static uint32_t of_two_drawn(noc_full *f, uint32_t hop)
{
    const uint32_t one = drawn(f, hop), two = drawn(f, hop);
    return score_of(f, two) < score_of(f, one) ? two : one;
}

/* ---- choice by free virtual channels -------------------------------------------------------- */

static unsigned free_on(const noc_full *f, uint32_t hop)
{
    const noc_hop *h = &f->system->routes.hops[hop];
    return (unsigned)__builtin_popcount(f->gateways[h->channel].open & h->vcs);
}

/* Hop with free virtual channels, with a chance in proportion to their number; only hops of the
 * highest priority if the allocator has priorities. Any hop if no virtual channel is free. */
static uint32_t of_free(noc_full *f, uint32_t hop)
{
    const noc_routes *routes = &f->system->routes;
    const noc_network *net = noc_graph_network_of(&f->system->graph, routes->hops[hop].channel);
    const bool honours = noc_allocators[net->vc.vc_allocator].ranks;
    uint32_t best = NOC_NONE;
    unsigned sum = 0, highest = 0;
    for (uint32_t h = hop; h != NOC_NONE; h = noc_routes_other(routes, h)) {
        const unsigned priority = honours ? routes->choices[h].priority : 0;
        const unsigned own = free_on(f, h);
        if (own == 0 || (sum > 0 && priority < highest)) continue;
        if (priority > highest) sum = 0;
        highest = priority;
        sum += own;
        if (noc_fixed_uniform(&f->draws) * sum < own) best = h;
    }
    return best == NOC_NONE ? drawn(f, hop) : best;
}

/* Hop that a head chooses when it is routed, from the list that begins with `hop`; `hop` without a
 * choice. A head that may request virtual channels of several links requests those of one link with
 * free ones; each free virtual channel has an equal chance. */
static uint32_t take_way(noc_full *f, uint32_t hop)
{
    if (noc_routes_other(&f->system->routes, hop) == NOC_NONE) return hop;
    const uint32_t channel = f->system->routes.hops[hop].channel;
    switch (noc_graph_network_of(&f->system->graph, channel)->vc.route_choice) {
    case NOC_CHOICE_ALLOCATOR:
        return of_free(f, hop);
    case NOC_CHOICE_TWO_DRAWN:
        return of_two_drawn(f, hop);
    case NOC_CHOICE_LEAST:
        return least(f, hop, false);
    case NOC_CHOICE_FIRST_LEAST:
        return least(f, hop, true);
    case NOC_CHOICE_NONE:
        break;
    }
    return hop;
}

/* ---- requests for the switch ---------------------------------------------------------------- */

/* Next channel of a packet. */
static uint32_t output_of(const noc_full *f, const noc_stay *s)
{
    return f->system->routes.hops[s->onward].channel;
}

/* Requests the switch while a packet has flits, and space for them, in its virtual channels; else
 * withdraws the request. */
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

/* Starts the routing of a head at the front of its virtual channel. */
static void come_forward(noc_full *f, uint32_t stay)
{
    const noc_gateway *g = &f->gateways[f->lanes[f->stays[stay].lane].channel];
    noc_full_event_in(f, g->routed, (noc_full_event){stay, NOC_FULL_READY});
}

/* ---- events --------------------------------------------------------------------------------- */

static void arrive(noc_full *f, uint32_t stay)
{
    noc_stay *s = &f->stays[stay];
    const noc_gateway *g = &f->gateways[f->lanes[s->lane].channel];
    const bool head = s->came++ == 0;
    if (g->ends) { /* the terminal accepts flits as they come */
        noc_full_event_in(f, g->credit, (noc_full_event){s->lane, NOC_FULL_CREDIT});
        if (s->came < s->flits) return;
        noc_full_arrive(f, s);
        noc_full_leave(f, s->lane);
    } else if (s->ahead != NOC_NONE) {
        ask(f, stay);
    } else if (head && f->lanes[s->lane].first == stay) {
        come_forward(f, stay);
    }
}

static void give_back(noc_full *f, uint32_t lane)
{
    noc_lane *l = &f->lanes[lane];
    l->room++;
    if (l->room == 1 && l->owner < NOC_FULL_DOOR) ask(f, l->owner);
}

static void be_ready(noc_full *f, uint32_t stay)
{
    noc_stay *s = &f->stays[stay];
    s->onward = noc_full_choose(f, take_way(f, s->onward));
    const uint32_t output = output_of(f, s);
    noc_set_add(&f->heads[(size_t)output * f->words], f->lanes[s->lane].place);
    noc_set_add(f->with_heads, output);
}

static void leave(noc_full *f, uint32_t lane)
{
    noc_lane *l = &f->lanes[lane];
    noc_full_let_go(f, f->stays[f->stays[l->first].ahead].lane);
    noc_full_leave(f, lane);
    if (l->first == NOC_NONE || f->stays[l->first].came == 0) return;
    if (f->gateways[l->channel].overlaps)
        be_ready(f, l->first); /* already routed behind the last packet */
    else
        come_forward(f, l->first);
}

void noc_full_happen(noc_full *f)
{
    noc_full_slot *slot = &f->wheel[f->now & f->wheel_mask];
    for (uint32_t i = 0; i < slot->count; i++) { /* events of this cycle may be added meanwhile */
        const noc_full_event e = slot->events[i];
        switch (e.kind) {
        case NOC_FULL_ARRIVAL:
            arrive(f, e.of);
            break;
        case NOC_FULL_CREDIT:
            give_back(f, e.of);
            break;
        case NOC_FULL_READY:
            be_ready(f, e.of);
            break;
        case NOC_FULL_TAIL:
            leave(f, e.of);
            break;
        case NOC_FULL_SEEN:
            f->terminals[e.of].away--;
            break;
        case NOC_FULL_SENT:
            noc_full_let_go(f, e.of);
            noc_full_sent(f, f->system->graph.channels[f->lanes[e.of].channel].injector);
            break;
        }
    }
    slot->count = 0;
}

/* ---- virtual-channel allocation ------------------------------------------------------------- */

/* Virtual channels of an output that are available to heads, a bit for each. */
static uint32_t lanes_to_give(const noc_full *f, const noc_gateway *g)
{
    uint32_t open = g->open;
    for (uint32_t v = 0; g->atomic && v < g->lanes; v++)
        if (f->lanes[g->first_lane + v].room < g->buffer) open &= ~(1u << v);
    return open;
}

/* Packet at the front of a router's input virtual channel. */
static uint32_t front_at(const noc_full *f, const noc_gateway *g, uint64_t place)
{
    return f->lanes[f->lane_at[g->first_place + place]].first;
}

/* Virtual channels that a packet may use next, a bit for each. */
static uint32_t permitted(const noc_full *f, uint32_t stay)
{
    return f->system->routes.hops[f->stays[stay].onward].vcs;
}

static void give_lane(noc_full *f, noc_gateway *g, uint32_t output, uint32_t v, uint32_t place)
{
    uint64_t *heads = &f->heads[(size_t)output * f->words];
    const uint32_t lane = g->first_lane + v, stay = front_at(f, g, place);
    noc_stay next = f->stays[stay];
    next.hop = next.onward;
    f->stays[stay].ahead = noc_full_enter(f, lane, next);
    f->lanes[f->lane_at[g->first_place + place]].wishes =
        (uint16_t)((uint32_t)g->port * NOC_VCS_MAX + v + 1);
    f->lanes[lane].owner = stay;
    f->lanes[lane].turn = place + 1;
    g->open &= ~(1u << v);
    noc_set_remove(heads, place);
    if (noc_set_empty(heads, f->words)) noc_set_remove(f->with_heads, output);
    ask(f, stay);
}

/* Finds the head that each virtual channel selects, the next one from its pointer on. Returns the
 * virtual channels with a head, a bit for each. */
static uint32_t choose_heads(const noc_full *f, const noc_gateway *g, uint32_t output,
                             uint32_t open, uint32_t chosen[NOC_VCS_MAX])
{
    uint32_t distance[NOC_VCS_MAX], granting = 0;
    NOC_SET_EACH(place, &f->heads[(size_t)output * f->words], f->words)
    for (uint32_t left = open & permitted(f, front_at(f, g, place)); left; left &= left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(left);
        const uint32_t far = (uint32_t)place - f->lanes[g->first_lane + v].turn; /* wraps around */
        if ((granting >> v & 1) && far >= distance[v]) continue;
        granting |= 1u << v;
        distance[v] = far;
        chosen[v] = (uint32_t)place;
    }
    return granting;
}

/* Grants each selected head one of the virtual channels that selected it, the first from the head's
 * pointer on. */
static void give_lanes_of(noc_full *f, uint32_t output, uint32_t open)
{
    noc_gateway *g = &f->gateways[output];
    uint32_t chosen[NOC_VCS_MAX], granting = choose_heads(f, g, output, open, chosen);
    while (granting) {
        const uint32_t place = chosen[__builtin_ctz(granting)];
        const uint32_t wishes = f->lanes[f->lane_at[g->first_place + place]].wishes;
        const uint32_t from = wishes - (uint32_t)g->port * NOC_VCS_MAX;
        uint32_t its = 0;
        for (uint32_t left = granting; left; left &= left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(left);
            if (chosen[v] == place) its |= 1u << v;
        }
        granting &= ~its;
        give_lane(f, g, output, noc_mask_first_from(its, from < NOC_VCS_MAX ? from : 0), place);
    }
}

/* Allocates virtual channels to heads. Routers that overlap packets allocate a virtual channel in
 * the cycle in which a tail leaves it, others in the next cycle. */
static void give_lanes(noc_full *f, bool overlaps)
{
    NOC_SET_EACH(o, f->with_heads, f->channel_words)
    {
        const noc_gateway *g = &f->gateways[o];
        if (g->overlaps != overlaps || !g->open) continue;
        const uint32_t open = lanes_to_give(f, g);
        if (open) give_lanes_of(f, (uint32_t)o, open);
    }
}

/* ---- switch allocation ---------------------------------------------------------------------- */

/* True if a head without a virtual channel may request the switch speculatively: one is free, with
 * space. */
static bool may_guess(const noc_full *f, const noc_gateway *g, uint32_t stay)
{
    for (uint32_t left = permitted(f, stay) & g->open; left; left &= left - 1)
        if (f->lanes[g->first_lane + (uint32_t)__builtin_ctz(left)].room > 0) return true;
    return false;
}

/* Place whose request an output selects: the next free input from the output's pointer on, and its
 * next virtual channel from the input's pointer on; NOC_NONE: none. `is_speculative`: selects from
 * heads without a virtual channel. */
static uint32_t asker_for(const noc_full *f, const noc_gateway *g, const uint64_t *asks, bool guess)
{
    const double soon = (double)f->now + 1.0;
    uint32_t best = NOC_NONE;
    uint64_t least = UINT64_MAX;
    NOC_SET_EACH(place, asks, f->words)
    {
        const uint32_t lane = f->lane_at[g->first_place + place], input = f->lanes[lane].input;
        const noc_full_input *in = &f->inputs[input];
        const noc_gateway *port = &f->gateways[in->channel];
        const uint32_t v = lane - port->first_lane;
        const uint32_t turns =
            v >= in->lane_turn ? v - in->lane_turn : v + port->lanes - in->lane_turn;
        const uint64_t round = input >= g->turn ? 0 : UINT64_C(1) << 40; /* inputs wrap around */
        const uint64_t far = round + (uint64_t)input * NOC_VCS_MAX + turns;
        if (far >= least || !(in->free < soon)) continue;
        if (guess && !may_guess(f, g, f->lanes[lane].first)) continue;
        best = (uint32_t)place;
        least = far;
    }
    return best;
}

/* True if output `one` comes before `two` from an input's pointer on. */
static bool prefers(const noc_full_input *input, uint16_t one, uint16_t two)
{
    const uint16_t turn = input->turn;
    return (uint16_t)(one - turn) < (uint16_t)(two - turn);
}

/* Adds a bid of an output for a flit of an input, which keeps its preferred bid. */
static void bid_for(noc_full *f, uint32_t output, uint32_t place, bool guess)
{
    const noc_gateway *g = &f->gateways[output];
    const uint32_t lane = f->lane_at[g->first_place + place];
    noc_full_input *in = &f->inputs[f->lanes[lane].input];
    const bool yields = f->gateways[in->channel].yields, low = guess && yields;
    if (in->bid == NOC_NONE) {
        f->bidders[f->bidder_count++] = f->lanes[lane].input;
    } else {
        const bool is_low = in->is_guess && yields;
        const uint16_t other = f->gateways[output_of(f, &f->stays[f->lanes[in->bid].first])].port;
        if (low && !is_low) return;
        if (low == is_low && !prefers(in, g->port, other)) return;
    }
    in->bid = lane;
    in->is_guess = guess;
}

static void bid(noc_full *f, uint32_t output)
{
    const noc_gateway *g = &f->gateways[output];
    const size_t first = (size_t)output * f->words;
    if (!(g->free < (double)f->now + 1.0)) return;
    uint32_t place = asker_for(f, g, &f->asks[first], false);
    const bool guess = place == NOC_NONE && g->speculates;
    if (guess) place = asker_for(f, g, &f->heads[first], true);
    if (place != NOC_NONE) bid_for(f, output, place, guess);
}

/* Occupies an input, an output and its channel for a flit. Returns the cycles of the flit in the
 * queue between output and channel. */
static uint64_t use_output(noc_full *f, noc_full_input *in, noc_gateway *out, bool head)
{
    const double now = (double)f->now, channel = max_of(out->channel_free, now);
    const double hold = head ? out->head_hold : out->body_hold;
    out->free = max_of(out->free, now) + out->pace + hold + (head ? out->pause : 0.0);
    out->channel_free = channel + out->channel_pace;
    in->free = max_of(in->free, now) + in->pace + hold;
    return (uint64_t)(channel - now + hold);
}

/* Advances the round-robin pointers past the input, the virtual channel and the output. */
static void turn_on(noc_full *f, uint32_t lane, noc_gateway *out)
{
    noc_full_input *in = &f->inputs[f->lanes[lane].input];
    const noc_gateway *port = &f->gateways[in->channel];
    out->turn = f->lanes[lane].input + 1;
    in->lane_turn = (uint16_t)((lane - port->first_lane + 1) % port->lanes);
    in->turn = (uint16_t)(out->port + 1);
}

/* Moves a flit from the front of a virtual channel through the switch. */
static void move(noc_full *f, uint32_t lane)
{
    const uint32_t stay = f->lanes[lane].first;
    noc_stay *s = &f->stays[stay];
    noc_gateway *out = &f->gateways[output_of(f, s)];
    /* 1 if the crossbar works until the next cycle */
    const uint64_t passed = out->last_step <= f->pass;
    const uint64_t queued =
        max_u64(passed, use_output(f, &f->inputs[f->lanes[lane].input], out, s->gone == 0));
    turn_on(f, lane, out);
    s->gone++;
    f->lanes[f->stays[s->ahead].lane].room--;
    f->steps++;
    noc_full_event_in(f, out->flight + queued, (noc_full_event){s->ahead, NOC_FULL_ARRIVAL});
    noc_full_event_in(f, f->gateways[f->lanes[lane].channel].credit,
                      (noc_full_event){lane, NOC_FULL_CREDIT});
    ask(f, stay);
    if (s->gone < s->flits) return;
    if (out->overlaps)
        leave(f, lane);
    else
        noc_full_event_in(f, f->passes > 1 ? 0 : 1, (noc_full_event){lane, NOC_FULL_TAIL});
}

static void bid_all(noc_full *f)
{
    f->bidder_count = 0;
    NOC_SET_EACH(o, f->with_asks, f->channel_words)
    bid(f, (uint32_t)o);
    NOC_SET_EACH(o, f->with_heads, f->channel_words)
    if (f->gateways[o].speculates && !noc_set_has(f->with_asks, (unsigned)o)) bid(f, (uint32_t)o);
}

/* Moves the flits of all bids. A speculative head moves if it has got a virtual channel with space
 * in the meantime. */
static void move_all(noc_full *f)
{
    for (uint32_t i = 0; i < f->bidder_count; i++) {
        noc_full_input *in = &f->inputs[f->bidders[i]];
        const uint32_t lane = in->bid;
        const noc_stay *s = &f->stays[f->lanes[lane].first];
        in->bid = NOC_NONE;
        if (s->ahead != NOC_NONE && f->lanes[f->stays[s->ahead].lane].room > 0) move(f, lane);
    }
}

void noc_full_route(noc_full *f)
{
    bid_all(f);
    give_lanes(f, false);
    move_all(f);
    give_lanes(f, true);
}
