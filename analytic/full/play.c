#include "analytic/full/play.h"

#include <math.h>
#include <string.h>

#include "analytic/full/parallel_channels.h"
#include "analytic/full/routers.h"
#include "analytic/full/terminals.h"
#include "base/auto.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* ---- construction --------------------------------------------------------------------------- */

/* Returns the size of lists [terminal * NOC_CLASSES + class]. */
static size_t count_size(const noc_system *system)
{
    return (size_t)system->graph.terminal_count * NOC_CLASSES;
}

/* Returns the cycles of a head's routing in a stage of its own. A stage needs a step of a cycle; in
 * a network of wide ports all stages together need whole cycles. */
static uint16_t find_route_cycles(const noc_network *net, double steps)
{
    const unsigned stages = net->vc.router_stages, route = net->vc.route_cycles;
    if (!net->vc.has_wide_ports) return (uint16_t)(route / steps);
    return (uint16_t)(ceil(stages / steps) - ceil((stages - route) / steps));
}

static void make_channel(noc_full *f, uint32_t c, noc_full_channel *g)
{
    const noc_system *system = f->system;
    const noc_channel *channel = &system->graph.channels[c];
    const noc_network *net = &system->graph.networks[channel->network];
    const bool is_injection = channel->kind == NOC_INJECTION;
    const double steps = net->vc.internal_speedup;
    g->is_ejection = channel->kind == NOC_EJECTION;
    g->channel_flit_cycles = 1.0 / channel->flits_per_cycle;
    g->output_flit_cycles = steps > 1.0 ? 1.0 / steps : fmax(1.0, g->channel_flit_cycles);
    g->head_hold = !is_injection && net->vc.allocation_hold != NOC_HOLD_NONE;
    g->body_hold = !is_injection && net->vc.allocation_hold == NOC_HOLD_FLIT;
    g->packet_pause = noc_system_codec_cycles(system, c);
    if (steps > f->steps_per_cycle) f->steps_per_cycle = (unsigned)ceil(steps);
    g->output_port = channel->from_port;
    /* the crossbar of a wide network needs a step, which ends in the cycle except for the last
     * one */
    const bool has_step = !is_injection && net->vc.has_wide_ports && net->vc.traverse_cycles > 0;
    const unsigned traverse_cycles = is_injection || has_step ? 0u : net->vc.traverse_cycles;
    g->last_step = has_step ? (uint16_t)(ceil(steps) - 1.0) : NOC_FULL_NO_STEP;
    g->flight_cycles = (uint16_t)(traverse_cycles + channel->latency + 1u);
    g->credit_cycles =
        (uint16_t)(channel->latency + 1u + (is_injection ? 0u : net->vc.credit_cycles));
    g->route_cycles = find_route_cycles(net, steps);
    g->buffer_flits = channel->buffer_flits;
    g->vc_count = net->vc.virtual_channels;
    g->free_vcs = UINT32_MAX >> (NOC_VCS_MAX - g->vc_count);
    g->is_speculative = net->vc.is_speculative;
    g->speculation_yields = net->vc.speculation_yields;
    g->overlaps_packets = net->vc.overlaps_packets;
    g->has_atomic_vcs = net->vc.atomic_reallocation;
}

/* Makes the channels of networks with buffers. Returns the number of their virtual channels. */
static size_t make_channels(noc_full *f)
{
    const noc_graph *graph = &f->system->graph;
    size_t vc_count = 0;
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        if (!noc_network_has_buffers(noc_graph_channel_network(graph, c))) continue;
        make_channel(f, c, &f->channels[c]);
        f->channels[c].first_vc = (uint32_t)vc_count;
        vc_count += f->channels[c].vc_count;
    }
    return vc_count;
}

