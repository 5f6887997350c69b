#include "analytic/full/routers.h"

#include "analytic/full/parallel_channels.h"
#include "analytic/full/terminals.h"
#include "analytic/full/virtual_channels.h"
#include "base/min_max.h"
#include "design/allocators.h"

/* ---- choice by flits outstanding ------------------------------------------------------------ */

/* Returns the flits in the buffer of a virtual channel. */
static unsigned count_buffered_flits(const noc_full *f, const noc_full_vc *l)
{
    unsigned flits = 0;
    for (uint32_t s = l->first_packet; s != NOC_NONE; s = f->vc_packets[s].next_packet)
        flits += (unsigned)(f->vc_packets[s].arrived_flits - f->vc_packets[s].departed_flits);
    return flits;
}

/* Returns the outstanding flits of a channel: by the network's rule, flits sent whose credits have
 * not returned, or flits in the buffers behind the channel. */
static unsigned count_outstanding(const noc_full *f, uint32_t channel)
{
    const noc_full_channel *g = &f->channels[channel];
    const noc_network *net = noc_graph_channel_network(&f->system->graph, channel);
    unsigned flits = 0;
    for (uint32_t v = 0; v < g->vc_count; v++) {
        const noc_full_vc *l = &f->vcs[g->first_vc + v];
        flits += net->vc.counts_sent_flits ? (unsigned)(g->buffer_flits - l->credits)
                                           : count_buffered_flits(f, l);
    }
    return flits;
}

static uint64_t find_score(const noc_full *f, uint32_t hop)
{
    const noc_hop_choice *c = &f->system->routes.choices[hop];
    return (uint64_t)c->weight * count_outstanding(f, f->system->routes.hops[hop].channel) +
           c->bias;
}

/* Returns the hop with the lowest score, of the list that begins with `hop`; of equal hops the
 * first one, or each with equal chance. */
static uint32_t choose_least(noc_full *f, uint32_t hop, bool prefers_first)
{
    uint32_t best = hop;
    uint64_t score = find_score(f, hop);
    unsigned tie_count = 1;
    for (uint32_t h = noc_routes_alternative(&f->system->routes, hop); h != NOC_NONE;
         h = noc_routes_alternative(&f->system->routes, h)) {
        const uint64_t hop_score = find_score(f, h);
        if (hop_score > score || (hop_score == score && prefers_first)) continue;
        tie_count = hop_score < score ? 1 : tie_count + 1;
        score = hop_score;
        if (tie_count == 1 || noc_fixed_uniform(&f->stream) * tie_count < 1.0) best = h;
    }
    return best;
}

/* Returns a hop of the list that begins with `hop`, each with equal chance. */
static uint32_t draw_hop(noc_full *f, uint32_t hop)
{
    const noc_routes *routes = &f->system->routes;
    unsigned count = 0;
    uint32_t h = hop;
    for (uint32_t k = hop; k != NOC_NONE; k = noc_routes_alternative(routes, k)) count++;
    for (unsigned remaining = (unsigned)(noc_fixed_uniform(&f->stream) * count); remaining > 0;
         remaining--)
        h = noc_routes_alternative(routes, h);
    return h;
}

/* Returns the better of two drawn hops of the list that begins with `hop`. */
static uint32_t choose_of_two(noc_full *f, uint32_t hop)
{
    const uint32_t first_hop = draw_hop(f, hop), second_hop = draw_hop(f, hop);
    return find_score(f, second_hop) < find_score(f, first_hop) ? second_hop : first_hop;
}

/* ---- choice by free virtual channels -------------------------------------------------------- */

static unsigned count_free_vcs(const noc_full *f, uint32_t hop)
{
    const noc_hop *h = &f->system->routes.hops[hop];
    return (unsigned)__builtin_popcount(f->channels[h->channel].free_vcs & h->vcs);
}

/* Returns a hop, of the list that begins with `hop`, with a chance in proportion to its free
 * virtual channels; only hops of the highest priority with free ones if the allocator serves
 * priorities. If no virtual channel is free, each hop has an equal chance. */
