/* What the contention model needs of a system that does not depend on the load. */
#include <math.h>
#include <stdlib.h>

#include "analytic/contention_state.h"

const noc_contention_terms noc_contention_defaults = {
#define NOC_TERM(name, neutral, meaning) .name = (neutral),
#include "analytic/terms.def"
#undef NOC_TERM
};

static const struct {
    const char *name, *meaning;
} terms[] = {
#define NOC_TERM(name, neutral, meaning) {#name, meaning},
#include "analytic/terms.def"
#undef NOC_TERM
};

const char *noc_contention_term_name(size_t i)
{
    return i < NOC_CONTENTION_TERMS ? terms[i].name : NULL;
}

const char *noc_contention_term_meaning(size_t i)
{
    return i < NOC_CONTENTION_TERMS ? terms[i].meaning : NULL;
}

/* ---- a group -------------------------------------------------------------------------------- */

/* Cycles for each flit in a crossbar: with allocation_hold = "flit" two. */
static double cycles_of_flit(const noc_network *net)
{
    return net->allocation_hold == NOC_HOLD_FLIT ? 2.0 : 1.0;
}

/* Cycles in which a packet can be sent into an empty buffer downstream: as many flits as that holds one after
 * the other, then so many again each time that their credits are back. The first credits take as long
 * again as the head needs to get an output VC there, and a cycle more if its grant is held; terminals take
 * flits at once. On average not less than its flits take the crossbar input behind; `spare` of it the sender
 * would not need. */
static double sending_time(const noc_class_queue *q, const noc_network *net, double flits,
                           double *spare)
{
    const double sent = q->injects ? 1.0 : cycles_of_flit(net);
    const double taken = q->ejects ? 1.0 : cycles_of_flit(net);
    const double held = !q->ejects && net->allocation_hold != NOC_HOLD_NONE;
    const double step = fmax(sent, taken), buffer = net->buffer_flits;
    const double first = q->loop + held + (q->ejects ? 0.0 : q->turnaround);
    const double window = fmax(buffer * step, q->loop + taken - 1.0);
    const double windows = floor((flits - 1.0) / buffer);
    const double rest = flits - 1.0 - windows * buffer;
    const double start =
        windows > 0.0 ? fmax(windows * buffer * sent, first + (windows - 1.0) * window) : 0.0;
    const double send = start + rest * (windows > 0.0 ? step : sent) + 1.0;
    *spare = fmax(0.0, (q->ejects ? 0.0 : flits * taken + held * (taken == 1.0)) - send);
    return send + *spare;
}

enum { PERIOD_PACKETS = 8, PERIOD_BUFFER_MOST = 128 };

/* Cycles from packet to packet of an endless stream through one VC: a flit is sent a cycle after the one before
 * it, and when the one a buffer's length ahead has left and its credit is back; a head leaves its turnaround
 * later than a body. Counted over a few packets, after as many have filled the loop. */
static double period_of(const noc_class_queue *q, const noc_network *net, unsigned flits)
{
    double credits[PERIOD_BUFFER_MOST], sent = 0.0, left = 0.0, begun = 0.0;
    const unsigned buffer = net->buffer_flits;
    const double cycles = q->ejects ? 1.0 : cycles_of_flit(net);
    /* a buffer's length of flits that never takes longer than it lasts does not hold up any */
    if (buffer * cycles >= q->loop + q->turnaround + cycles - 1.0 || buffer > PERIOD_BUFFER_MOST)
        return cycles * flits;
    for (unsigned i = 0; i < buffer; i++) credits[i] = 0.0;
    for (unsigned i = 0; i < 2 * PERIOD_PACKETS * flits; i++) {
        const double ahead = i % flits == 0 && !q->ejects ? q->turnaround : 0.0;
        sent = fmax(sent + 1.0, credits[i % buffer]);
        if (i == PERIOD_PACKETS * flits) begun = sent;
        left = fmax(left + cycles, sent + cycles - 1.0) + ahead;
        credits[i % buffer] = left + q->loop;
    }
    return fmax(cycles * flits, (sent + 1.0 - begun) / PERIOD_PACKETS);
}

