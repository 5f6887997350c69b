#include "analytic/full/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/full/ends.h"
#include "analytic/full/routers.h"
#include "analytic/full/side_by_side.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* ---- construction --------------------------------------------------------------------------- */

/* Cycles of a separate routing stage. A stage takes a step of a cycle; in a wide network all stages
 * together take whole cycles. */
static uint16_t routed_cycles(const noc_network *net, double steps)
{
    const unsigned stages = net->vc.router_stages, route = net->vc.route_cycles;
    if (!net->vc.wide) return (uint16_t)(route / steps);
    return (uint16_t)(ceil(stages / steps) - ceil((stages - route) / steps));
}

static void make_gateway(noc_full *f, uint32_t c, noc_gateway *g)
{
    const noc_system *system = f->system;
    const noc_channel *channel = &system->graph.channels[c];
    const noc_network *net = &system->graph.networks[channel->network];
    const bool injects = channel->kind == NOC_INJECTION;
    const double steps = net->vc.internal_speedup;
    g->ends = channel->kind == NOC_EJECTION;
    g->channel_pace = 1.0 / channel->flits_per_cycle;
    g->pace = steps > 1.0 ? 1.0 / steps : fmax(1.0, g->channel_pace);
    g->head_hold = !injects && net->vc.allocation_hold != NOC_HOLD_NONE;
    g->body_hold = !injects && net->vc.allocation_hold == NOC_HOLD_FLIT;
    g->pause = noc_system_codec_cycles(system, c);
    if (steps > f->passes) f->passes = (unsigned)ceil(steps);
    g->port = channel->from_port;
    /* the crossbar of a wide network needs a step, which ends in the cycle except for the last
     * one */
    const bool in_step = !injects && net->vc.wide && net->vc.traverse_cycles > 0;
    const unsigned traversed = injects || in_step ? 0u : net->vc.traverse_cycles;
    g->last_step = in_step ? (uint16_t)(ceil(steps) - 1.0) : NOC_FULL_NO_STEP;
    g->flight = (uint16_t)(traversed + channel->latency + 1u);
    g->credit = (uint16_t)(channel->latency + 1u + (injects ? 0u : net->vc.credit_cycles));
    g->routed = routed_cycles(net, steps);
    g->buffer = channel->buffer_flits;
    g->lanes = net->vc.virtual_channels;
    g->open = UINT32_MAX >> (NOC_VCS_MAX - g->lanes);
    g->speculates = net->vc.speculative;
    g->yields = net->vc.speculation_yields;
    g->overlaps = net->vc.overlaps;
    g->atomic = net->vc.atomic;
}

static size_t make_gateways(noc_full *f)
{
    const noc_graph *graph = &f->system->graph;
    size_t lanes = 0;
    for (uint32_t c = 0; c < graph->channel_count; c++) {
        if (!noc_network_has_buffers(noc_graph_network_of(graph, c))) continue;
        make_gateway(f, c, &f->gateways[c]);
        f->gateways[c].first_lane = (uint32_t)lanes;
        lanes += f->gateways[c].lanes;
    }
    return lanes;
}

static void make_lanes(noc_full *f)
{
    for (uint32_t c = 0; c < f->system->graph.channel_count; c++)
        for (uint32_t v = 0; v < f->gateways[c].lanes; v++)
            f->lanes[f->gateways[c].first_lane + v] = (noc_lane){
                .first = NOC_NONE,
                .last = NOC_NONE,
                .owner = NOC_NONE,
                .channel = c,
                .room = f->gateways[c].buffer,
            };
}

/* Makes the crossbar inputs of a port: virtual channel v is on input v modulo the number of inputs.
 * Returns this number. */
static uint32_t make_inputs(noc_full *f, uint32_t channel, uint32_t first)
{
    const noc_gateway *g = &f->gateways[channel];
    const noc_network *net = noc_graph_network_of(&f->system->graph, channel);
    const uint32_t inputs = min_unsigned(net->vc.input_speedup, g->lanes);
    for (uint32_t i = 0; i < inputs; i++)
        f->inputs[first + i] = (noc_full_input){
            .channel = channel, .pace = 1.0 / fmax(1.0, net->vc.internal_speedup), .bid = NOC_NONE};
    for (uint32_t v = 0; v < g->lanes; v++) f->lanes[g->first_lane + v].input = first + v % inputs;
    return inputs;
}

/* Numbers the input virtual channels of each router, and their crossbar inputs; outputs get the
 * first place of their router. Returns the largest number of places of a router. */