static uint32_t choose_free(noc_full *f, uint32_t hop)
{
    const noc_routes *routes = &f->system->routes;
    const noc_network *net =
        noc_graph_channel_network(&f->system->graph, routes->hops[hop].channel);
    const bool has_ranks = noc_allocators[net->vc.vc_allocator].serves_priorities;
    uint32_t best = NOC_NONE;
    unsigned sum = 0, highest = 0;
    for (uint32_t h = hop; h != NOC_NONE; h = noc_routes_alternative(routes, h)) {
        const unsigned priority = has_ranks ? routes->choices[h].priority : 0;
        const unsigned free_vcs = count_free_vcs(f, h);
        if (free_vcs == 0 || (sum > 0 && priority < highest)) continue;
        if (priority > highest) sum = 0;
        highest = priority;
        sum += free_vcs;
        if (noc_fixed_uniform(&f->stream) * sum < free_vcs) best = h;
    }
    return best == NOC_NONE ? draw_hop(f, hop) : best;
}

/* Returns the hop that a head chooses when it is routed, from the list that begins with `hop`;
 * `hop` without a choice. A head that may request virtual channels of several links requests, in
 * this model, those of one link (choose_free). */
static uint32_t choose_hop(noc_full *f, uint32_t hop)
{
    if (noc_routes_alternative(&f->system->routes, hop) == NOC_NONE) return hop;
    const uint32_t channel = f->system->routes.hops[hop].channel;
    switch (noc_graph_channel_network(&f->system->graph, channel)->vc.route_choice) {
    case NOC_CHOICE_ALLOCATOR:
        return choose_free(f, hop);
    case NOC_CHOICE_TWO_DRAWN:
        return choose_of_two(f, hop);
    case NOC_CHOICE_LEAST:
        return choose_least(f, hop, false);
    case NOC_CHOICE_FIRST_LEAST:
        return choose_least(f, hop, true);
    case NOC_CHOICE_NONE:
        break;
    }
    return hop;
}

/* ---- requests for the switch ---------------------------------------------------------------- */

/* Returns the next channel of a packet. */
static uint32_t find_output(const noc_full *f, const noc_vc_packet *s)
{
    return f->system->routes.hops[s->next_hop].channel;
}

/* Requests the switch if a packet has flits in its virtual channel and credits for the next one;
 * else withdraws the request. */
static void update_request(noc_full *f, uint32_t packet)
{
    const noc_vc_packet *s = &f->vc_packets[packet];
    const uint32_t output = find_output(f, s);
    const unsigned place = f->vcs[s->vc].vc_place;
    uint64_t *asks = &f->flit_places[(size_t)output * f->place_words];
    if (s->arrived_flits > s->departed_flits &&
        f->vcs[f->vc_packets[s->vc_packet_ahead].vc].credits > 0) {
        noc_set_add(asks, place);
        noc_set_add(f->flit_channels, output);
    } else {
        noc_set_remove(asks, place);
        if (noc_set_is_empty(asks, f->place_words)) noc_set_remove(f->flit_channels, output);
    }
}

/* Starts the routing of a head at the front of its virtual channel. */
static void route_head(noc_full *f, uint32_t packet)
{
    const noc_full_channel *g = &f->channels[f->vcs[f->vc_packets[packet].vc].channel];
    noc_full_schedule_event(f, g->route_cycles, (noc_full_event){packet, NOC_FULL_HEAD_READY});
}

/* ---- events --------------------------------------------------------------------------------- */

static void receive_flit(noc_full *f, uint32_t packet)
{
    noc_vc_packet *s = &f->vc_packets[packet];
    const noc_full_channel *g = &f->channels[f->vcs[s->vc].channel];
    const bool is_head = s->arrived_flits++ == 0;
    if (g->is_ejection) { /* the terminal accepts flits as they come */
        noc_full_schedule_event(f, g->credit_cycles, (noc_full_event){s->vc, NOC_FULL_CREDIT});
        if (s->arrived_flits < s->flits) return;
        noc_full_deliver_packet(f, s);
        noc_full_remove_packet(f, s->vc);
    } else if (s->vc_packet_ahead != NOC_NONE) {
        update_request(f, packet);
    } else if (is_head && f->vcs[s->vc].first_packet == packet) {
        route_head(f, packet);
    }
}

