#include "sampler/vc_engine.h"

#include <stdlib.h>
#include <string.h>

#include "sampler/closed_loop.h"
#include "sampler/engines/vc/forks.h"
#include "sampler/resting.h"
#include "sampler/vc_allocation.h"
#include "sampler/vc_state.h"

/* ---- making --------------------------------------------------------------------------------- */

static unsigned log2_ceil(unsigned n)
{
    unsigned shift = 0;
    while ((1u << shift) < n) shift++;
    return shift;
}

/* VCs of one crossbar input of a port; the last ones may have one fewer. */
static unsigned vcs_of_input(const noc_network *net)
{
    return (net->virtual_channels + net->input_speedup - 1u) / net->input_speedup;
}

static unsigned stride_shift(const noc_network *net)
{
    return log2_ceil(vcs_of_input(net));
}

/* Labels that the VCs of a port use up, gaps included. */
static unsigned labels_of(const noc_network *net)
{
    return (unsigned)net->input_speedup << stride_shift(net);
}

/* VC v of a port is on crossbar input v modulo the speed-up, as in BookSim 2.0. */
static unsigned noc_label(const noc_network *net, unsigned v)
{
    return (v % net->input_speedup << stride_shift(net)) + v / net->input_speedup;
}

static uint32_t label_set(const noc_network *net, uint32_t vcs)
{
    uint32_t labels = 0;
    for (; vcs; vcs &= vcs - 1) labels |= 1u << noc_label(net, (unsigned)__builtin_ctz(vcs));
    return labels;
}

static uint32_t all_vcs(const noc_network *net)
{
    return (uint32_t)(((uint64_t)1 << net->virtual_channels) - 1);
}

static unsigned router_bits(const noc_graph *g, uint32_t router)
{
    const noc_router *r = &g->routers[router];
    return r->inputs * labels_of(&g->networks[r->network]);
}

/* Words of a set that holds the input VCs, or the ports, of any router. */
static unsigned words_needed(const noc_graph *g)
{
    unsigned largest = 1;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const unsigned bits = router_bits(g, r);
        if (bits > largest) largest = bits;
        if (g->routers[r].outputs > largest) largest = g->routers[r].outputs;
    }
    return (largest + 63) / 64;
}

/* What an output's and an input's allocators need of the router that they belong to. */
static void describe_router(noc_engine *e, uint32_t router, uint32_t first_vc, uint32_t first_input)
{
    const noc_graph *g = &e->system->graph;
    const noc_router *r = &g->routers[router];
    const noc_network *net = &g->networks[r->network];
    const bool maximum = net->allocator == NOC_ALLOCATOR_MAXIMUM;
    const uint8_t rounds = net->allocator_iterations;
    const unsigned inputs = (unsigned)r->inputs * net->input_speedup;
    for (unsigned port = 0; port < r->outputs; port++) {
        noc_output *out = &e->outputs[r->first_output + port];
        out->port = (uint16_t)port;
        out->first_input_vc = first_vc;
        out->first_input = first_input;
        out->first_output = r->first_output;
        out->shift = (uint8_t)stride_shift(net);
        out->label_shift = (uint8_t)log2_ceil(labels_of(net));
        out->input_bits = (uint16_t)(inputs << out->shift);
        out->output_bits = (uint16_t)(r->outputs << out->label_shift);
        out->vc_rounds = maximum ? net->virtual_channels : rounds;
        out->switch_rounds = rounds;
        out->allocator = net->allocator;
        out->speculative = net->speculative;
        out->yields = net->speculative && net->speculation_yields;
        out->hold = (uint8_t)net->allocation_hold;
    }
    for (unsigned place = 0; place < inputs; place++)
        e->inputs[first_input + place] = (noc_input){
            .first_output = r->first_output,
            .outputs = r->outputs,
            .place = (uint16_t)place,
            .vcs = (uint16_t)vcs_of_input(net),
            .allocator = net->allocator,
            .yields = net->speculative && net->speculation_yields,
        };
    if (net->allocator == NOC_ALLOCATOR_ISLIP && rounds > e->most_rounds) e->most_rounds = rounds;
    e->speculation |= net->speculative;
    e->maximum |= maximum;
    e->hold |= net->allocation_hold != NOC_HOLD_NONE;
    e->mixed |= net->allocator != NOC_ALLOCATOR_ISLIP;
}