static uint32_t make_places(noc_full *f)
{
    const noc_graph *graph = &f->system->graph;
    uint32_t first = 0, most = 1, inputs = 0;
    for (uint32_t r = 0; r < graph->router_count; r++) {
        const noc_router *router = &graph->routers[r];
        uint32_t place = 0;
        for (uint32_t i = 0; i < router->inputs; i++) {
            const uint32_t channel = graph->inputs[router->first_input + i];
            const noc_gateway *g = &f->gateways[channel];
            if (g->lanes > 0) inputs += make_inputs(f, channel, inputs);
            for (uint32_t v = 0; v < g->lanes; v++) {
                f->lanes[g->first_lane + v].place = place;
                f->lane_at[first + place++] = g->first_lane + v;
            }
        }
        for (uint32_t o = 0; o < router->outputs; o++)
            f->gateways[graph->outputs[router->first_output + o]].first_place = first;
        first += place;
        most = max_unsigned(most, place);
    }
    return most;
}

static unsigned shortest_packet(const noc_full *f, uint16_t network)
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
static bool make_stays(noc_full *f)
{
    size_t count = 1;
    for (uint32_t c = 0; c < f->system->graph.channel_count; c++) {
        const noc_gateway *g = &f->gateways[c];
        const unsigned shortest = shortest_packet(f, f->system->graph.channels[c].network);
        count += (size_t)g->lanes * (g->buffer / shortest + 3u);
    }
    f->stays = malloc(count * sizeof *f->stays);
    if (!f->stays) return false;
    for (size_t s = 0; s < count; s++)
        f->stays[s].next = s + 1 < count ? (uint32_t)s + 1 : NOC_NONE;
    return true;
}

/* Cycles of the event wheel: a power of two, above the longest delay of an event. The queue at an
 * output is not longer than the buffers behind it. */
static uint32_t wheel_size(const noc_full *f)
{
    double most = 0.0;
    uint32_t size = 16;
    for (uint32_t c = 0; c < f->system->graph.channel_count; c++) {
        const noc_gateway *g = &f->gateways[c];
        most = fmax(most, 1.0 + g->flight + g->credit + g->routed +
                              g->channel_pace * g->buffer * g->lanes);
    }
    while (size < most + 2.0) size *= 2;
    return size;
}

static void make_doors(noc_full *f)
{
    const noc_graph *graph = &f->system->graph;
    for (uint32_t i = 0; i < graph->injector_count; i++)
        f->doors[i] =
            (noc_full_door){.channel = graph->injectors[i], .stay = NOC_NONE, .last_vc = 31};
}

/* Makes the terminals. Nodes with an offered load start at drawn phases; eager nodes have all
 * packets at the start. */
static void make_terminals(noc_full *f, double load)
{
    const noc_traffic *t = &f->system->traffic;
    const noc_traffic_spec *spec = &f->system->design->traffic;
    const bool eager = !isfinite(load);
    const double rate = eager ? 0.0 : noc_system_packet_rate(f->system, load);
    for (uint32_t i = 0; i < f->system->graph.terminal_count; i++)
        f->terminals[i].left = eager && spec->batch ? (double)spec->batch : INFINITY;
    for (size_t k = 0; k < t->flow_count && t->flows[k].class == NOC_REQUEST; k++) {
        noc_full_terminal *of = &f->terminals[t->flows[k].source];
        if (of->flows++ == 0) of->first_flow = k;
        of->rate += rate * t->flows[k].rate;
        f->flow_sums[k] = t->flows[k].rate + (of->flows > 1 ? f->flow_sums[k - 1] : 0.0);
    }
    for (uint32_t i = 0; i < f->system->graph.terminal_count; i++) {
        f->terminals[i].created = eager ? INFINITY : noc_fixed_uniform(&f->draws);
        if (f->terminals[i].flows > 0 && eager) f->batch += (uint64_t)spec->batch;
    }
    f->most_away = eager && spec->outstanding ? (uint32_t)spec->outstanding : UINT32_MAX;
}