/* Means over the packet types of the group's class. */
static void describe_lengths(const noc_contention *c, noc_class class, noc_class_queue *q)
{
    const noc_traffic *traffic = &c->system->traffic;
    const uint16_t network = c->system->graph.channels[q->channel].network;
    const noc_network *net = &c->system->graph.networks[network];
    double packets = 0.0;
    for (int i = 0; i < traffic->type_count; i++) {
        const noc_packet_type *type = &traffic->types[i];
        const double flits = type->flits[network];
        double spare;
        const double send = sending_time(q, net, flits, &spare);
        if (type->class != class) continue;
        packets += type->share;
        q->send += type->share * send;
        q->send2 += type->share * send * send;
        q->spare += type->share * spare;
        q->period += type->share * period_of(q, net, type->flits[network]);
        if (flits <= net->buffer_flits) continue;
        q->longer += type->share;
        q->overhang += type->share * (flits - net->buffer_flits - 1.0);
    }
    q->send /= packets;
    q->send2 /= packets;
    q->spare /= packets;
    q->period /= packets;
    q->longer /= packets;
    q->overhang /= packets;
}

/* Channels with the same ends as this one, if packets are spread over them by turns or by their load. */
static double side_by_side(const noc_contention *c, uint32_t channel)
{
    const noc_graph *g = &c->system->graph;
    const noc_channel *this = &g->channels[channel];
    const noc_network *net = &g->networks[this->network];
    if (this->kind == NOC_INJECTION ||
        (this->kind == NOC_LINK &&
         (net->parallel == NOC_PARALLEL_RANDOM || net->parallel == NOC_PARALLEL_SOURCE)))
        return 1.0;
    const noc_router *router = &g->routers[this->from];
    double count = 0.0;
    for (unsigned port = 0; port < router->outputs; port++) {
        const noc_channel *other = &g->channels[g->outputs[router->first_output + port]];
        count += other->kind == this->kind && other->to == this->to;
    }
    return count;
}

static noc_class_queue describe_group(const noc_contention *c, const noc_group *g)
{
    const noc_channel *channel = &c->system->graph.channels[g->channel];
    const noc_network *net = &c->system->graph.networks[channel->network];
    const bool injects = channel->kind == NOC_INJECTION; /* by a terminal, not a router */
    const unsigned vcs = (unsigned)__builtin_popcount(g->vcs);
    const double cycles = cycles_of_flit(net);
    const double loop =
        2.0 * channel->latency + 2.0 + (injects ? 0 : net->traverse_cycles + net->credit_cycles);
    noc_class_queue q = {
        .channel = g->channel,
        .unit = g->stream,
        .flits = g->stream.flits / g->stream.packets,
        .biased = g->stream.squares / g->stream.flits,
        .vcs = vcs,
        .injects = injects,
        .ejects = channel->kind == NOC_EJECTION,
        .atomic = net->atomic,
        .speculates_equally = net->speculative && !net->speculation_yields,
        .inputs = net->input_speedup,
        .rivals = (double)net->virtual_channels / net->input_speedup - 1.0,
        .rounds = net->allocator == NOC_ALLOCATOR_MAXIMUM ? INFINITY : net->allocator_iterations,
        /* terminals pick VCs in turn, routers any that is free */
        .apart = vcs == 1  ? 0.0
                 : injects ? 1.0
                           : 1.0 - 1.0 / vcs,
        .buffer = net->buffer_flits * cycles,
        .loop = loop,
        .turnaround = net->route_cycles + (net->speculative ? 0.0 : 1.0),
        .held = net->speculative ? 0.0 : 1.0,
        .kept = INFINITY,
        .stall_growth = pow(g->stream.squares / g->stream.flits, c->terms.stall_exponent),
        .fanout = 1.0,
        .overlap = 1.0,
        .side_by_side = side_by_side(c, g->channel),
    };
    describe_lengths(c, g->class, &q);
    q.catch_up = fmin(0.5, c->terms.catch_up * q.turnaround / sqrt(q.flits));
    /* A terminal starts the next packet when the last flit of this one has left: the rest lies in a
     * buffer that is shorter than it, and has until the next one asks for the switch. */
    if (injects && q.longer > 0.5) {
        q.kept = q.buffer;
        q.behind = q.loop + q.turnaround;
    }
    return q;
}