/* First input VC of each router. */
static uint32_t *number_vcs(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t *first_vc = malloc((g->router_count + 1) * sizeof *first_vc);
    if (!first_vc) return NULL;
    first_vc[0] = 0;
    uint32_t first_input = 0;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_network *net = &g->networks[g->routers[r].network];
        describe_router(e, r, first_vc[r], first_input);
        first_vc[r + 1] = first_vc[r] + router_bits(g, r);
        first_input += (uint32_t)g->routers[r].inputs * net->input_speedup;
    }
    return first_vc;
}

static void make_vcs(noc_engine *e, const noc_network *net, uint32_t output, unsigned bit,
                     uint32_t *fifo)
{
    for (unsigned v = 0; v < net->virtual_channels; v++) {
        const uint32_t vc = e->outputs[output].first_vc + noc_label(net, v);
        e->output_vcs[vc] = (noc_output_vc){.owner = NOC_NONE, .credits = net->buffer_flits};
        e->input_vcs[vc] = (noc_input_vc){
            .feeding = output,
            .fifo = *fifo,
            .depth = net->buffer_flits,
            .bit = (uint16_t)(bit + noc_label(net, v)),
            .out_vc = NOC_NONE,
            .look_ahead = net->route_cycles == 0,
        };
        *fifo += net->buffer_flits;
    }
}

/* Numbers outputs and VCs, and tells each VC where it belongs. */
static bool make_channels(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t *router_vc = number_vcs(e), terminal_vc = e->first_terminal_vc, fifo = 0;
    if (!router_vc) return false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const noc_network *net = &g->networks[channel->network];
        const bool injects = channel->kind == NOC_INJECTION, ejects = channel->kind == NOC_EJECTION;
        const uint32_t output = injects
                                    ? e->output_count + channel->injector
                                    : g->routers[channel->from].first_output + channel->from_port;
        const unsigned bit = ejects ? 0u : channel->to_port * labels_of(net);
        noc_output *out = &e->outputs[output];
        out->free_vcs = label_set(net, all_vcs(net));
        out->atomic = net->atomic;
        out->first_vc = ejects ? terminal_vc : router_vc[channel->to] + bit;
        out->flight_cycles =
            (uint16_t)((injects ? 0 : net->traverse_cycles) + channel->latency + 1);
        out->credit_cycles = (uint16_t)(channel->latency + 1 + (injects ? 0 : net->credit_cycles));
        e->output_of_channel[c] = output;
        if (ejects) terminal_vc += labels_of(net);
        make_vcs(e, net, output, bit, &fifo);
    }
    free(router_vc);
    return true;
}

static void make_turns(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    for (uint32_t h = 0; h < e->system->routes.hop_count; h++) {
        const noc_hop *hop = &e->system->routes.hops[h];
        const noc_channel *channel = &g->channels[hop->channel];
        e->turns[h] = (noc_turn){
            .next = hop->next,
            .output = e->output_of_channel[hop->channel],
            .permitted = label_set(&g->networks[channel->network], hop->vcs),
            .fork = NOC_NONE,
            .network = channel->network,
        };
    }
}

static bool make_slots(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    unsigned longest = 0, speedup = 1;
    for (uint32_t o = 0; o < g->channel_count; o++) {
        if (e->outputs[o].flight_cycles > longest) longest = e->outputs[o].flight_cycles;
        if (e->outputs[o].credit_cycles > longest) longest = e->outputs[o].credit_cycles;
    }
    for (uint16_t n = 0; n < g->network_count; n++)
        if (g->networks[n].input_speedup > speedup) speedup = g->networks[n].input_speedup;
    const unsigned slots = 1u << log2_ceil(longest + 1);
    e->slot_mask = slots - 1;
    e->slots = calloc(slots, sizeof *e->slots);
    for (unsigned s = 0; e->slots && s < slots; s++) {
        e->slots[s].flits = malloc(g->channel_count * sizeof(noc_arrival));
        e->slots[s].credits = malloc((speedup + 1) * g->channel_count * sizeof(uint32_t));
        if (!e->slots[s].flits || !e->slots[s].credits) return false;
    }
    return e->slots != NULL;
}