static bool make_room(noc_full *f)
{
    const noc_graph *g = &f->system->graph;
    f->gateways = calloc(g->channel_count + 1u, sizeof *f->gateways);
    if (!f->gateways) return false;
    const size_t lanes = make_gateways(f);
    f->lanes = calloc(lanes + 1, sizeof *f->lanes);
    f->lane_at = calloc(lanes + 1, sizeof *f->lane_at);
    f->bidders = calloc(lanes + 1, sizeof *f->bidders);
    f->inputs = calloc(lanes + 1, sizeof *f->inputs);
    f->doors = calloc(g->injector_count + 1u, sizeof *f->doors);
    f->terminals = calloc(g->terminal_count + 1u, sizeof *f->terminals);
    f->flow_sums = calloc(f->system->traffic.flow_count + 1, sizeof *f->flow_sums);
    f->delivered = calloc((size_t)g->terminal_count * NOC_CLASSES + 1, sizeof *f->delivered);
    f->wheel_mask = wheel_size(f) - 1;
    f->wheel = calloc(f->wheel_mask + 1u, sizeof *f->wheel);
    return f->lanes && f->lane_at && f->bidders && f->inputs && f->doors && f->terminals &&
           f->flow_sums && f->delivered && f->wheel && make_stays(f);
}

static bool make_sets(noc_full *f, uint32_t places)
{
    const size_t channels = f->system->graph.channel_count;
    f->words = (places + 63) / 64;
    f->channel_words = (unsigned)(channels / 64 + 1);
    f->heads = calloc(channels * f->words + 1, sizeof *f->heads);
    f->asks = calloc(channels * f->words + 1, sizeof *f->asks);
    f->with_heads = calloc(f->channel_words, sizeof *f->with_heads);
    f->with_asks = calloc(f->channel_words, sizeof *f->with_asks);
    return f->heads && f->asks && f->with_heads && f->with_asks;
}

static bool make(noc_full *f, const noc_system *system, double load, uint64_t stream)
{
    *f = (noc_full){.system = system, .passes = 1, .draws = {stream << 32}};
    if (!make_room(f)) return false;
    make_lanes(f);
    make_doors(f);
    make_terminals(f, load);
    return noc_full_find_beside(f) && make_sets(f, make_places(f));
}

static void clear(noc_full *f)
{
    for (uint32_t i = 0; f->wheel && i <= f->wheel_mask; i++) free(f->wheel[i].events);
    for (uint32_t t = 0; f->terminals && t < f->system->graph.terminal_count; t++)
        free(f->terminals[t].replies);
    free(f->stays);
    free(f->lanes);
    free(f->gateways);
    free(f->lane_at);
    free(f->heads);
    free(f->asks);
    free(f->with_heads);
    free(f->with_asks);
    free(f->bidders);
    free(f->inputs);
    free(f->wheel);
    free(f->doors);
    free(f->terminals);
    free(f->flow_sums);
    free(f->beside);
    free(f->delivered);
}

/* ---- simulation ----------------------------------------------------------------------------- */

static void cycle(noc_full *f)
{
    for (f->pass = 0; f->pass < f->passes; f->pass++) {
        noc_full_happen(f);
        noc_full_route(f);
    }
    if (f->passes > 1) noc_full_happen(f);
    noc_full_send(f);
    f->now++;
}

/* End of the simulation: a window of double length changes the transactions per cycle by less than
 * the first number, and a node has the second number of transactions on average. */
static const double settled = 0.02, least_of_node = 100.0;
static const uint64_t first_window = 1024, longest = 65536; /* cycles */
static const uint64_t most_steps = 6000000;                 /* sent flits: about a second */

/* Counts of a window, or of the whole simulation of batches. */
typedef struct tally {
    uint64_t cycles, answered, *delivered;
    noc_full_trips trips[NOC_CLASSES];
} tally;

/* Size of lists [terminal * NOC_CLASSES + class]. */
static size_t counted(const noc_system *system)
{
    return (size_t)system->graph.terminal_count * NOC_CLASSES;
}

/* Adds the present counts, or subtracts them: `sign` 1 or -1, modulo 2^64. */
static void count(const noc_full *f, uint64_t sign, tally *t)
{
    t->cycles += sign * f->now;
    t->answered += sign * f->answered;
    for (size_t i = 0; i < counted(f->system); i++) t->delivered[i] += sign * f->delivered[i];
    for (int k = 0; k < NOC_CLASSES; k++) {
        t->trips[k].count += sign * f->trips[k].count;
        t->trips[k].cycles += sign * f->trips[k].cycles;
        t->trips[k].in_network += sign * f->trips[k].in_network;
    }
}

static void forget(const noc_full *f, tally *t)
{
    *t = (tally){.delivered = t->delivered};
    memset(t->delivered, 0, counted(f->system) * sizeof *t->delivered);
}