/* ---- sources -------------------------------------------------------------------------------- */

/* Packets of one queue take turns on k channels, in order: a packet whose channel is busy blocks those behind
 * it. Time per packet, over its time on a channel: turn by turn 1/k, and somewhat more the more lengths
 * vary; at random 0.95 k^-0.54 (fits to simulated queues of up to 8 channels, within 3 %). */
static double overlap_of(bool in_turn, double k, double variation)
{
    if (k <= 1.0) return 1.0;
    return in_turn ? (1.0 + 0.28 * pow(variation, 1.5) * sqrt(k - 1.0)) / k : 0.95 * pow(k, -0.54);
}

/* Of two slices that most packets are bound to and the others even out, 5 % less than at random (likewise). */
static double overlap_of_slices(const noc_network *net, double slices, double variation)
{
    const double overlap =
        overlap_of(net->slice_choice == NOC_SLICES_ROUND_ROBIN, slices, variation);
    return net->slice_choice == NOC_SLICES_DCIE ? 0.95 * overlap : overlap;
}

static void describe_source(const noc_contention *c, noc_class class, noc_class_queue *q)
{
    const noc_graph *g = &c->system->graph;
    const noc_channel *channel = &g->channels[q->channel];
    const noc_network *net = &g->networks[channel->network];
    const noc_terminal *t = &g->terminals[channel->from];
    double packets = 0.0, ports = 0.0, slices = 0.0;
    uint32_t last = NOC_NONE;
    for (uint32_t i = 0; i < t->injections; i++) {
        const uint32_t injection = g->injections[t->first_injection + i];
        const uint16_t network = g->channels[injection].network;
        for (uint32_t k = c->loads->first_group[injection]; k != NOC_NONE;
             k = c->loads->groups[k].next) {
            if (c->loads->groups[k].class != class) continue;
            packets += c->loads->groups[k].stream.packets;
            ports += network == channel->network;
            slices += network != last;
            last = network;
        }
    }
    const double variation = sqrt(fmax(0.0, q->biased / q->flits - 1.0));
    q->fanout = packets / q->unit.packets;
    q->overlap = overlap_of_slices(net, slices, variation) *
                 overlap_of(net->port_policy != NOC_PORTS_RANDOM, ports, variation);
}

/* ---- pairs ---------------------------------------------------------------------------------- */

static uint32_t in_channel(const noc_contention *c, const noc_crossing *x)
{
    return c->queues[x->from].channel;
}

static uint32_t out_channel(const noc_contention *c, const noc_crossing *x)
{
    return c->queues[x->to].channel;
}

/* Sums over the pairs that share ports. Pairs of one output channel are few, so plain loops suffice:
 * by_output lists them, from first[channel] on. */
static void share_ports(noc_contention *c, const uint32_t *by_output, const uint32_t *first)
{
    const double *channel_flits = c->loads->channel_flits;
    for (uint32_t i = 0; i < c->loads->pair_count; i++) {
        noc_crossing *x = &c->crossings[i];
        const uint32_t in = in_channel(c, x), out = out_channel(c, x);
        double port = 0.0, port_packets = 0.0, group = 0.0, packets = 0.0;
        for (uint32_t k = first[out]; k < first[out + 1]; k++) {
            const noc_crossing *other = &c->crossings[by_output[k]];
            if (in_channel(c, other) != in) continue;
            port += other->unit.flits;
            port_packets += other->unit.packets;
            if (other->to != x->to) continue;
            group += other->unit.flits;
            packets += other->unit.packets;
        }
        const noc_class_queue *to = &c->queues[x->to];
        x->port_share = port / channel_flits[out];
        x->along = port / channel_flits[in];
        x->group_share = group / to->unit.flits;
        x->packet_share = packets / to->unit.packets;
        x->own_share = x->unit.packets / port_packets;
    }
}