/* Counts VCs, inputs and outputs. Returns the flits that all buffers hold. */
static size_t count_ports(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    size_t flits = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = &g->networks[g->channels[c].network];
        if (g->channels[c].kind == NOC_EJECTION) e->vc_count += labels_of(net);
        if (g->channels[c].kind != NOC_INJECTION) e->output_count++;
        if (g->channels[c].kind == NOC_EJECTION) e->ejection_count++;
        if (g->channels[c].kind != NOC_EJECTION) e->input_count += net->input_speedup;
        flits += (size_t)net->virtual_channels * net->buffer_flits;
    }
    for (uint32_t r = 0; r < g->router_count; r++) e->first_terminal_vc += router_bits(g, r);
    e->vc_count += e->first_terminal_vc;
    e->output_words = (e->output_count + 63) / 64;
    e->input_words = (e->input_count + 63) / 64;
    return flits;
}

/* An array to allocate: where its address goes, how many elements of which size. */
typedef struct array {
    void **where;
    size_t count, size;
} array;

enum { ARRAYS_MAX = 32 };

#define ARRAY(member, count)                            \
    {                                                   \
        (void **)&e->member, (count), sizeof *e->member \
    }

static size_t list_arrays(noc_engine *e, size_t flits, array *list)
{
    const size_t words = e->words, outputs = e->system->graph.channel_count,
                 inputs = e->input_count;
    const array all[] = {
        ARRAY(inputs, inputs),
        ARRAY(outputs, outputs),
        ARRAY(output_of_channel, outputs),
        ARRAY(input_vcs, e->vc_count),
        ARRAY(output_vcs, e->vc_count),
        ARRAY(flit_store, flits),
        ARRAY(turns, e->system->routes.hop_count),
        ARRAY(switch_requests, outputs * words),
        ARRAY(waiting_heads, outputs * words),
        ARRAY(speculations, outputs * words),
        ARRAY(switch_outputs, e->output_words),
        ARRAY(waiting_outputs, e->output_words),
        ARRAY(grants, inputs * words),
        ARRAY(yielding, inputs * words),
        ARRAY(granted_inputs, e->input_words),
        ARRAY(bid_outputs, e->output_words),
        ARRAY(taken_inputs, e->input_words),
        ARRAY(open_outputs, e->output_words),
        ARRAY(best_bid, outputs),
        ARRAY(best_turns, outputs),
        ARRAY(matched, outputs),
        ARRAY(tried, outputs),
        ARRAY(switch_grants, inputs),
        ARRAY(held, inputs),
        ARRAY(held_inputs, e->input_words),
        ARRAY(held_outputs, e->output_words),
        ARRAY(routing, e->vc_count),
        ARRAY(routing_next, e->vc_count),
    };
    const size_t count = sizeof all / sizeof all[0];
    memcpy(list, all, sizeof all);
    return count;
}

static bool make_arrays(noc_engine *e)
{
    array list[ARRAYS_MAX];
    const size_t count = list_arrays(e, count_ports(e), list);
    for (size_t i = 0; i < count; i++) {
        *list[i].where = calloc(list[i].count + 1, list[i].size);
        if (!*list[i].where) return false;
    }
    return true;
}

noc_engine *noc_engine_new(const noc_system *system, noc_load load)
{
    noc_engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->system = system;
    e->derating = load.derating;
    e->words = words_needed(&system->graph);
    e->free_packet = NOC_NONE;
    e->most_rounds = 1;
    if (!make_arrays(e) || !make_channels(e) || !make_slots(e)) goto fail;
    make_turns(e);
    if (!noc_forks_new(e, load.seed)) goto fail;
    if (noc_endpoints_new(e, load) != NOC_OK || !noc_resting_new(e)) goto fail;
    return e;
fail:
    noc_engine_free(e);
    return NULL;
}