static void return_credit(noc_full *f, uint32_t vc)
{
    noc_full_vc *l = &f->vcs[vc];
    l->credits++;
    if (l->credits == 1 && l->owner < NOC_FULL_DOOR) update_request(f, l->owner);
}

static void request_vc(noc_full *f, uint32_t packet)
{
    noc_vc_packet *s = &f->vc_packets[packet];
    s->next_hop = noc_full_choose_parallel(f, choose_hop(f, s->next_hop));
    const uint32_t output = find_output(f, s);
    noc_set_add(&f->head_places[(size_t)output * f->place_words], f->vcs[s->vc].vc_place);
    noc_set_add(f->head_channels, output);
}

static void remove_packet(noc_full *f, uint32_t vc)
{
    noc_full_vc *l = &f->vcs[vc];
    noc_full_release_vc(f, f->vc_packets[f->vc_packets[l->first_packet].vc_packet_ahead].vc);
    noc_full_remove_packet(f, vc);
    if (l->first_packet == NOC_NONE || f->vc_packets[l->first_packet].arrived_flits == 0) return;
    if (f->channels[l->channel].overlaps_packets)
        request_vc(f, l->first_packet); /* already routed behind the last packet */
    else
        route_head(f, l->first_packet);
}

void noc_full_play_events(noc_full *f)
{
    noc_event_slot *slot = &f->event_wheel[f->cycle & f->wheel_mask];
    for (uint32_t i = 0; i < slot->count; i++) { /* events of this cycle may be added meanwhile */
        const noc_full_event e = slot->events[i];
        switch (e.kind) {
        case NOC_FULL_FLIT_ARRIVAL:
            receive_flit(f, e.subject);
            break;
        case NOC_FULL_CREDIT:
            return_credit(f, e.subject);
            break;
        case NOC_FULL_HEAD_READY:
            request_vc(f, e.subject);
            break;
        case NOC_FULL_TAIL_DEPARTURE:
            remove_packet(f, e.subject);
            break;
        case NOC_FULL_ANSWER_NOTICE:
            f->terminals[e.subject].outstanding--;
            break;
        case NOC_FULL_PACKET_SENT:
            noc_full_release_vc(f, e.subject);
            noc_full_finish_sending(f,
                                    f->system->graph.channels[f->vcs[e.subject].channel].injector);
            break;
        }
    }
    slot->count = 0;
}

/* ---- virtual-channel allocation ------------------------------------------------------------- */

/* Returns the virtual channels of an output that are available to heads, a bit for each. */
static uint32_t find_available_vcs(const noc_full *f, const noc_full_channel *g)
{
    uint32_t free_vcs = g->free_vcs;
    for (uint32_t v = 0; g->has_atomic_vcs && v < g->vc_count; v++)
        if (f->vcs[g->first_vc + v].credits < g->buffer_flits) free_vcs &= ~(1u << v);
    return free_vcs;
}

/* Returns the packet at the front of the virtual channel at a place of the router that sends to
 * channel g. */
static uint32_t find_front_packet(const noc_full *f, const noc_full_channel *g, uint64_t place)
{
    return f->vcs[f->vc_at_place[g->first_place + place]].first_packet;
}

/* Returns the virtual channels that a packet may use next, a bit for each. */
static uint32_t find_permitted_vcs(const noc_full *f, uint32_t packet)
{
    return f->system->routes.hops[f->vc_packets[packet].next_hop].vcs;
}

