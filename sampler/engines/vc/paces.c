#include "sampler/engines/vc/paces.h"

/* ---- making --------------------------------------------------------------------------------- */

static bool has_queues(const noc_network *net)
{
    return net->vc.internal_speedup > 1.0;
}

/* Returns whether a channel has a pace. Routers with one step pass at most one flit per cycle,
 * even to faster channels. */
static bool has_pace(const noc_graph *g, const noc_channel *channel)
{
    if (channel->kind == NOC_INJECTION) return channel->flits_per_cycle != 1.0;
    return has_queues(&g->networks[channel->network]) || channel->flits_per_cycle < 1.0;
}

static bool needs_paces(const noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (noc_vc_has_network(e, g->channels[c].network) &&
            (has_pace(g, &g->channels[c]) || has_queues(&g->networks[g->channels[c].network])))
            return true;
    return false;
}

unsigned noc_channel_flits_max(const noc_channel *channel)
{
    const unsigned whole = (unsigned)channel->flits_per_cycle;
    return whole + (channel->flits_per_cycle > whole);
}

/* Finds the rate of a channel, flits per cycle. A derated kind reduces the rate by the share of
 * its rest cycles. */
static double find_rate(const noc_vc_engine *e, uint32_t channel)
{
    const noc_graph *g = &e->system->graph;
    const bool rests = e->derating.kinds & NOC_RESOURCE_CHANNELS &&
                       noc_resource_is_in(e->derating.kinds, noc_resource_of_channel(g, channel));
    return g->channels[channel].flits_per_cycle * (rests ? 1.0 - 1.0 / e->derating.rest_cycles : 1);
}

/* Makes the pace and the queues of a channel. Returns the places of each queue, as many as the
 * channel's buffers hold flits; 0: no queues. */
static uint32_t make_channel(noc_vc_engine *e, uint32_t number, uint32_t first)
{
    const noc_graph *g = &e->system->graph;
    const noc_channel *channel = &g->channels[number];
    const noc_network *net = &g->networks[channel->network];
    if (!noc_vc_has_network(e, channel->network)) return 0;
    noc_paces *p = e->paces;
    const uint32_t output = e->output_index[number];
    const uint32_t flits = (uint32_t)net->vc.virtual_channels * channel->buffer_flits;
    if (has_pace(g, channel)) p->output_paces[output] = noc_pace_of(find_rate(e, number));
    if (channel->kind != NOC_INJECTION) noc_set_add(p->networks[channel->network].outputs, output);
    if (!has_queues(net)) return 0;
    e->outputs[output].has_queue = channel->kind != NOC_INJECTION;
    p->credit_messages[output] = (uint8_t)noc_channel_flits_max(channel);
    p->flit_rings[output] = p->credit_rings[output] =
        (noc_pace_ring){.first = first, .size = flits};
    return flits;
}

static uint32_t count_places(const noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t places = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = &g->networks[g->channels[c].network];
        if (noc_vc_has_network(e, g->channels[c].network) && has_queues(net))
            places += (uint32_t)net->vc.virtual_channels * g->channels[c].buffer_flits;
    }
    return places;
}

static bool make_networks(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    noc_arena *arena = e->ports->arena;
    noc_network_steps *net = e->paces->networks =
        noc_arena_array(arena, g->network_count, sizeof *net);
    for (uint16_t n = 0; net && n < g->network_count; n++) {
        net[n].speedup = noc_pace_of(g->networks[n].vc.internal_speedup).rate;
        net[n].outputs = noc_arena_array(arena, e->output_words, sizeof *net->outputs);
    }
    return !arena->is_short;
}

static bool make_arrays(noc_vc_engine *e)
{
    noc_arena *arena = e->ports->arena;
    noc_paces *p = e->paces;
    const size_t channels = e->system->graph.channel_count, places = count_places(e);
    p->words = (unsigned)(channels + 63) / 64;
    p->output_paces = noc_arena_array(arena, channels, sizeof *p->output_paces);
    p->credit_messages = noc_arena_array(arena, channels, sizeof *p->credit_messages);
    p->flit_rings = noc_arena_array(arena, channels, sizeof *p->flit_rings);
    p->credit_rings = noc_arena_array(arena, channels, sizeof *p->credit_rings);
    p->flit_outputs = noc_arena_array(arena, p->words, sizeof *p->flit_outputs);
    p->credit_outputs = noc_arena_array(arena, p->words, sizeof *p->credit_outputs);
    p->blocked_outputs = noc_arena_array(arena, e->output_words, sizeof *p->blocked_outputs);
    p->idle_outputs = noc_arena_array(arena, e->output_words, sizeof *p->idle_outputs);
    p->flit_store = noc_arena_array(arena, places, sizeof *p->flit_store);
    p->credit_store = noc_arena_array(arena, places, sizeof *p->credit_store);
    return !arena->is_short;
}