void noc_engine_free(noc_engine *e)
{
    if (!e) return;
    noc_endpoints_free(e);
    noc_forks_free(e);
    noc_resting_free(e->resting);
    for (uint32_t s = 0; e->slots && s <= e->slot_mask; s++) {
        free(e->slots[s].flits);
        free(e->slots[s].credits);
    }
    array list[ARRAYS_MAX];
    const size_t count = list_arrays(e, 0, list);
    for (size_t i = 0; i < count; i++) free(*list[i].where);
    free(e->slots);
    free(e->packets);
    free(e);
}

/* Makes sure that so many packets are free. Only between cycles. */
noc_status noc_engine_reserve(noc_engine *e, uint32_t packets)
{
    if (e->free_packets >= packets) return NOC_OK;
    const uint32_t more = packets > e->packet_capacity ? packets : e->packet_capacity;
    const size_t capacity = (size_t)e->packet_capacity + more;
    if (capacity > UINT32_MAX >> NOC_FLIT_BITS) return NOC_EFAILED;
    noc_packet *grown = realloc(e->packets, capacity * sizeof *grown);
    if (!grown) return NOC_EFAILED;
    e->packets = grown;
    if (e->closed && !noc_closed_loop_resize(e->closed, (uint32_t)capacity)) return NOC_EFAILED;
    for (uint32_t i = (uint32_t)capacity; i-- > e->packet_capacity;) {
        e->packets[i].next = e->free_packet;
        e->free_packet = i;
    }
    e->free_packets += more;
    e->packet_capacity = (uint32_t)capacity;
    return NOC_OK;
}

/* ---- running -------------------------------------------------------------------------------- */

/* A head has come to the front of an idle VC: look up where its packet goes. */
NOC_INLINE void read_route(noc_engine *e, noc_input_vc *in, noc_flit head, noc_mode m)
{
    in->turn = e->turns[head.turn].next;
    if (m.forks && e->turns[in->turn].fork != NOC_NONE)
        in->turn = noc_fork_choose(e, e->turns[in->turn].fork);
    in->output = e->turns[in->turn].output;
    in->permitted = e->turns[in->turn].permitted;
}

/* A flit reaches a router: into its buffer. A head in an idle VC starts; a flit that becomes the front
 * of an active VC may leave in this very cycle. */
NOC_INLINE void buffer_flit(noc_engine *e, uint32_t vc, noc_flit flit, noc_mode m)
{
    noc_input_vc *in = &e->input_vcs[vc];
    unsigned at = (unsigned)in->head + in->count;
    if (at >= in->depth) at -= in->depth;
    e->flit_store[in->fifo + at] = flit;
    if (in->count++ > 0) return;
    if (in->state == NOC_VC_ACTIVE) {
        if (e->output_vcs[in->out_vc].credits) noc_request_switch(e, in, m);
    } else {
        read_route(e, in, flit, m);
        if (in->look_ahead) {
            noc_request_vc(e, in, m);
        } else {
            in->state = NOC_VC_ROUTING;
            e->routing[e->routing_count++] = vc;
        }
    }
}

NOC_INLINE void take_credit(noc_engine *e, uint32_t vc, noc_mode m)
{
    noc_output_vc *out = &e->output_vcs[vc];
    const bool first = out->credits++ == 0;
    if (out->owner >= NOC_SENDER) {
        noc_output *output = &e->outputs[e->input_vcs[vc].feeding];
        if (output->atomic && out->owner == NOC_NONE && out->credits == e->input_vcs[vc].depth)
            output->free_vcs |= 1u << (vc - output->first_vc);
        return;
    }
    const noc_input_vc *in = &e->input_vcs[out->owner];
    if (first && in->count) noc_request_switch(e, in, m);
}