static void make_vcs(noc_full *f)
{
    for (uint32_t c = 0; c < f->system->graph.channel_count; c++)
        for (uint32_t v = 0; v < f->channels[c].vc_count; v++)
            f->vcs[f->channels[c].first_vc + v] = (noc_full_vc){
                .first_packet = NOC_NONE,
                .last_packet = NOC_NONE,
                .owner = NOC_NONE,
                .channel = c,
                .credits = f->channels[c].buffer_flits,
            };
}

/* Makes the crossbar inputs of a port: virtual channel v is on input v modulo the number of inputs.
 * Returns this number. */
static uint32_t make_inputs(noc_full *f, uint32_t channel, uint32_t first)
{
    const noc_full_channel *g = &f->channels[channel];
    const noc_network *net = noc_graph_channel_network(&f->system->graph, channel);
    const uint32_t inputs = min_unsigned(net->vc.input_speedup, g->vc_count);
    for (uint32_t i = 0; i < inputs; i++)
        f->inputs[first + i] =
            (noc_full_input){.channel = channel,
                             .flit_cycles = 1.0 / fmax(1.0, net->vc.internal_speedup),
                             .bidding_vc = NOC_NONE};
    for (uint32_t v = 0; v < g->vc_count; v++) f->vcs[g->first_vc + v].input = first + v % inputs;
    return inputs;
}

/* Numbers the input virtual channels of each router, and their crossbar inputs; outputs get the
 * first place of their router. Returns the largest number of places of a router. */
static uint32_t number_places(noc_full *f)
{
    const noc_graph *graph = &f->system->graph;
    uint32_t first = 0, largest_place = 1, inputs = 0;
    for (uint32_t r = 0; r < graph->router_count; r++) {
        const noc_router *router = &graph->routers[r];
        uint32_t place = 0;
        for (uint32_t i = 0; i < router->inputs; i++) {
            const uint32_t channel = graph->inputs[router->first_input + i];
            const noc_full_channel *g = &f->channels[channel];
            if (g->vc_count > 0) inputs += make_inputs(f, channel, inputs);
            for (uint32_t v = 0; v < g->vc_count; v++) {
                f->vcs[g->first_vc + v].vc_place = place;
                f->vc_at_place[first + place++] = g->first_vc + v;
            }
        }
        for (uint32_t o = 0; o < router->outputs; o++)
            f->channels[graph->outputs[router->first_output + o]].first_place = first;
        first += place;
        largest_place = max_unsigned(largest_place, place);
    }
    return largest_place;
}

/* Returns the flits of the shortest packet on a network. */
static unsigned find_shortest_packet(const noc_full *f, uint16_t network)
{
    const noc_traffic *t = &f->system->traffic;
    unsigned shortest = UINT16_MAX;
    for (int k = 0; k < t->length_count; k++)
        if (t->lengths[k].share > 0.0)
            shortest = min_unsigned(shortest, max_unsigned(t->lengths[k].flits[network], 1));
    return shortest;
}

/* Reserves entries for the packets of all virtual channels: complete packets, an arriving one, a
 * departing one, and one that has just departed. */
static void make_vc_packets(noc_full *f)
{
    size_t count = 1;
    for (uint32_t c = 0; c < f->system->graph.channel_count; c++) {
        const noc_full_channel *g = &f->channels[c];
        const unsigned shortest = find_shortest_packet(f, f->system->graph.channels[c].network);
        count += (size_t)g->vc_count * (g->buffer_flits / shortest + 3u);
    }
    f->vc_packets = noc_arena_unset_array(f->arena, count, sizeof *f->vc_packets);
    for (size_t s = 0; f->vc_packets && s < count; s++)
        f->vc_packets[s].next_packet = s + 1 < count ? (uint32_t)s + 1 : NOC_NONE;
}

/* Returns the slots of the event wheel: a power of two, above the longest delay of an event. The
 * queue at an output is not longer than the buffers behind the output. */
