#include "sampler/engines/vc/make.h"

#include "base/auto.h"
#include "base/min_max.h"
#include "sampler/engines/vc/ejections.h"
#include "sampler/engines/vc/forks.h"
#include "sampler/engines/vc/matching.h"
#include "sampler/engines/vc/multicast.h"
#include "sampler/engines/vc/paces.h"
#include "sampler/engines/vc/pairs.h"
#include "sampler/engines/vc/ranks.h"
#include "sampler/engines/vc/resting_channels.h"
#include "sampler/engines/vc/senders.h"

/* ---- numbers -------------------------------------------------------------------------------- */

static unsigned log2_ceil(unsigned n)
{
    unsigned shift = 0;
    while ((1u << shift) < n) shift++;
    return shift;
}

/* Counts the VCs of a crossbar input of a port; the last inputs may have one less. */
static unsigned count_input_vcs(const noc_network *net)
{
    return (net->vc.virtual_channels + net->vc.input_speedup - 1u) / net->vc.input_speedup;
}

static unsigned stride_shift(const noc_network *net)
{
    return log2_ceil(count_input_vcs(net));
}

/* Finds the labels of a crossbar input, gaps included. */
static uint32_t find_input_labels(const noc_network *net)
{
    return (uint32_t)(((uint64_t)1 << (1u << stride_shift(net))) - 1);
}

/* Counts the labels of a port, gaps included. */
static unsigned count_labels(const noc_network *net)
{
    return (unsigned)net->vc.input_speedup << stride_shift(net);
}

static unsigned find_label(const noc_network *net, unsigned v)
{
    return noc_label_of_vc(net->vc.input_speedup, stride_shift(net), v);
}

uint32_t noc_vc_find_labels(const noc_network *net, uint32_t vcs)
{
    uint32_t labels = 0;
    for (; vcs; vcs &= vcs - 1) labels |= 1u << find_label(net, (unsigned)__builtin_ctz(vcs));
    return labels;
}

static uint32_t find_vc_mask(const noc_network *net)
{
    return (uint32_t)(((uint64_t)1 << net->vc.virtual_channels) - 1);
}

/* Counts the bits of a router's input VCs; 0: the router belongs to another engine. */
static unsigned count_router_bits(const noc_vc_engine *e, uint32_t router)
{
    const noc_router *r = &e->system->graph.routers[router];
    if (!noc_vc_has_network(e, r->network)) return 0;
    return r->inputs * count_labels(&e->system->graph.networks[r->network]);
}

/* Counts the words of a set that holds the input VCs, or the ports, of any router. */
static unsigned count_set_words(const noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    unsigned largest = 1;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const unsigned bits = count_router_bits(e, r);
        if (bits == 0) continue;
        if (bits > largest) largest = bits;
        if (g->routers[r].outputs > largest) largest = g->routers[r].outputs;
    }
    return (largest + 63) / 64;
}

/* Counts the allocation rounds of an output's VCs. */
static uint8_t count_vc_rounds(const noc_network *net)
{
    if (net->vc.vc_allocator == NOC_ALLOCATOR_MAXIMUM) return net->vc.virtual_channels;
    return net->vc.vc_allocator == NOC_ALLOCATOR_ISLIP ? net->vc.allocator_iterations : 1;
}