/* Gives virtual channel `v` of an output to the head at a place. */
static void grant_vc(noc_full *f, noc_full_channel *g, uint32_t output, uint32_t v, uint32_t place)
{
    uint64_t *heads = &f->head_places[(size_t)output * f->place_words];
    const uint32_t lane = g->first_vc + v, packet = find_front_packet(f, g, place);
    noc_vc_packet next = f->vc_packets[packet];
    next.hop = next.next_hop;
    f->vc_packets[packet].vc_packet_ahead = noc_full_add_packet(f, lane, next);
    f->vcs[f->vc_at_place[g->first_place + place]].next_vc_turn =
        (uint16_t)((uint32_t)g->output_port * NOC_VCS_MAX + v + 1);
    f->vcs[lane].owner = packet;
    f->vcs[lane].next_place = place + 1;
    g->free_vcs &= ~(1u << v);
    noc_set_remove(heads, place);
    if (noc_set_is_empty(heads, f->place_words)) noc_set_remove(f->head_channels, output);
    update_request(f, packet);
}

/* Finds the head that each free virtual channel of an output selects: the next one from the virtual
 * channel's pointer on. `chosen`: [virtual channel]: place of the head. Returns the virtual
 * channels with a head, a bit for each. */
static uint32_t choose_heads_of_vcs(const noc_full *f, const noc_full_channel *g, uint32_t output,
                                    uint32_t free_vcs, uint32_t chosen[NOC_VCS_MAX])
{
    uint32_t distance[NOC_VCS_MAX], granting = 0;
    NOC_SET_EACH(place, &f->head_places[(size_t)output * f->place_words], f->place_words)
    for (uint32_t vcs_left = free_vcs & find_permitted_vcs(f, find_front_packet(f, g, place));
         vcs_left; vcs_left &= vcs_left - 1) {
        const unsigned v = (unsigned)__builtin_ctz(vcs_left);
        const uint32_t place_distance =
            (uint32_t)place - f->vcs[g->first_vc + v].next_place; /* wraps around */
        if ((granting >> v & 1) && place_distance >= distance[v]) continue;
        granting |= 1u << v;
        distance[v] = place_distance;
        chosen[v] = (uint32_t)place;
    }
    return granting;
}

/* Grants each selected head one of the virtual channels that selected it, the first from the head's
 * pointer on. */
static void grant_output_vcs(noc_full *f, uint32_t output, uint32_t free_vcs)
{
    noc_full_channel *g = &f->channels[output];
    uint32_t chosen[NOC_VCS_MAX], granting = choose_heads_of_vcs(f, g, output, free_vcs, chosen);
    while (granting) {
        const uint32_t place = chosen[__builtin_ctz(granting)];
        const uint32_t next_vc_turn = f->vcs[f->vc_at_place[g->first_place + place]].next_vc_turn;
        const uint32_t first_vc = next_vc_turn - (uint32_t)g->output_port * NOC_VCS_MAX;
        uint32_t offered_vcs = 0;
        for (uint32_t vcs_left = granting; vcs_left; vcs_left &= vcs_left - 1) {
            const unsigned v = (unsigned)__builtin_ctz(vcs_left);
            if (chosen[v] == place) offered_vcs |= 1u << v;
        }
        granting &= ~offered_vcs;
        grant_vc(f, g, output,
                 noc_mask_first_from(offered_vcs, first_vc < NOC_VCS_MAX ? first_vc : 0), place);
    }
}

/* Allocates virtual channels to heads. Routers that overlap packets allocate a virtual channel in
 * the cycle in which a tail leaves it, others in the next cycle. */
static void grant_vcs(noc_full *f, bool overlaps)
{
    NOC_SET_EACH(o, f->head_channels, f->channel_words)
    {
        const noc_full_channel *g = &f->channels[o];
        if (g->overlaps_packets != overlaps || !g->free_vcs) continue;
        const uint32_t free_vcs = find_available_vcs(f, g);
        if (free_vcs) grant_output_vcs(f, (uint32_t)o, free_vcs);
    }
}

/* ---- switch allocation ---------------------------------------------------------------------- */

/* True if a head without a virtual channel may request the switch speculatively: a virtual channel
 * that the head may use is free, with credits. */