NOC_INLINE void arrive(noc_engine *e, noc_mode m)
{
    noc_slot *slot = noc_slot_in(e, 0);
    for (uint32_t i = 0; i < slot->flit_count; i++) {
        const noc_arrival arrival = slot->flits[i];
        if (arrival.vc < e->first_terminal_vc) {
            buffer_flit(e, arrival.vc, arrival.flit, m);
        } else if (!e->closed || !noc_memory_holds(e, arrival.vc, arrival.flit)) {
            noc_send_credit(e, &e->outputs[e->input_vcs[arrival.vc].feeding], arrival.vc);
            noc_endpoints_eject(e, arrival.flit);
        }
    }
    for (uint32_t i = 0; i < slot->credit_count; i++) take_credit(e, slot->credits[i], m);
    slot->flit_count = slot->credit_count = 0;
}

/* The packet at the front has gone; the one behind it starts over in the next cycle. */
NOC_INLINE void release_vc(noc_engine *e, uint32_t vc, noc_input_vc *in, noc_mode m)
{
    noc_output *out = &e->outputs[in->output];
    if (!out->atomic) out->free_vcs |= 1u << (in->out_vc - out->first_vc);
    e->output_vcs[in->out_vc].owner = NOC_NONE;
    noc_withdraw_switch(e, in, m);
    in->state = NOC_VC_IDLE;
    if (in->count == 0) return;
    read_route(e, in, e->flit_store[in->fifo + in->head], m);
    if (in->look_ahead) {
        noc_request_vc(e, in, m);
    } else {
        in->state = NOC_VC_ROUTING;
        e->routing_next[e->routing_next_count++] = vc;
    }
}

/* One flit leaves its buffer for the switch. */
NOC_INLINE void move_flit(noc_engine *e, uint32_t vc, noc_mode m)
{
    noc_input_vc *in = &e->input_vcs[vc];
    noc_flit flit = e->flit_store[in->fifo + in->head];
    flit.turn = in->turn;
    in->head = (uint16_t)(in->head + 1 == in->depth ? 0 : in->head + 1);
    in->count--;
    noc_send_flit(e, &e->outputs[in->output], in->out_vc, flit);
    noc_send_credit(e, &e->outputs[in->feeding], vc);
    if (flit.packet & NOC_FLIT_TAIL)
        release_vc(e, vc, in, m);
    else if (in->count == 0 || e->output_vcs[in->out_vc].credits == 0)
        noc_withdraw_switch(e, in, m);
}

/* Number of an input VC's crossbar input. */
NOC_INLINE uint32_t input_of(const noc_output *out, const noc_input_vc *in)
{
    return out->first_input + ((uint32_t)in->bit >> out->shift);
}

/* A grant that takes two cycles, or not. */
NOC_INLINE bool takes_two_cycles(const noc_engine *e, const noc_input_vc *in)
{
    const uint8_t hold = e->outputs[in->output].hold;
    const bool head = e->flit_store[in->fifo + in->head].packet & NOC_FLIT_HEAD;
    return hold == NOC_HOLD_FLIT || (hold == NOC_HOLD_PACKET && head);
}

NOC_INLINE void hold_grant(noc_engine *e, uint32_t vc)
{
    const noc_input_vc *in = &e->input_vcs[vc];
    e->held[e->held_count++] = vc;
    noc_set_add(e->held_outputs, in->output);
    noc_set_add(e->held_inputs, input_of(&e->outputs[in->output], in));
}

/* The grants of the last cycle that took two come to their end. Returns how many. */
NOC_INLINE uint64_t end_holds(noc_engine *e, noc_mode m)
{
    const uint32_t ended = e->held_count;
    for (uint32_t k = 0; k < ended; k++) {
        const noc_input_vc *in = &e->input_vcs[e->held[k]];
        noc_set_remove(e->held_outputs, in->output);
        noc_set_remove(e->held_inputs, input_of(&e->outputs[in->output], in));
        move_flit(e, e->held[k], m);
    }
    e->held_count = 0;
    return ended;
}

/* The switch grants of this cycle take effect. A speculative grant comes to nothing if its packet did not get
 * a virtual channel with a credit. */