/* Stores the data of a router in its outputs and inputs, for the allocators. */
static void describe_router(noc_vc_engine *e, uint32_t router, uint32_t first_vc,
                            uint32_t first_input)
{
    const noc_graph *g = &e->system->graph;
    const noc_router *r = &g->routers[router];
    const noc_network *net = &g->networks[r->network];
    const uint8_t iterations = net->vc.allocator_iterations;
    const uint8_t rounds = net->vc.allocator == NOC_ALLOCATOR_ISLIP ? iterations : 1;
    const unsigned inputs = (unsigned)r->inputs * net->vc.input_speedup;
    const unsigned label_shift = log2_ceil(count_labels(net));
    for (unsigned port = 0; port < r->outputs; port++) {
        noc_output *out = &e->outputs[r->first_output + port];
        out->port = (uint16_t)port;
        out->first_input_vc = first_vc;
        out->first_input = first_input;
        out->labels = (uint8_t)(1u << label_shift);
        out->first_label = (uint16_t)(port << label_shift);
        out->input_bits = (uint16_t)(inputs << stride_shift(net));
        out->vc_rounds = count_vc_rounds(net);
        out->switch_rounds = rounds;
        out->allocator = net->vc.allocator & 0xf;
        out->vc_allocator = net->vc.vc_allocator & 0xf;
        out->speculative = net->vc.is_speculative;
        out->yields = net->vc.is_speculative && net->vc.speculation_yields;
        out->overlaps = net->vc.overlaps_packets;
        out->hold = (uint8_t)net->vc.allocation_hold;
        out->is_paired = net->vc.route_choice == NOC_CHOICE_ALLOCATOR;
    }
    for (unsigned place = 0; place < inputs; place++)
        e->inputs[first_input + place] = (noc_crossbar_input){
            .first_output = r->first_output,
            .first_vc = first_vc + (place << stride_shift(net)),
            .labels = find_input_labels(net),
            .first_bit = (uint16_t)(place << stride_shift(net)),
            .end_bit = (uint16_t)((place + 1) << stride_shift(net)),
            .outputs = r->outputs,
            .allocator = (uint8_t)net->vc.allocator,
            .yields = net->vc.is_speculative && net->vc.speculation_yields,
        };
    if (rounds > e->mode.rounds) e->mode.rounds = rounds;
    e->mode.speculation |= net->vc.is_speculative;
    e->mode.hold |= net->vc.allocation_hold != NOC_HOLD_NONE;
    e->mode.overlaps |= net->vc.overlaps_packets;
    e->mode.paired |= net->vc.route_choice == NOC_CHOICE_ALLOCATOR;
    e->mode.input_speedup |= net->vc.input_speedup > 1;
    e->mode.mixed |= noc_find_switch_rule(net->vc.allocator) != NOC_RULE_ROUNDS ||
                     noc_find_vc_rule(net->vc.vc_allocator) != NOC_RULE_ROUNDS;
    e->has_maximum |= net->vc.allocator == NOC_ALLOCATOR_MAXIMUM;
}

/* Finds the first input VC of each router. */
static uint32_t *number_input_vcs(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t *first_vc = malloc((g->router_count + 1) * sizeof *first_vc);
    if (!first_vc) return NULL;
    first_vc[0] = 0;
    uint32_t first_input = 0;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_network *net = &g->networks[g->routers[r].network];
        first_vc[r + 1] = first_vc[r] + count_router_bits(e, r);
        if (!noc_vc_has_network(e, g->routers[r].network)) continue;
        describe_router(e, r, first_vc[r], first_input);
        first_input += (uint32_t)g->routers[r].inputs * net->vc.input_speedup;
    }
    return first_vc;
}

/* Counts the slots of a VC's FIFO. */
static unsigned count_fifo_slots(const noc_channel *channel)
{
    return 1u << log2_ceil(channel->buffer_flits);
}

/* True if a flit takes a cycle to traverse the crossbar before its channel. */
static bool has_traversal(const noc_network *net, const noc_channel *channel)
{
    return channel->kind != NOC_INJECTION && net->vc.traverse_cycles > 0;
}

/* Counts the cycles from a switch grant, or an injection, to the arrival. With a queue behind
 * the crossbar the traversal takes no cycle. */
static unsigned count_flight_cycles(const noc_network *net, const noc_channel *channel)
{
    const bool crosses = has_traversal(net, channel) && net->vc.internal_speedup == 1.0;
    return crosses + channel->latency + 1u;
}

/* Counts the cycles from a flit's departure to the use of its place upstream. */
static unsigned count_credit_cycles(const noc_network *net, const noc_channel *channel)
{
    const unsigned processing = channel->kind == NOC_INJECTION ? 0 : net->vc.credit_cycles;
    return channel->latency + 1u + processing;
}

static noc_arrival find_arrival_kind(const noc_channel *channel)
{
    return channel->kind == NOC_EJECTION ? NOC_ARRIVAL_EJECTION : NOC_ARRIVAL_FLIT;
}