static bool sort_by_output(noc_contention *c)
{
    const uint32_t channels = c->system->graph.channel_count, count = c->loads->pair_count;
    uint32_t *first = calloc(channels + 2, sizeof *first);
    uint32_t *by_output = calloc(count + 1, sizeof *by_output);
    const bool made = first && by_output;
    if (made) {
        for (uint32_t i = 0; i < count; i++) first[out_channel(c, &c->crossings[i]) + 2]++;
        for (uint32_t k = 2; k <= channels + 1; k++) first[k] += first[k - 1];
        for (uint32_t i = 0; i < count; i++)
            by_output[first[out_channel(c, &c->crossings[i]) + 1]++] = i;
        share_ports(c, by_output, first);
    }
    free(first);
    free(by_output);
    return made;
}

static void describe_pair(noc_contention *c, const noc_pair_load *load, uint32_t place)
{
    const noc_stream *unit = &load->stream;
    const noc_class_queue *from = &c->queues[load->from];
    noc_class_queue *to = &c->queues[load->to];
    const double flits = unit->flits / unit->packets;
    c->crossings[place] = (noc_crossing){
        .from = load->from,
        .to = load->to,
        .unit = *unit,
        .flits = flits,
        .biased = unit->squares / unit->flits,
        .weight = unit->packets / from->unit.packets,
        .from_share = unit->flits / from->unit.flits,
        .to_share = unit->packets / to->unit.packets,
        .channel_share = unit->flits / c->loads->channel_flits[to->channel],
        .relative_length = flits / to->flits,
        .pace = fmax(from->send / from->flits, to->send / to->flits),
        .length_variance = unit->squares / unit->packets - flits * flits,
    };
    const double share = unit->packets / to->unit.packets;
    to->spacing += share * share / from->vcs;
}

/* In the order of the groups that they come from. */
static void describe_pairs(noc_contention *c)
{
    uint32_t *first = c->first_crossing;
    for (uint32_t i = 0; i < c->loads->pair_count; i++) first[c->loads->pairs[i].from + 1]++;
    for (uint32_t g = 0; g < c->loads->group_count; g++) first[g + 1] += first[g];
    for (uint32_t i = c->loads->pair_count; i-- > 0;) /* ends become starts */
        describe_pair(c, &c->loads->pairs[i], --first[c->loads->pairs[i].from + 1]);
    for (uint32_t g = 0; g < c->loads->group_count; g++) first[g] = first[g + 1];
    first[c->loads->group_count] = c->loads->pair_count;
}

/* ---- making --------------------------------------------------------------------------------- */

noc_contention *noc_contention_new(const noc_system *system, const noc_loads *loads,
                                   const noc_contention_terms *strengths)
{
    noc_contention *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->system = system;
    c->loads = loads;
    c->terms = *strengths;
    c->crossings = calloc(loads->pair_count + 1, sizeof *c->crossings);
    c->queues = calloc(loads->group_count + 1, sizeof *c->queues);
    c->first_crossing = calloc(loads->group_count + 2, sizeof *c->first_crossing);
    c->efficiency = calloc(system->graph.channel_count + 1, sizeof *c->efficiency);
    c->ejection_wait = calloc(system->graph.terminal_count + 1, sizeof *c->ejection_wait);
    c->ejected_packets = calloc(system->graph.terminal_count + 1, sizeof *c->ejected_packets);
    if (!c->crossings || !c->first_crossing || !c->queues || !c->efficiency || !c->ejection_wait ||
        !c->ejected_packets)
        goto fail;
    for (uint32_t i = 0; i < loads->group_count; i++) {
        const noc_group *group = &loads->groups[i];
        c->queues[i] = describe_group(c, group);
        if (!c->queues[i].injects) continue;
        describe_source(c, group->class, &c->queues[i]);
        c->class_rate[group->class] += group->stream.packets;
    }
    describe_pairs(c);
    if (!sort_by_output(c)) goto fail;
    return c;
fail:
    noc_contention_free(c);
    return NULL;
}

void noc_contention_free(noc_contention *c)
{
    if (!c) return;
    free(c->crossings);
    free(c->first_crossing);
    free(c->queues);
    free(c->efficiency);
    free(c->ejection_wait);
    free(c->ejected_packets);
    free(c);
}