/* True if mean latencies agree with the outstanding packets (Little's law). With more outstanding
 * packets than transactions in a window, queues still shift, from requests to replies or between
 * paths, after the rates have settled. */
static bool trips_have_settled(const noc_full *f, const tally *t)
{
    double away = 0.0, trip = 0.0;
    if (f->most_away == UINT32_MAX || f->most_away <= least_of_node) return true;
    for (uint32_t i = 0; i < f->system->graph.terminal_count; i++) away += f->terminals[i].away;
    for (int k = 0; k < NOC_CLASSES; k++) /* a node notices an arrival a cycle later */
        if (t->trips[k].count > 0)
            trip += (double)t->trips[k].cycles / (double)t->trips[k].count + 1.0;
    return fabs((double)t->answered / (double)t->cycles * trip - away) < settled * away;
}

static bool is_over(const noc_full *f, uint64_t window, double changed, const tally *t)
{
    const bool enough = (double)t->answered >= least_of_node * (double)f->system->traffic.injectors;
    return (changed < settled && enough && trips_have_settled(f, t)) || window >= longest ||
           3 * f->steps > most_steps || f->short_of_memory;
}

static void play_windows(noc_full *f, tally *t)
{
    double last = NAN, now = NAN;
    uint64_t window = first_window;
    do {
        last = now;
        forget(f, t);
        count(f, (uint64_t)-1, t);
        for (uint64_t k = 0; k < window && !f->short_of_memory; k++) cycle(f);
        count(f, 1, t);
        now = (double)t->answered / (double)window;
        window *= 2;
    } while (!is_over(f, window / 2, fabs(now - last) / now, t));
}

/* Simulates to the end of all batches, or up to a limit of time, from which the end is
 * extrapolated. Returns the cycles. */
static double play_batch(noc_full *f, tally *t)
{
    while (f->answered < f->batch && !f->short_of_memory && f->steps < most_steps &&
           f->now < longest + 64 * f->steps)
        cycle(f);
    count(f, 1, t);
    return (double)f->now * (double)f->batch / (double)f->answered;
}

static void put(const noc_system *system, const tally *t, noc_full_play *play)
{
    const double cycles = (double)t->cycles;
    play->answered = (double)t->answered / cycles;
    for (size_t i = 0; i < counted(system); i++)
        play->delivered[i] = (double)t->delivered[i] / cycles;
    for (int k = 0; k < NOC_CLASSES; k++) {
        const double packets = (double)t->trips[k].count;
        play->latency[k] = (double)t->trips[k].cycles / packets;
        play->in_network[k] = (double)t->trips[k].in_network / packets;
    }
}

/* Simulates once from the start. `stream`: number of the stream of draws. */
static noc_status play_once(const noc_system *system, double load, uint64_t stream, tally *t,
                            noc_full_play *play, uint64_t *steps)
{
    noc_full f;
    const bool made = make(&f, system, load, stream);
    if (made && f.batch > 0)
        play->makespan += play_batch(&f, t);
    else if (made)
        play_windows(&f, t);
    *steps += f.steps;
    const bool failed = !made || f.short_of_memory;
    clear(&f);
    return failed ? NOC_EFAILED : NOC_OK;
}

/* Simulates batches several times if they are short, since the last node sets the makespan, and
 * takes the mean makespan. */
static noc_status play_all(const noc_system *system, double load, tally *t, noc_full_play *play)
{
    enum { PLAYS = 4 };
    const bool batch = !isfinite(load) && system->design->traffic.batch > 0;
    uint64_t steps = 0, plays = 0;
    noc_status status;
    do {
        status = play_once(system, load, plays++, t, play, &steps);
    } while (status == NOC_OK && batch && plays < PLAYS && steps * PLAYS < most_steps * plays);
    play->makespan = batch ? play->makespan / (double)plays : NAN;
    return status;
}

noc_status noc_full_run(const noc_system *system, double load, noc_full_play *play)
{
    const size_t all = counted(system);
    tally t = {.delivered = calloc(all + 1, sizeof *t.delivered)};
    *play = (noc_full_play){.delivered = calloc(all + 1, sizeof *play->delivered)};
    noc_status status = NOC_EFAILED;
    if (t.delivered && play->delivered) status = play_all(system, load, &t, play);
    if (status == NOC_OK) put(system, &t, play);
    free(t.delivered);
    if (status == NOC_OK) return NOC_OK;
    free(play->delivered);
    play->delivered = NULL;
    return NOC_EFAILED;
}
