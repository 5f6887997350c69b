#include "sampler/vc_engine.h"

#include <stdlib.h>
#include <string.h>

#include "sampler/vc_router.h"
#include "sampler/vc_state.h"

/* ---- making ----------------------------------------------------------------------------------- */

static unsigned log2_ceil(unsigned n)
{
    unsigned shift = 0;
    while ((1u << shift) < n) shift++;
    return shift;
}

static unsigned router_bits(const noc_graph *g, uint32_t router)
{
    const noc_router *r = &g->routers[router];
    return (unsigned)r->inputs << log2_ceil(g->networks[r->network].virtual_channels);
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

static void make_outputs(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t vc = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const noc_network *net = &g->networks[channel->network];
        const int switching = channel->kind == NOC_INJECTION ? 0 : net->traverse_cycles;
        e->outputs[c] = (noc_output){
            .free_vcs = (uint32_t)(((uint64_t)1 << net->virtual_channels) - 1),
            .vc_base = vc,
            .flight_cycles = (uint16_t)(switching + channel->latency + 1),
            .credit_cycles = (uint16_t)(channel->latency + 1),
            .ejects = channel->kind == NOC_EJECTION,
            .injects = channel->kind == NOC_INJECTION,
        };
        vc += net->virtual_channels;
    }
}

static void make_vcs(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t fifo = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const noc_network *net = &g->networks[channel->network];
        for (unsigned v = 0; v < net->virtual_channels; v++) {
            const uint32_t vc = e->outputs[c].vc_base + v;
            e->output_vcs[vc] = (noc_output_vc){.owner = NOC_NONE, .credits = net->buffer_flits};
            noc_input_vc *in = &e->input_vcs[vc];
            *in = (noc_input_vc){.channel = c, .depth = net->buffer_flits, .out_vc = NOC_NONE};
            if (channel->kind == NOC_EJECTION) continue; /* terminals take flits at once */
            in->router = channel->to;
            in->bit = (uint16_t)((channel->to_port << log2_ceil(net->virtual_channels)) + v);
            in->fifo = fifo;
            fifo += net->buffer_flits;
            e->vc_of_bit[e->routers[channel->to].first_bit + in->bit] = vc;
        }
    }
}

static void make_routers(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t first_bit = 0;
    for (uint32_t i = 0; i < g->router_count; i++) {
        const noc_router *router = &g->routers[i];
        const noc_network *net = &g->networks[router->network];
        e->routers[i] = (noc_vc_router){
            .first_output = router->first_output,
            .first_input = router->first_input,
            .first_bit = first_bit,
            .inputs = router->inputs,
            .outputs = router->outputs,
            .bits = (uint16_t)router_bits(g, i),
            .shift = (uint8_t)log2_ceil(net->virtual_channels),
            .vcs = net->virtual_channels,
            .iterations = net->allocator_iterations,
            .look_ahead = net->route_cycles == 0,
            .speculative = net->speculative,
            .yields = net->speculative && net->speculation_yields,
            .separable = net->allocator == NOC_ALLOCATOR_SEPARABLE,
        };
        first_bit += router_bits(g, i);
    }
}

static bool make_slots(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    unsigned longest = 0;
    for (uint32_t c = 0; c < g->channel_count; c++)
        if (e->outputs[c].flight_cycles > longest) longest = e->outputs[c].flight_cycles;
    const unsigned slots = 1u << log2_ceil(longest + 1);
    e->slot_mask = slots - 1;
    e->slots = calloc(slots, sizeof *e->slots);
    for (unsigned s = 0; e->slots && s < slots; s++) {
        e->slots[s].flits = malloc(g->channel_count * sizeof(noc_arrival));
        e->slots[s].credits = malloc(g->channel_count * sizeof(uint32_t));
        if (!e->slots[s].flits || !e->slots[s].credits) return false;
    }
    return e->slots != NULL;
}

static bool make_plan(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    size_t ports = 1, vcs = 1;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        const size_t outputs = router->outputs, inputs = router->inputs;
        if (outputs > ports) ports = outputs;
        if (inputs > ports) ports = inputs;
        const size_t owned = outputs * g->networks[router->network].virtual_channels;
        if (owned > vcs) vcs = owned;
    }
    e->plan.vcs = malloc(vcs * sizeof *e->plan.vcs);
    e->plan.moves = malloc(ports * sizeof *e->plan.moves);
    e->plan.best_bid = calloc(ports, sizeof *e->plan.best_bid);
    e->plan.best_turns = calloc(ports, sizeof *e->plan.best_turns);
    e->scratch = calloc((3 + 3 * ports) * e->words, sizeof *e->scratch);
    return e->plan.vcs && e->plan.moves && e->plan.best_bid && e->plan.best_turns && e->scratch;
}