static uint32_t find_wheel_size(const noc_full *f)
{
    double longest_delay = 0.0;
    uint32_t size = 16;
    for (uint32_t c = 0; c < f->system->graph.channel_count; c++) {
        const noc_full_channel *g = &f->channels[c];
        longest_delay =
            fmax(longest_delay, 1.0 + g->flight_cycles + g->credit_cycles + g->route_cycles +
                                    g->channel_flit_cycles * g->buffer_flits * g->vc_count);
    }
    while (size < longest_delay + 2.0) size *= 2;
    return size;
}

static void make_injection_ports(noc_full *f)
{
    const noc_graph *graph = &f->system->graph;
    for (uint32_t i = 0; i < graph->injector_count; i++)
        f->injection_ports[i] = (noc_injection_port){
            .channel = graph->injectors[i], .vc_packet = NOC_NONE, .last_vc = 31};
}

/* Makes the terminals. Nodes with an offered load start at drawn phases; eager nodes have all
 * packets at the start. */
static void make_terminals(noc_full *f, double load)
{
    const noc_traffic *t = &f->system->traffic;
    const noc_traffic_spec *spec = &f->system->design->traffic;
    const bool is_eager = !isfinite(load);
    const double rate = is_eager ? 0.0 : noc_system_packet_rate(f->system, load);
    for (uint32_t i = 0; i < f->system->graph.terminal_count; i++)
        f->terminals[i].requests_left =
            is_eager && spec->batch_packets ? (double)spec->batch_packets : INFINITY;
    for (size_t k = 0; k < t->flow_count && t->flows[k].class == NOC_REQUEST; k++) {
        noc_full_node *node = &f->terminals[t->flows[k].source];
        if (node->flow_count++ == 0) node->first_flow = k;
        node->rate += rate * t->flows[k].rate;
        f->flow_sums[k] = t->flows[k].rate + (node->flow_count > 1 ? f->flow_sums[k - 1] : 0.0);
    }
    for (uint32_t i = 0; i < f->system->graph.terminal_count; i++) {
        f->terminals[i].created_requests = is_eager ? INFINITY : noc_fixed_uniform(&f->stream);
        if (f->terminals[i].flow_count > 0 && is_eager)
            f->batch_transactions += (uint64_t)spec->batch_packets;
    }
    f->max_outstanding =
        is_eager && spec->outstanding_packets ? (uint32_t)spec->outstanding_packets : UINT32_MAX;
}

/* Makes the lists, except for the channels. */
static void make_lists(noc_full *f, size_t vc_count)
{
    const noc_graph *g = &f->system->graph;
    noc_arena *arena = f->arena;
    f->vcs = noc_arena_array(arena, vc_count, sizeof *f->vcs);
    f->vc_at_place = noc_arena_array(arena, vc_count, sizeof *f->vc_at_place);
    f->bidding_inputs = noc_arena_array(arena, vc_count, sizeof *f->bidding_inputs);
    f->inputs = noc_arena_array(arena, vc_count, sizeof *f->inputs);
    f->injection_ports = noc_arena_array(arena, g->injector_count, sizeof *f->injection_ports);
    f->terminals = noc_arena_array(arena, g->terminal_count, sizeof *f->terminals);
    f->flow_sums = noc_arena_array(arena, f->system->traffic.flow_count, sizeof *f->flow_sums);
    f->delivered = noc_arena_array(arena, count_size(f->system), sizeof *f->delivered);
    f->wheel_mask = find_wheel_size(f) - 1;
    f->event_wheel = noc_arena_array(arena, f->wheel_mask + 1u, sizeof *f->event_wheel);
    make_vc_packets(f);
}

/* Makes the empty sets of places and of channels. `places`: most places of a router. */
static void make_sets(noc_full *f, uint32_t places)
{
    const size_t channels = f->system->graph.channel_count;
    f->place_words = (places + 63) / 64;
    f->channel_words = (unsigned)(channels / 64 + 1);
    f->head_places = noc_arena_array(f->arena, channels, f->place_words * sizeof *f->head_places);
    f->flit_places = noc_arena_array(f->arena, channels, f->place_words * sizeof *f->flit_places);
    f->head_channels = noc_arena_array(f->arena, f->channel_words, sizeof *f->head_channels);
    f->flit_channels = noc_arena_array(f->arena, f->channel_words, sizeof *f->flit_channels);
}