static void make_vcs(noc_vc_engine *e, const noc_channel *channel, uint32_t output, unsigned bit,
                     uint32_t *fifo)
{
    const noc_network *net = &e->system->graph.networks[channel->network];
    for (unsigned v = 0; v < net->vc.virtual_channels; v++) {
        e->vcs[e->outputs[output].first_vc + find_label(net, v)] = (noc_vc){
            .fifo = *fifo,
            .word_bit = (uint64_t)1 << ((bit + find_label(net, v)) & 63),
            .label = 1u << find_label(net, v),
            .fifo_mask = count_fifo_slots(channel) - 1,
            .depth = channel->buffer_flits,
            .owner = NOC_NONE,
            .credits = channel->buffer_flits,
            .out_vc = NOC_NONE,
            .set_place = (uint16_t)(bit + find_label(net, v)),
            .credit_line =
                noc_delay_line_number(NOC_ARRIVAL_CREDIT, count_credit_cycles(net, channel)),
            .has_look_ahead = net->vc.route_cycles == 0,
            .source_output = output,
        };
        *fifo += count_fifo_slots(channel);
    }
}

/* Makes the output of a channel, with a given first VC. */
static void make_output(noc_vc_engine *e, const noc_channel *channel, uint32_t output,
                        uint32_t first_vc)
{
    const noc_network *net = &e->system->graph.networks[channel->network];
    noc_output *out = &e->outputs[output];
    out->free_vcs = noc_vc_find_labels(net, find_vc_mask(net));
    out->atomic = net->vc.atomic_reallocation;
    e->mode.atomic |= out->atomic;
    out->first_vc = first_vc;
    out->network = channel->network;
    out->shift = (uint8_t)stride_shift(net);
    out->input_labels = find_input_labels(net);
    out->inputs = net->vc.input_speedup;
    out->has_traversal = has_traversal(net, channel);
    out->flight_line =
        noc_delay_line_number(find_arrival_kind(channel), count_flight_cycles(net, channel));
}

/* Numbers outputs and VCs, and connects each VC to its router and outputs. */
static bool make_channels(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    NOC_AUTO_FREE uint32_t *router_vc = number_input_vcs(e);
    uint32_t terminal_vc = e->first_terminal_vc, fifo = 0;
    if (!router_vc) return false;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const noc_network *net = &g->networks[channel->network];
        const bool ejects = channel->kind == NOC_EJECTION;
        const uint32_t output = channel->kind == NOC_INJECTION
                                    ? e->output_count + channel->injector
                                    : g->routers[channel->from].first_output + channel->from_port;
        e->output_index[c] = output;
        if (!noc_vc_has_network(e, channel->network)) continue;
        const unsigned bit = ejects ? 0u : channel->to_port * count_labels(net);
        make_output(e, channel, output, ejects ? terminal_vc : router_vc[channel->to] + bit);
        make_vcs(e, channel, output, bit, &fifo);
        if (ejects) terminal_vc += count_labels(net);
    }
    return true;
}

/* Makes the turns, or borrows them from an engine of the same system, whose turns are equal. */
static bool make_turns(noc_vc_engine *e, const noc_vc_engine *lender)
{
    const noc_graph *g = &e->system->graph;
    const noc_routes *routes = &e->system->routes;
    e->borrows_turns = lender != NULL;
    e->turns = lender ? lender->turns
                      : noc_arena_unset_array(e->ports->arena, routes->hop_count, sizeof *e->turns);
    if (lender || !e->turns) return e->turns;
    for (uint32_t h = 0; h < routes->hop_count; h++) {
        const noc_hop *hop = &routes->hops[h];
        const noc_channel *channel = &g->channels[hop->channel];
        e->turns[h] = (noc_vc_turn){
            .next = hop->next,
            .output = e->output_index[hop->channel],
            .permitted = noc_vc_find_labels(&g->networks[channel->network], hop->vcs),
            .fork = NOC_NONE,
        };
    }
    return true;
}

/* Finds the longest delay of flits and credits, cycles. */
static unsigned find_longest_delay(const noc_graph *g)
{
    unsigned longest = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = noc_graph_channel_network(g, c);
        if (net->switching != NOC_SWITCHING_VC) continue;
        longest = max_unsigned(longest, count_flight_cycles(net, &g->channels[c]));
        longest = max_unsigned(longest, count_credit_cycles(net, &g->channels[c]));
    }
    return longest;
}