static bool make_arrays(noc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    const size_t channels = g->channel_count, routers = g->router_count, w = e->words;
    size_t vcs = 0, bits = 0, flits = 0;
    for (uint32_t c = 0; c < channels; c++) {
        const noc_network *net = &g->networks[g->channels[c].network];
        vcs += net->virtual_channels;
        flits += (size_t)net->virtual_channels * net->buffer_flits;
    }
    for (uint32_t r = 0; r < routers; r++) bits += router_bits(g, r);
    e->vc_count = (uint32_t)vcs;
    e->router_words = (unsigned)(routers + 63) / 64;
    e->routers = calloc(routers, sizeof *e->routers);
    e->outputs = calloc(channels, sizeof *e->outputs);
    e->input_vcs = calloc(vcs, sizeof *e->input_vcs);
    e->output_vcs = calloc(vcs, sizeof *e->output_vcs);
    e->vc_of_bit = calloc(bits, sizeof *e->vc_of_bit);
    e->flit_store = calloc(flits, sizeof *e->flit_store);
    e->vc_pointers = calloc(channels, sizeof *e->vc_pointers);
    e->accept_pointers = calloc(channels, sizeof *e->accept_pointers);
    e->switch_requests = calloc(channels * w, sizeof(uint64_t));
    e->waiting_heads = calloc(channels * w, sizeof(uint64_t));
    e->switch_outputs = calloc(routers * w, sizeof(uint64_t));
    e->waiting_outputs = calloc(routers * w, sizeof(uint64_t));
    e->routing = calloc(routers * w, sizeof(uint64_t));
    e->routing_next = calloc(routers * w, sizeof(uint64_t));
    e->active_routers = calloc(e->router_words, sizeof(uint64_t));
    e->channel_flits = calloc(channels, sizeof *e->channel_flits);
    return e->routers && e->outputs && e->input_vcs && e->output_vcs && e->vc_of_bit &&
           e->flit_store && e->vc_pointers && e->accept_pointers && e->switch_requests &&
           e->waiting_heads && e->switch_outputs && e->waiting_outputs && e->routing &&
           e->routing_next && e->active_routers && e->channel_flits;
}

noc_engine *noc_engine_new(const noc_system *system, noc_load load)
{
    noc_engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    e->system = system;
    e->words = words_needed(&system->graph);
    e->free_packet = NOC_NONE;
    if (!make_arrays(e)) goto fail;
    make_outputs(e);
    make_routers(e);
    make_vcs(e);
    if (!make_slots(e) || !make_plan(e)) goto fail;
    if (noc_endpoints_new(e, load) != NOC_OK) goto fail;
    return e;
fail:
    noc_engine_free(e);
    return NULL;
}

void noc_engine_free(noc_engine *e)
{
    if (!e) return;
    noc_endpoints_free(e);
    for (uint32_t s = 0; e->slots && s <= e->slot_mask; s++) {
        free(e->slots[s].flits);
        free(e->slots[s].credits);
    }
    void *const arrays[] = {
        e->slots,           e->routers,         e->outputs,        e->input_vcs,
        e->output_vcs,      e->vc_of_bit,       e->flit_store,     e->vc_pointers,
        e->accept_pointers, e->switch_requests, e->waiting_heads,  e->switch_outputs,
        e->waiting_outputs, e->routing,         e->routing_next,   e->active_routers,
        e->channel_flits,   e->plan.vcs,        e->plan.moves,     e->plan.best_bid,
        e->plan.best_turns, e->scratch,         e->packets,
    };
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
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
    for (uint32_t i = (uint32_t)capacity; i-- > e->packet_capacity;) {
        e->packets[i].next = e->free_packet;
        e->free_packet = i;
    }
    e->free_packets += more;
    e->packet_capacity = (uint32_t)capacity;
    return NOC_OK;
}

/* ---- running ---------------------------------------------------------------------------------- */

/* A flit reaches a router: into its buffer. A head in an idle VC starts; a flit that becomes the front
 * of an active VC may leave in this very cycle. */