static bool can_speculate(const noc_full *f, const noc_full_channel *g, uint32_t packet)
{
    for (uint32_t vcs_left = find_permitted_vcs(f, packet) & g->free_vcs; vcs_left;
         vcs_left &= vcs_left - 1)
        if (f->vcs[g->first_vc + (uint32_t)__builtin_ctz(vcs_left)].credits > 0) return true;
    return false;
}

/* Returns the place whose request an output selects: at the next free input from the output's
 * pointer on, the next virtual channel from the input's pointer on; NOC_NONE: none. `asks`: set of
 * places with requests. `is_speculative`: requests are of heads without a virtual channel. */
static uint32_t choose_requester(const noc_full *f, const noc_full_channel *g, const uint64_t *asks,
                                 bool is_speculative)
{
    const double next_cycle = (double)f->cycle + 1.0;
    uint32_t best = NOC_NONE;
    uint64_t shortest = UINT64_MAX;
    NOC_SET_EACH(place, asks, f->place_words)
    {
        const uint32_t lane = f->vc_at_place[g->first_place + place], input = f->vcs[lane].input;
        const noc_full_input *in = &f->inputs[input];
        const noc_full_channel *port = &f->channels[in->channel];
        const uint32_t v = lane - port->first_vc;
        const uint32_t turns =
            v >= in->next_vc ? v - in->next_vc : v + port->vc_count - in->next_vc;
        const uint64_t round =
            input >= g->next_input ? 0 : UINT64_C(1) << 40; /* inputs wrap around */
        const uint64_t distance = round + (uint64_t)input * NOC_VCS_MAX + turns;
        if (distance >= shortest || !(in->free_cycle < next_cycle)) continue;
        if (is_speculative && !can_speculate(f, g, f->vcs[lane].first_packet)) continue;
        best = (uint32_t)place;
        shortest = distance;
    }
    return best;
}

/* True if output port `one` comes before output port `two` from an input's pointer on. */
static bool is_preferred(const noc_full_input *input, uint16_t one, uint16_t two)
{
    const uint16_t turn = input->next_output;
    return (uint16_t)(one - turn) < (uint16_t)(two - turn);
}

/* Adds a bid of an output for the front flit at a place. The input keeps the bid that it
 * prefers. */
static void add_bid(noc_full *f, uint32_t output, uint32_t place, bool is_speculative)
{
    const noc_full_channel *g = &f->channels[output];
    const uint32_t lane = f->vc_at_place[g->first_place + place];
    noc_full_input *in = &f->inputs[f->vcs[lane].input];
    const bool has_low_priority = f->channels[in->channel].speculation_yields,
               is_low_bid = is_speculative && has_low_priority;
    if (in->bidding_vc == NOC_NONE) {
        f->bidding_inputs[f->bidder_count++] = f->vcs[lane].input;
    } else {
        const bool is_low = in->is_speculative && has_low_priority;
        const uint16_t other =
            f->channels[find_output(f, &f->vc_packets[f->vcs[in->bidding_vc].first_packet])]
                .output_port;
        if (is_low_bid && !is_low) return;
        if (is_low_bid == is_low && !is_preferred(in, g->output_port, other)) return;
    }
    in->bidding_vc = lane;
    in->is_speculative = is_speculative;
}

/* Adds the bid of an output for a flit of a packet with a virtual channel, or else for a head that
 * speculates. */
static void request_flit(noc_full *f, uint32_t output)
{
    const noc_full_channel *g = &f->channels[output];
    const size_t first = (size_t)output * f->place_words;
    if (!(g->output_free_cycle < (double)f->cycle + 1.0)) return;
    uint32_t place = choose_requester(f, g, &f->flit_places[first], false);
    const bool is_speculative = place == NOC_NONE && g->is_speculative;
    if (is_speculative) place = choose_requester(f, g, &f->head_places[first], true);
    if (place != NOC_NONE) add_bid(f, output, place, is_speculative);
}

/* Occupies an input, an output and the output's channel for a flit. Returns the cycles of the flit
 * in the queue between output and channel. */