/* Makes the network with idle routers. False when out of memory. */
static bool make_network(noc_full *f, double load)
{
    f->channels = noc_arena_array(f->arena, f->system->graph.channel_count, sizeof *f->channels);
    if (f->channels) make_lists(f, make_channels(f));
    if (f->arena->is_short) return false;
    make_vcs(f);
    make_injection_ports(f);
    make_terminals(f, load);
    noc_full_link_parallel(f);
    make_sets(f, number_places(f));
    return !f->arena->is_short;
}

/* ---- simulation ----------------------------------------------------------------------------- */

static void play_cycle(noc_full *f)
{
    for (f->step = 0; f->step < f->steps_per_cycle; f->step++) {
        noc_full_play_events(f);
        noc_full_route_flits(f);
    }
    if (f->steps_per_cycle > 1) noc_full_play_events(f);
    noc_full_send_flits(f);
    f->cycle++;
}

/* Limits at which rates are settled: largest relative change of the transactions per cycle in a
 * window of double length; least mean number of transactions of a node in the window. */
static const double settled_change = 0.02, node_transactions = 100.0;
static const uint64_t first_window = 1024, longest_window = 65536; /* cycles */
static const uint64_t max_sent_flits = 6000000; /* a simulation of about a second */

/* Counts of a window, or of the whole simulation of batches. */
typedef struct counts {
    uint64_t cycles, answered, *delivered;
    noc_full_latency_sums latency_sums[NOC_CLASSES];
} counts;

/* Adds the present counts of the network to *t, times `sign`: 1 or -1, modulo 2^64. */
static void add_counts(const noc_full *f, uint64_t sign, counts *t)
{
    t->cycles += sign * f->cycle;
    t->answered += sign * f->answered_transactions;
    for (size_t i = 0; i < count_size(f->system); i++) t->delivered[i] += sign * f->delivered[i];
    for (int k = 0; k < NOC_CLASSES; k++) {
        t->latency_sums[k].packets += sign * f->latency_sums[k].packets;
        t->latency_sums[k].cycles += sign * f->latency_sums[k].cycles;
        t->latency_sums[k].network_cycles += sign * f->latency_sums[k].network_cycles;
    }
}

static void reset_counts(const noc_full *f, counts *t)
{
    *t = (counts){.delivered = t->delivered};
    memset(t->delivered, 0, count_size(f->system) * sizeof *t->delivered);
}

/* True if mean latencies agree with the outstanding packets (Little's law), or if a node may have
 * at most node_transactions outstanding packets. With more outstanding packets queues still shift,
 * from requests to replies or between paths, after the rates have settled. */
static bool has_settled_latencies(const noc_full *f, const counts *t)
{
    double outstanding = 0.0, trip_cycles = 0.0;
    if (f->max_outstanding == UINT32_MAX || f->max_outstanding <= node_transactions) return true;
    for (uint32_t i = 0; i < f->system->graph.terminal_count; i++)
        outstanding += f->terminals[i].outstanding;
    for (int k = 0; k < NOC_CLASSES; k++) /* a node notices an arrival a cycle later */
        if (t->latency_sums[k].packets > 0)
            trip_cycles +=
                (double)t->latency_sums[k].cycles / (double)t->latency_sums[k].packets + 1.0;
    return fabs((double)t->answered / (double)t->cycles * trip_cycles - outstanding) <
           settled_change * outstanding;
}

/* True if rates and latencies are settled, or a limit of the simulation is reached. */
static bool has_ended(const noc_full *f, uint64_t window, double change, const counts *t)
{
    const bool has_enough =
        (double)t->answered >= node_transactions * (double)f->system->traffic.injector_count;
    return (change < settled_change && has_enough && has_settled_latencies(f, t)) ||
           window >= longest_window || 3 * f->sent_flits > max_sent_flits || f->arena->is_short;
}