NOC_INLINE void buffer_flit(noc_engine *e, uint32_t vc, noc_flit flit, unsigned words)
{
    noc_input_vc *in = &e->input_vcs[vc];
    unsigned at = (unsigned)in->head + in->count;
    if (at >= in->depth) at -= in->depth;
    e->flit_store[in->fifo + at] = flit;
    if (in->count++ > 0) return;
    if (in->state == NOC_VC_ACTIVE) {
        if (!e->output_vcs[in->out_vc].credits) return;
        noc_request_switch(e, in, words);
    } else if (in->state == NOC_VC_IDLE) {
        noc_read_route(e, in);
        if (e->routers[in->router].look_ahead) {
            noc_request_vc(e, in, words);
        } else {
            in->state = NOC_VC_ROUTING;
            noc_set_add(&e->routing[in->router * words], in->bit);
        }
    }
    noc_set_add(e->active_routers, in->router);
}

NOC_INLINE void take_credit(noc_engine *e, uint32_t vc, unsigned words)
{
    noc_output_vc *out = &e->output_vcs[vc];
    if (out->credits++ > 0 || out->owner == NOC_NONE) return;
    const noc_input_vc *in = &e->input_vcs[out->owner];
    if (in->count == 0) return;
    noc_request_switch(e, in, words);
    noc_set_add(e->active_routers, in->router);
}

NOC_INLINE void arrive(noc_engine *e, unsigned words)
{
    noc_slot *slot = noc_slot_in(e, 0);
    for (uint32_t i = 0; i < slot->flit_count; i++) {
        const noc_arrival arrival = slot->flits[i];
        const noc_output *feeding = &e->outputs[e->input_vcs[arrival.vc].channel];
        if (feeding->ejects) {
            noc_send_credit(e, feeding, arrival.vc);
            noc_endpoints_eject(e, arrival.flit);
        } else {
            buffer_flit(e, arrival.vc, arrival.flit, words);
        }
    }
    for (uint32_t i = 0; i < slot->credit_count; i++) take_credit(e, slot->credits[i], words);
    slot->flit_count = slot->credit_count = 0;
}

NOC_INLINE void run_cycles(noc_engine *e, uint64_t cycles, unsigned words)
{
    for (; cycles > 0; cycles--) {
        arrive(e, words);
        noc_endpoints_inject(e);
        NOC_SET_EACH(router, e->active_routers, e->router_words)
            if (!noc_router_cycle(e, (uint32_t)router, words, &e->plan))
                noc_set_remove(e->active_routers, (unsigned)router);
        e->now++;
        e->tally.cycles++;
    }
}

/* Most packets that can be created in a chunk of cycles: one a terminal and class. */
enum { CHUNK_CYCLES = 256 };

noc_status noc_engine_run(noc_engine *e, uint64_t cycles)
{
    const uint32_t terminals = e->system->graph.terminal_count;
    while (cycles > 0) {
        const uint64_t chunk = cycles < CHUNK_CYCLES ? cycles : CHUNK_CYCLES;
        if (noc_engine_reserve(e, terminals * CHUNK_CYCLES) != NOC_OK) return NOC_EFAILED;
        if (e->words == 1)
            run_cycles(e, chunk, 1);
        else
            run_cycles(e, chunk, e->words);
        cycles -= chunk;
    }
    return NOC_OK;
}

const noc_tally *noc_engine_tally(const noc_engine *e)
{
    return &e->tally;
}

const uint64_t *noc_engine_channel_flits(const noc_engine *e)
{
    return e->channel_flits;
}

/* ---- conservation ----------------------------------------------------------------------------- */

noc_status noc_engine_check(const noc_engine *e, noc_diag *diag)
{
    const noc_graph *g = &e->system->graph;
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
        char name[64];
        noc_channel_name(g, e->input_vcs[vc].channel, name, sizeof name);
        status = noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                          "internal error: %u of %u credits accounted for on channel %s", sum,
                          e->input_vcs[vc].depth, name);
    }
    free(under_way);
    const uint64_t ejected = e->tally.flits_ejected[NOC_REQUEST] + e->tally.flits_ejected[NOC_REPLY];
    if (e->tally.flits_injected != ejected + held && status == NOC_OK)
        status = noc_fail(diag, NOC_EFAILED, NOC_NOWHERE,
                          "internal error: %llu flits injected, %llu ejected, %llu in the network",
                          (unsigned long long)e->tally.flits_injected, (unsigned long long)ejected,
                          (unsigned long long)held);
    return status;
}