bool noc_paces_new(noc_vc_engine *e)
{
    if (!needs_paces(e)) return true;
    e->paces = noc_arena_array(e->ports->arena, 1, sizeof *e->paces);
    if (!e->paces || !make_networks(e) || !make_arrays(e)) return false;
    uint32_t first = 0;
    for (uint32_t c = 0; c < e->system->graph.channel_count; c++)
        first += make_channel(e, c, first);
    return true;
}

/* ---- a cycle -------------------------------------------------------------------------------- */

static unsigned count_steps(uint64_t speedup, uint64_t cycle)
{
    return (unsigned)(noc_steps_before(speedup, cycle + 1) - noc_steps_before(speedup, cycle));
}

void noc_paces_begin_cycle(noc_vc_engine *e)
{
    noc_paces *p = e->paces;
    p->steps = p->step = 0;
    for (uint16_t n = 0; n < e->system->graph.network_count; n++) {
        if (!noc_vc_has_network(e, n)) continue;
        p->networks[n].steps = count_steps(p->networks[n].speedup, e->now);
        if (p->networks[n].steps > p->steps) p->steps = p->networks[n].steps;
    }
    NOC_SET_EACH(o, p->blocked_outputs, e->output_words)
    {
        const bool due = noc_pace_credit(&p->output_paces[o], e->now) >= NOC_PACE_FLIT;
        noc_set_remove_if(p->blocked_outputs, (unsigned)o, due);
    }
}

void noc_paces_begin_step(noc_vc_engine *e)
{
    noc_paces *p = e->paces;
    p->step_count++;
    for (unsigned w = 0; w < e->output_words; w++) p->idle_outputs[w] = 0;
    for (uint16_t n = 0; p->step > 0 && n < e->system->graph.network_count; n++) {
        if (p->networks[n].steps > p->step) continue;
        for (unsigned w = 0; w < e->output_words; w++)
            p->idle_outputs[w] |= p->networks[n].outputs[w];
    }
}

static void send_flits(noc_vc_engine *e, uint32_t output)
{
    noc_paces *p = e->paces;
    const noc_output *out = &e->outputs[output];
    noc_pace_ring *ring = &p->flit_rings[output];
    const uint64_t credit = noc_pace_credit(&p->output_paces[output], e->now);
    uint64_t sent_flits = 0;
    while (ring->count > 0 && sent_flits < credit / NOC_PACE_FLIT) {
        const noc_leaving_flit *front = &p->flit_store[ring->first + ring->head];
        if (front->ready > e->now) break;
        noc_delay_push(&e->lines, out->flight_line, front->vc);
        noc_pace_ring_pop(ring);
        sent_flits++;
    }
    noc_pace_spend(&p->output_paces[output], e->now, credit, sent_flits);
    noc_set_remove_if(p->flit_outputs, output, ring->count == 0);
}

static void send_credits(noc_vc_engine *e, uint32_t output)
{
    noc_paces *p = e->paces;
    noc_pace_ring *ring = &p->credit_rings[output];
    for (unsigned left = p->credit_messages[output]; left > 0 && ring->count > 0; left--) {
        const uint64_t step = p->credit_store[ring->first + ring->head].step;
        while (ring->count > 0 && p->credit_store[ring->first + ring->head].step == step) {
            const uint32_t vc = p->credit_store[ring->first + ring->head].vc;
            noc_send_credit(e, &e->vcs[vc], vc);
            noc_pace_ring_pop(ring);
        }
    }
    noc_set_remove_if(p->credit_outputs, output, ring->count == 0);
}

void noc_paces_end_cycle(noc_vc_engine *e)
{
    NOC_SET_EACH(o, e->paces->flit_outputs, e->paces->words)
    send_flits(e, (uint32_t)o);
    NOC_SET_EACH(o, e->paces->credit_outputs, e->paces->words)
    send_credits(e, (uint32_t)o);
}

/* ---- conservation --------------------------------------------------------------------------- */

uint64_t noc_paces_count(const noc_vc_engine *e, uint32_t *under_way)
{
    const noc_paces *p = e->paces;
    uint64_t flits = 0;
    for (uint32_t o = 0; p && o < e->system->graph.channel_count; o++) {
        const noc_pace_ring *ring = &p->flit_rings[o], *credit_ring = &p->credit_rings[o];
        flits += ring->count;
        for (uint32_t k = 0; k < ring->count; k++)
            under_way[p->flit_store[ring->first + (ring->head + k) % ring->size].vc]++;
        for (uint32_t k = 0; k < credit_ring->count; k++)
            under_way[p->credit_store[credit_ring->first +
                                      (credit_ring->head + k) % credit_ring->size]
                          .vc]++;
    }
    return flits;
}