NOC_INLINE void take_grants(noc_engine *e, noc_mode m)
{
    uint64_t moved = m.hold ? end_holds(e, m) : 0;
    for (uint32_t k = 0; k < e->switch_grant_count; k++) {
        const noc_switch_grant grant = e->switch_grants[k];
        const noc_input_vc *in = &e->input_vcs[grant.input];
        if (m.speculation && grant.speculative &&
            (in->state != NOC_VC_ACTIVE || e->output_vcs[in->out_vc].credits == 0))
            continue;
        if (m.hold && takes_two_cycles(e, in)) {
            hold_grant(e, grant.input);
            continue;
        }
        move_flit(e, grant.input, m);
        moved++;
    }
    e->tally.flit_hops += moved;
}

/* Heads whose route is computed ask for a virtual channel from the next cycle on. */
NOC_INLINE void finish_routing(noc_engine *e, noc_mode m)
{
    for (uint32_t k = 0; k < e->routing_count; k++)
        noc_request_vc(e, &e->input_vcs[e->routing[k]], m);
    uint32_t *const done = e->routing;
    e->routing = e->routing_next;
    e->routing_count = e->routing_next_count;
    e->routing_next = done;
    e->routing_next_count = 0;
}

NOC_INLINE void run_cycles(noc_engine *e, uint64_t cycles, noc_mode m)
{
    for (; cycles > 0; cycles--) {
        arrive(e, m);
        noc_endpoints_inject(e);
        noc_allocate_switch(e, m);
        noc_allocate_vcs(e, m);
        take_grants(e, m);
        finish_routing(e, m);
        e->now++;
        e->tally.cycles++;
    }
}

/* Between chunks the packet pool may grow. A cycle creates at most a packet for each sender, one more that
 * waits at each terminal, and a reply for each tail that is ejected. */
enum { CHUNK_CYCLES = 64 };

/* The usual designs get a loop of their own, made of constants. */
static void run_chunk(noc_engine *e, uint64_t cycles)
{
    const bool mixed = e->mixed, speculation = e->speculation, forks = e->fork_count > 0;
    const unsigned rounds = e->most_rounds;
    if (e->resting)
        run_cycles(e, cycles,
                   (noc_mode){e->words, rounds, speculation, mixed, forks, e->hold, true});
    else if (e->hold)
        run_cycles(e, cycles, (noc_mode){e->words, rounds, speculation, mixed, forks, true, false});
    else if (e->words == 1 && rounds == 1 && !mixed && !speculation && !forks)
        run_cycles(e, cycles, (noc_mode){1, 1, false, false, false, false, false});
    else if (e->words == 1)
        run_cycles(e, cycles, (noc_mode){1, rounds, speculation, mixed, forks, false, false});
    else
        run_cycles(e, cycles,
                   (noc_mode){e->words, rounds, speculation, mixed, forks, false, false});
}

static uint64_t flits_ejected(const noc_engine *e)
{
    return e->tally.flits_ejected[NOC_REQUEST] + e->tally.flits_ejected[NOC_REPLY];
}

/* Whether flits are under way and none has moved for long. `moves` were made before these cycles. */
static bool is_stuck(noc_engine *e, uint64_t moves, uint64_t cycles)
{
    const bool moved = e->tally.flit_hops + e->tally.flits_injected + flits_ejected(e) != moves;
    const bool under_way = e->tally.flits_injected != flits_ejected(e);
    e->still_cycles = moved || !under_way ? 0 : e->still_cycles + cycles;
    return e->still_cycles >= NOC_STUCK_CYCLES;
}

/* That may be created in a chunk. In a closed loop there are never more than MSHRs. */
static uint32_t most_packets(const noc_engine *e, uint32_t terminal_channels)
{
    const noc_graph *g = &e->system->graph;
    const uint32_t each = (g->terminal_count + terminal_channels) * CHUNK_CYCLES;
    if (!e->closed) return each;
    const uint32_t all = g->compute_count * (uint32_t)e->system->design->nodes.mshrs;
    return e->packet_capacity < all ? all : 0;
}