/* Counts the credits that may leave the inputs of a channel per cycle. */
static uint32_t count_credits(const noc_network *net, const noc_channel *channel)
{
    return (net->vc.input_speedup + 1u) * noc_channel_flits_max(channel);
}

/* Counts the maximum arrivals of each kind per cycle, in networks of virtual channels. */
static void count_arrivals(const noc_graph *g, uint32_t arrivals_max[NOC_ARRIVALS])
{
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_channel *channel = &g->channels[c];
        const noc_network *net = noc_graph_channel_network(g, c);
        if (net->switching != NOC_SWITCHING_VC) continue;
        arrivals_max[find_arrival_kind(channel)] += noc_channel_flits_max(channel);
        arrivals_max[NOC_ARRIVAL_CREDIT] += count_credits(net, channel);
    }
}

static bool make_lines(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    uint32_t arrivals_max[NOC_ARRIVALS] = {0};
    count_arrivals(g, arrivals_max);
    return noc_delay_lines_make(&e->lines, e->ports->arena, arrivals_max, find_longest_delay(g));
}

/* Counts VCs, inputs and outputs. Returns the slots of all FIFOs. Outputs have the numbers of
 * the graph, which also counts outputs of other engines. */
static size_t count_ports(noc_vc_engine *e)
{
    const noc_graph *g = &e->system->graph;
    size_t flits = 0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = &g->networks[g->channels[c].network];
        if (g->channels[c].kind != NOC_INJECTION) e->output_count++;
        if (!noc_vc_has_network(e, g->channels[c].network)) continue;
        if (g->channels[c].kind == NOC_EJECTION) e->vc_count += count_labels(net);
        if (g->channels[c].kind != NOC_EJECTION) e->input_count += net->vc.input_speedup;
        flits += (size_t)net->vc.virtual_channels * count_fifo_slots(&g->channels[c]);
    }
    for (uint32_t r = 0; r < g->router_count; r++) e->first_terminal_vc += count_router_bits(e, r);
    e->vc_count += e->first_terminal_vc;
    e->output_words = (e->output_count + 63) / 64;
    e->input_words = (e->input_count + 63) / 64;
    return flits;
}

#define ARRAY(member, count)                            \
    {                                                   \
        (void **)&e->member, (count), sizeof *e->member \
    }

/* Makes the arrays of an engine with a flit store of `flits` slots; arena NULL: only counts their
 * bytes. Returns the bytes. */
static double make_arrays(noc_vc_engine *e, size_t flits, noc_arena *arena)
{
    const size_t words = e->mode.words, outputs = e->system->graph.channel_count,
                 inputs = e->input_count, wide_words = words == 1 ? 0 : words;
    const struct {
        void **address;
        size_t count, size; /* elements; bytes of an element */
    } arrays[] = {
        ARRAY(inputs, inputs),
        ARRAY(outputs, outputs),
        ARRAY(output_index, outputs),
        ARRAY(vcs, e->vc_count),
        ARRAY(arrival_cycles, e->vc_count),
        ARRAY(flit_store, flits),
        ARRAY(requests.switch_requests, outputs * wide_words),
        ARRAY(requests.waiting_heads, outputs * wide_words),
        ARRAY(requests.speculations, outputs * words),
        ARRAY(requests.switch_outputs, e->output_words),
        ARRAY(requests.waiting_outputs, e->output_words),
        ARRAY(requests.speculative_outputs, e->output_words),
        ARRAY(requests.start_requests, outputs * wide_words),
        ARRAY(allocation.grants, inputs * wide_words),
        ARRAY(allocation.yielding, inputs * words),
        ARRAY(allocation.granted_inputs, e->input_words),
        ARRAY(allocation.bid_outputs, e->output_words),
        ARRAY(allocation.taken_inputs, e->input_words),
        ARRAY(allocation.open_outputs, e->output_words),
        ARRAY(allocation.best_bids, outputs),
        ARRAY(allocation.best_distances, outputs),
        ARRAY(allocation.matched_inputs, outputs),
        ARRAY(allocation.last_searches, outputs),
        ARRAY(holds.vcs, inputs),
        ARRAY(holds.inputs, e->input_words),
        ARRAY(holds.outputs, e->output_words),
        ARRAY(routing.current_vcs, e->vc_count),
        ARRAY(routing.next_vcs, e->vc_count),
        ARRAY(pending_vcs, e->vc_count),
        ARRAY(released_vcs, e->vc_count),
    };
    double bytes = 0.0;
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
        bytes += (double)arrays[i].count * (double)arrays[i].size;
        if (!arena) continue;
        /* one more element, since noc_append_if writes a VC behind the end of lists of VCs */
        *arrays[i].address = noc_ports_allocate_lines(arena, arrays[i].count + 1, arrays[i].size);
    }
    return bytes;
}