/* Simulates windows, each twice as long as the one before, until has_ended. *t: counts of the last
 * window. */
static void play_windows(noc_full *f, counts *t)
{
    double last_rate = NAN, rate = NAN;
    uint64_t window = first_window;
    do {
        last_rate = rate;
        reset_counts(f, t);
        add_counts(f, (uint64_t)-1, t);
        for (uint64_t k = 0; k < window && !f->arena->is_short; k++) play_cycle(f);
        add_counts(f, 1, t);
        rate = (double)t->answered / (double)window;
        window *= 2;
    } while (!has_ended(f, window / 2, fabs(rate - last_rate) / rate, t));
}

/* Simulates to the end of all batches. Returns the cycles; at a limit of flits or cycles the
 * simulation stops, and the end is extrapolated. */
static double play_batch(noc_full *f, counts *t)
{
    while (f->answered_transactions < f->batch_transactions && !f->arena->is_short &&
           f->sent_flits < max_sent_flits && f->cycle < longest_window + 64 * f->sent_flits)
        play_cycle(f);
    add_counts(f, 1, t);
    return (double)f->cycle * (double)f->batch_transactions / (double)f->answered_transactions;
}

static void fill_play(const noc_system *system, const counts *t, noc_full_play *play)
{
    const double cycles = (double)t->cycles;
    play->answered_rate = (double)t->answered / cycles;
    for (size_t i = 0; i < count_size(system); i++)
        play->delivered_rates[i] = (double)t->delivered[i] / cycles;
    for (int k = 0; k < NOC_CLASSES; k++) {
        const double packets = (double)t->latency_sums[k].packets;
        play->latency[k] = (double)t->latency_sums[k].cycles / packets;
        play->network_latency[k] = (double)t->latency_sums[k].network_cycles / packets;
    }
}

/* Simulates once from the start. `stream`: number of the stream of draws. */
static noc_status play_once(const noc_system *system, double load, uint64_t stream, counts *t,
                            noc_full_play *play, uint64_t *sent_flits)
{
    NOC_AUTO(noc_arena_clear) noc_arena arena = {0};
    noc_full f = {
        .arena = &arena, .system = system, .steps_per_cycle = 1, .stream = {stream << 32}};
    if (!make_network(&f, load)) return NOC_EFAILED;
    if (f.batch_transactions > 0)
        play->makespan += play_batch(&f, t);
    else
        play_windows(&f, t);
    *sent_flits += f.sent_flits;
    return arena.is_short ? NOC_EFAILED : NOC_OK;
}

/* Simulates batches several times if they are short, since the last node sets the makespan, and
 * takes the mean makespan. */
static noc_status play_all(const noc_system *system, double load, counts *t, noc_full_play *play)
{
    enum { PLAYS = 4 };
    const bool has_batch = !isfinite(load) && system->design->traffic.batch_packets > 0;
    uint64_t sent_flits = 0, plays = 0;
    noc_status status;
    do {
        status = play_once(system, load, plays++, t, play, &sent_flits);
    } while (status == NOC_OK && has_batch && plays < PLAYS &&
             sent_flits * PLAYS < max_sent_flits * plays);
    play->makespan = has_batch ? play->makespan / (double)plays : NAN;
    return status;
}

noc_status noc_full_play_load(const noc_system *system, double load, noc_arena *arena,
                              noc_full_play *play)
{
    const size_t size = count_size(system);
    counts t = {.delivered = noc_arena_array(arena, size, sizeof *t.delivered)};
    *play = (noc_full_play){.delivered_rates =
                                noc_arena_array(arena, size, sizeof *play->delivered_rates)};
    if (arena->is_short || play_all(system, load, &t, play) != NOC_OK) return NOC_EFAILED;
    fill_play(system, &t, play);
    return NOC_OK;
}