/* Skips idle cycles, `most` of them. Returns how many. */
static uint64_t skip_idle(noc_engine *e, uint64_t most)
{
    const uint64_t quiet = noc_engine_quiet_until(e) - e->now;
    const uint64_t skipped = quiet < most ? quiet : most;
    if (skipped > 0) noc_engine_skip(e, skipped);
    return skipped;
}

noc_status noc_engine_step(noc_engine *e, uint64_t cycles)
{
    const noc_graph *g = &e->system->graph;
    const uint32_t links = e->output_count - e->ejection_count;
    const uint32_t terminal_channels = g->channel_count - links;
    while (cycles > 0) {
        const uint64_t chunk = cycles < CHUNK_CYCLES ? cycles : CHUNK_CYCLES;
        if (noc_engine_reserve(e, most_packets(e, terminal_channels)) != NOC_OK) return NOC_EFAILED;
        const uint64_t moves = e->tally.flit_hops + e->tally.flits_injected + flits_ejected(e);
        run_chunk(e, chunk);
        if (e->closed) noc_memories_count(e);
        if (is_stuck(e, moves, chunk)) return NOC_EFAILED;
        cycles -= chunk;
    }
    return NOC_OK;
}

noc_status noc_engine_run(noc_engine *e, uint64_t cycles)
{
    while (cycles > 0) {
        cycles -= skip_idle(e, cycles);
        const uint64_t chunk = cycles < CHUNK_CYCLES ? cycles : CHUNK_CYCLES;
        if (noc_engine_step(e, chunk) != NOC_OK) return NOC_EFAILED;
        cycles -= chunk;
    }
    return NOC_OK;
}

uint64_t noc_engine_now(const noc_engine *e)
{
    return e->now;
}

const noc_tally *noc_engine_tally(const noc_engine *e)
{
    return &e->tally;
}

uint32_t noc_engine_channel_flits(const noc_engine *e, uint32_t channel, noc_class class)
{
    const noc_output *out = &e->outputs[e->output_of_channel[channel]];
    const noc_network *net = &e->system->graph.networks[e->system->graph.channels[channel].network];
    uint32_t flits = 0;
    for (uint32_t left = label_set(net, net->vcs[class]); left; left &= left - 1)
        flits += e->output_vcs[out->first_vc + (unsigned)__builtin_ctz(left)].flits;
    return flits;
}

const noc_sketch *noc_engine_sketch(const noc_engine *e)
{
    return &e->sketch;
}

const noc_recent *noc_engine_recent(const noc_engine *e)
{
    return &e->recent;
}

/* ---- conservation --------------------------------------------------------------------------- */

noc_status noc_engine_check(const noc_engine *e, noc_diag *diag)
{
    uint32_t *under_way = calloc(e->vc_count, sizeof *under_way);
    if (!under_way) return noc_fail_memory(diag);
    uint64_t held = 0;
    for (uint32_t s = 0; s <= e->slot_mask; s++) {
        held += e->slots[s].flit_count;
        for (uint32_t i = 0; i < e->slots[s].flit_count; i++) under_way[e->slots[s].flits[i].vc]++;
        for (uint32_t i = 0; i < e->slots[s].credit_count; i++) under_way[e->slots[s].credits[i]]++;
    }
    noc_status status = NOC_OK;
    for (uint32_t vc = 0; vc < e->vc_count; vc++) {
        held += e->input_vcs[vc].count;
        const uint32_t sum = e->output_vcs[vc].credits + under_way[vc] + e->input_vcs[vc].count;
        if (sum == e->input_vcs[vc].depth || status != NOC_OK) continue;
        status = noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                          "internal error: %u of %u credits accounted for on virtual channel %u",
                          sum, e->input_vcs[vc].depth, vc);
    }
    free(under_way);
    const uint64_t ejected = flits_ejected(e);
    if (e->tally.flits_injected != ejected + held && status == NOC_OK)
        status = noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                          "internal error: %llu flits injected, %llu ejected, %llu in the network",
                          (unsigned long long)e->tally.flits_injected, (unsigned long long)ejected,
                          (unsigned long long)held);
    return status;
}