static uint64_t use_output(noc_full *f, noc_full_input *in, noc_full_channel *out, bool is_head)
{
    const double now = (double)f->cycle, channel_cycle = max_of(out->channel_free_cycle, now);
    const double hold = is_head ? out->head_hold : out->body_hold;
    out->output_free_cycle = max_of(out->output_free_cycle, now) + out->output_flit_cycles + hold +
                             (is_head ? out->packet_pause : 0.0);
    out->channel_free_cycle = channel_cycle + out->channel_flit_cycles;
    in->free_cycle = max_of(in->free_cycle, now) + in->flit_cycles + hold;
    return (uint64_t)(channel_cycle - now + hold);
}

/* Advances the round-robin pointers past the input, the virtual channel and the output. */
static void advance_turns(noc_full *f, uint32_t lane, noc_full_channel *out)
{
    noc_full_input *in = &f->inputs[f->vcs[lane].input];
    const noc_full_channel *port = &f->channels[in->channel];
    out->next_input = f->vcs[lane].input + 1;
    in->next_vc = (uint16_t)((lane - port->first_vc + 1) % port->vc_count);
    in->next_output = (uint16_t)(out->output_port + 1);
}

/* Moves a flit from the front of a virtual channel through the switch. */
static void move_flit(noc_full *f, uint32_t lane)
{
    const uint32_t packet = f->vcs[lane].first_packet;
    noc_vc_packet *s = &f->vc_packets[packet];
    noc_full_channel *out = &f->channels[find_output(f, s)];
    /* 1 if the crossbar works until the next cycle */
    const uint64_t step_cycles = out->last_step <= f->step;
    const uint64_t queue_cycles = max_u64(
        step_cycles, use_output(f, &f->inputs[f->vcs[lane].input], out, s->departed_flits == 0));
    advance_turns(f, lane, out);
    s->departed_flits++;
    f->vcs[f->vc_packets[s->vc_packet_ahead].vc].credits--;
    f->sent_flits++;
    noc_full_schedule_event(f, out->flight_cycles + queue_cycles,
                            (noc_full_event){s->vc_packet_ahead, NOC_FULL_FLIT_ARRIVAL});
    noc_full_schedule_event(f, f->channels[f->vcs[lane].channel].credit_cycles,
                            (noc_full_event){lane, NOC_FULL_CREDIT});
    update_request(f, packet);
    if (s->departed_flits < s->flits) return;
    if (out->overlaps_packets)
        remove_packet(f, lane);
    else
        noc_full_schedule_event(f, f->steps_per_cycle > 1 ? 0 : 1,
                                (noc_full_event){lane, NOC_FULL_TAIL_DEPARTURE});
}

static void request_flits(noc_full *f)
{
    f->bidder_count = 0;
    NOC_SET_EACH(o, f->flit_channels, f->channel_words)
    request_flit(f, (uint32_t)o);
    NOC_SET_EACH(o, f->head_channels, f->channel_words)
    if (f->channels[o].is_speculative && !noc_set_has(f->flit_channels, (unsigned)o))
        request_flit(f, (uint32_t)o);
}

/* Moves the flits of all bids. A speculative head moves only if it has got a virtual channel with
 * credits since the bid. */
static void move_flits(noc_full *f)
{
    for (uint32_t i = 0; i < f->bidder_count; i++) {
        noc_full_input *in = &f->inputs[f->bidding_inputs[i]];
        const uint32_t lane = in->bidding_vc;
        const noc_vc_packet *s = &f->vc_packets[f->vcs[lane].first_packet];
        in->bidding_vc = NOC_NONE;
        if (s->vc_packet_ahead != NOC_NONE &&
            f->vcs[f->vc_packets[s->vc_packet_ahead].vc].credits > 0)
            move_flit(f, lane);
    }
}

void noc_full_route_flits(noc_full *f)
{
    request_flits(f);
    grant_vcs(f, false);
    move_flits(f);
    grant_vcs(f, true);
}