static uint32_t choose_port(void *engine, uint32_t hop)
{
    noc_vc_engine *e = engine;
    const uint32_t fork = e->turns[hop].fork;
    return fork == NOC_NONE ? hop : noc_fork_choose(e, fork);
}

/* Opens the doors of the engine's networks; if channels are parallel, the engine chooses among
 * them. */
static void open_doors(noc_vc_engine *e)
{
    for (uint16_t n = 0; n < e->system->graph.network_count; n++) {
        if (!noc_vc_has_network(e, n)) continue;
        noc_ports_open_doors(e->ports, n);
        if (!e->mode.forks) continue;
        e->ports->networks[n].choose_hop = choose_port;
        e->ports->networks[n].engine = e;
    }
}

void *noc_vc_create(noc_ports *ports, noc_engine_start start)
{
    noc_vc_engine *e = noc_arena_array(ports->arena, 1, sizeof *e);
    if (!e) return NULL;
    e->system = ports->system;
    e->ports = ports;
    e->derating = start.derating;
    e->mode = (noc_mode){.words = count_set_words(e), .rounds = 1};
    make_arrays(e, count_ports(e), ports->arena);
    if (ports->arena->is_short || !make_lines(e) || !make_channels(e) ||
        !make_turns(e, start.lender) || !noc_forks_new(e, start.seed) || !noc_senders_new(e) ||
        !noc_ejections_new(e) || !noc_matchings_new(e, start.seed) || !noc_pairs_new(e) ||
        !noc_paces_new(e) || !noc_resting_channels_new(e) || !noc_ranks_new(e) ||
        !noc_multicast_new(e))
        return NULL;
    e->routing.current_end = e->routing.current_vcs;
    e->routing.next_end = e->routing.next_vcs;
    e->released_end = e->released_vcs;
    e->mode.resting = e->resting_channels != NULL;
    e->mode.paced = e->paces != NULL;
    e->mode.ranked = e->ranks != NULL;
    e->mode.multicast = e->multicast != NULL;
    e->mode.classes = ports->class_count > 1;
    open_doors(e);
    return e;
}

/* ---- memory --------------------------------------------------------------------------------- */

double noc_vc_shared_bytes(const noc_system *system)
{
    return (double)system->routes.hop_count * sizeof(noc_vc_turn);
}

static double count_line_bytes(const noc_graph *g)
{
    uint32_t arrivals_max[NOC_ARRIVALS] = {0};
    count_arrivals(g, arrivals_max);
    return noc_delay_lines_bytes(arrivals_max, find_longest_delay(g));
}

/* Counts the bytes of matrix arbiters and of the flits' arrival cycles. */
static double count_rank_bytes(const noc_vc_engine *e, size_t flits)
{
    const noc_graph *g = &e->system->graph;
    const bool stamps = e->system->design->traffic.priority == NOC_PRIORITY_LOCAL_AGE;
    double bytes = stamps ? (double)flits * sizeof(uint32_t) : 0.0;
    for (uint32_t r = 0; r < g->router_count; r++) {
        const noc_router *router = &g->routers[r];
        const noc_network *net = &g->networks[router->network];
        if (!noc_vc_has_network(e, router->network)) continue;
        bytes += sizeof(uint64_t) * (double)noc_ranks_count_requesters(
                                        noc_system_spec(e->system, router->network), router,
                                        count_router_bits(e, r), count_labels(net));
    }
    return bytes;
}

double noc_vc_bytes(const noc_system *system)
{
    noc_vc_engine e = {.system = system};
    e.mode.words = count_set_words(&e);
    const size_t flits = count_ports(&e);
    return count_line_bytes(&system->graph) + count_rank_bytes(&e, flits) +
           make_arrays(&e, flits, NULL);
}
