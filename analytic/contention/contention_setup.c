#include "analytic/contention/contention_setup.h"

#include <math.h>
#include <stdlib.h>

#include "analytic/contention/class_waits.h"
#include "analytic/contention/contention_circles.h"
#include "analytic/contention/contention_paces.h"
#include "analytic/contention/contention_sources.h"
#include "analytic/contention/sweep/sweeper.h"
#include "base/min_max.h"
#include "design/allocators.h"
#include "network/graph/units.h"

/* ---- a group -------------------------------------------------------------------------------- */

enum { LOOK_BACK = 16 };

/* Returns the cycles by which a router of several steps per cycle can pass a packet faster than the
 * queue's channel sends it; 0 for one step per cycle, where packets wait for the channel. */
static double ahead_of_channel(const noc_class_queue *q, double flits)
{
    return q->speed.steps > 1.0 ? flits * (q->speed.slowed - 1.0 / q->speed.steps) : 0.0;
}

/* Returns the part of these cycles at the sending router for which the flits in its output queue
 * have credits. */
static double ahead_with_credits(const noc_class_queue *q, double flits)
{
    const double room = max_of(0.0, q->buffer * q->speed.slowed - q->loop);
    return q->injects ? 0.0 : min_of(ahead_of_channel(q, flits), room);
}

/* True if late credits come between the flits of a packet. The credits of a single VC are late for
 * the flit that uses the slot of an earlier head, a buffer's length behind it; for a head as well,
 * if packets fill the buffer exactly. The model of trains, for routers of one step per cycle, was
 * found without such credits. */
static bool is_parted(const noc_class_queue *q, unsigned flits)
{
    return q->speed.steps > 1.0 && q->vcs == 1 && flits <= q->places && q->places % flits != 0;
}

/* Finds the times to send a queue's packets: means over the packet types of the class. */
static void describe_sending(const noc_contention *c, noc_class class, noc_class_queue *q)
{
    const noc_traffic *traffic = &c->system->traffic;
    const uint16_t network = c->system->graph.channels[q->channel].network;
    const noc_network *net = &c->system->graph.networks[network];
    double packets = 0.0;
    for (int i = 0; i < traffic->length_count; i++) {
        const noc_packet_type *type = &traffic->lengths[i];
        const double flits = type->flits[network];
        double spare;
        if (type->class != class) continue;
        const double send = noc_sending_time(q, net, flits, &spare);
        packets += type->share;
        q->send += type->share * send;
        q->send2 += type->share * send * send;
        q->spare += type->share * spare;
        q->parted += type->share * is_parted(q, type->flits[network]);
        const double period =
            noc_sending_period(q, net, type->flits[network]) - ahead_with_credits(q, flits);
        /* packets of other VCs are sent between, and wait for each other */
        if (q->injects || q->ejects)
            q->period += type->share * period;
        else
            q->paced_by_credits +=
                type->share *
                max_of(0.0, period - max_of(send + q->turnaround, flits * noc_flit_takes(q, net)));
        if (flits <= q->places) continue;
        q->longer += type->share;
        const double each = q->ejects ? 1.0 : noc_network_flit_cycles(net);
        q->overhang += type->share * each * (flits - q->places - 1.0);
    }
    q->send /= packets;
    q->send2 /= packets;
    q->spare /= packets;
    q->parted /= packets;
    q->period /= packets;
    q->paced_by_credits /= packets;
    q->longer /= packets;
    q->overhang /= packets;
}

/* Returns one of the last queues whose packets have equal sending times, since networks have few
 * kinds of channels. NULL: none. */
static const noc_class_queue *sent_alike(const noc_contention *c, uint32_t before,
                                         const noc_class_queue *q)
{
    const uint32_t first = before > LOOK_BACK ? before - LOOK_BACK : 0;
    for (uint32_t i = before; i-- > first;) {
        const noc_class_queue *o = &c->queues[i];
        if (o->class == q->class && o->injects == q->injects && o->ejects == q->ejects &&
            o->loop == q->loop && o->places == q->places && o->speed.slowed == q->speed.slowed &&
            noc_network_of_queue(c, o) == noc_network_of_queue(c, q))
            return o;
    }
    return NULL;
}

static void copy_sending(const noc_class_queue *from, noc_class_queue *q)
{
    q->send = from->send;
    q->send2 = from->send2;
    q->spare = from->spare;
    q->parted = from->parted;
    q->period = from->period;
    q->paced_by_credits = from->paced_by_credits;
    q->longer = from->longer;
    q->overhang = from->overhang;
}

/* Returns the set of VCs that packets of a channel use, as bits. */
static uint32_t vcs_taken_on(const noc_contention *c, uint32_t channel)
{
    uint32_t taken = 0;
    for (uint32_t k = c->loads->first_group[channel]; k != NOC_NONE; k = c->loads->groups[k].next)
        taken |= c->loads->groups[k].vcs;
    return taken;
}

/* Returns the number of VCs of a crossbar input that packets of a channel use, less one. */
static double rivals_on(const noc_contention *c, uint32_t channel, double inputs)
{
    return max_of(0.0, (double)__builtin_popcount(vcs_taken_on(c, channel)) / inputs - 1.0);
}

/* True if all packets of a channel go on over one other channel, whose capacity several crossbar
 * inputs cannot exceed. */
static bool has_one_way_on(const noc_contention *c, uint32_t channel)
{
    const noc_loads *l = c->loads;
    uint32_t way = NOC_NONE;
    for (uint32_t k = l->first_group[channel]; k != NOC_NONE; k = l->groups[k].next) {
        for (uint32_t p = l->first_pair[k]; p < l->first_pair[k + 1]; p++) {
            const uint32_t out = l->groups[l->pairs[p].to].channel;
            if (way != NOC_NONE && way != out) return false;
            way = out;
        }
    }
    return true;
}

static bool needs_several_inputs(const noc_contention *c, uint32_t channel)
{
    const noc_channel *ch = &c->system->graph.channels[channel];
    const noc_network *net = &c->system->graph.networks[ch->network];
    return net->vc.input_speedup > 1 && ch->kind != NOC_EJECTION && !has_one_way_on(c, channel) &&
           noc_network_crossbar_inputs(net, vcs_taken_on(c, channel)) > 1;
}

static void find_input_speedups(noc_contention *c)
{
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++)
        if (needs_several_inputs(c, i))
            c->spread |= (uint64_t)1 << c->system->graph.channels[i].network;
}

/* Returns the crossbar inputs of a port; 1 in a network where no port needs several. */
static unsigned inputs_of(const noc_contention *c, uint16_t network)
{
    const noc_network *net = &c->system->graph.networks[network];
    if (!(c->spread >> network & 1)) return 1;
    return net->vc.input_speedup < net->vc.virtual_channels ? net->vc.input_speedup
                                                            : net->vc.virtual_channels;
}

/* Returns the rounds of an allocator. iSLIP repeats its round for the requests that are left;
 * wavefront allocators leave no request that could be matched. */
static double rounds_of(const noc_network *net)
{
    switch (net->vc.allocator) {
    case NOC_ALLOCATOR_ISLIP:
        return net->vc.allocator_iterations;
    case NOC_ALLOCATOR_MAXIMUM:
    case NOC_ALLOCATOR_WAVEFRONT:
    case NOC_ALLOCATOR_RR_WAVEFRONT:
        return INFINITY;
    default:
        return 1.0;
    }
}

/* Returns the number of packets that fit into the buffers of a channel, less one; one packet per VC
 * behind a terminal, whose packets wait for room at the source. */
static unsigned packets_that_fit(const noc_class_queue *q)
{
    if (q->injects) return q->others.in_front;
    return (unsigned)((q->rivals + 1.0) * max_of(1.0, q->buffer / q->flits) - 1.0);
}

/* True if speculative heads yield to the owners of VCs. Two packets that meet in the switch are
 * served in turn. The later one gets the first turn at once, so both are delayed by the shorter
 * rest, and no head but one in 2F, where both start in the same cycle: half a flit less. If heads
 * yield, all other heads lose their first turn, and the other packet is ahead by a flit. Delays of
 * F flits, mean of both packets (derived by counting; crossbars of the sampler at light load: 3.0
 * and 4.1 of 4 flits, with and without yielding). */
static bool heads_yield(const noc_network *net)
{
    return net->vc.speculative && net->vc.speculation_yields;
}

/* Returns the flits by which a packet is ahead of a packet that it meets in the switch. */
static double head_start_of(const noc_network *net, double flits)
{
    return heads_yield(net) ? 1.0 - 0.5 / flits : 0.5 / flits;
}

/* Finds the second moments of all packets that reach a terminal over an ejection channel: of flits,
 * and of cycles with the codec. */
static void describe_receiver(const noc_contention *c, noc_class_queue *q)
{
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next) {
        const noc_stream *s = &c->loads->groups[k].stream;
        q->received.flits2 += s->squares;
        q->received.used2 += s->squares + q->codec * (2.0 * s->flits + q->codec * s->packets);
    }
}

/* Returns the cycles that the crossbar adds to the credit loop: none if the cycle has a second
 * step, since credits come at the beginning of a cycle. */
static double transition_cycles(const noc_network *net)
{
    return net->vc.traverse_cycles * max_of(0.0, 2.0 - net->vc.internal_speedup);
}

/* Returns the chance that a search begins at a given VC of a channel, among the VCs of all outputs
 * of the sending router. Most searches begin at another output's VCs and find the first VC of their
 * own output first. 0 where heads try VCs in turn. */
static double hunting_on(const noc_contention *c, const noc_channel *channel)
{
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[channel->network];
    if (channel->kind == NOC_INJECTION || !noc_allocators[net->vc.vc_allocator].anywhere)
        return 0.0;
    return 1.0 / ((double)g->routers[channel->from].outputs * net->vc.virtual_channels);
}

/* Returns the mean number of outputs to which a packet of a group goes on. */
static double branches_of(const noc_contention *c, uint32_t group)
{
    const noc_loads *l = c->loads;
    double onward = 0.0;
    if (c->system->traffic.multicast == 0.0 || l->first_pair[group] == l->first_pair[group + 1])
        return 1.0;
    for (uint32_t p = l->first_pair[group]; p < l->first_pair[group + 1]; p++)
        onward += l->pairs[p].stream.packets;
    return onward / l->groups[group].stream.packets;
}

/* Stores the packets of a group, and its channel and VCs. */
static void describe_packets(const noc_contention *c, uint32_t group, noc_class_queue *q)
{
    const noc_group *g = &c->loads->groups[group];
    const noc_channel *channel = &c->system->graph.channels[g->channel];
    *q = (noc_class_queue){
        .group = group,
        .channel = g->channel,
        .place = c->symmetry.channels.of[g->channel],
        .class = g->class,
        .multiplicity = 1.0,
        .unit = g->stream,
        .tree.followed = g->followed,
        .tree.branches = branches_of(c, group),
        .tree.forking = g->forking,
        .tree.of_fork = fmax(g->branches, 1.0),
        .tree.waits = g->waited,
        .flits = g->stream.flits / g->stream.packets,
        .biased = g->stream.squares / g->stream.flits,
        .vcs = (unsigned)__builtin_popcount(g->vcs),
        .injects = channel->kind == NOC_INJECTION, /* a terminal sends */
        .ejects = channel->kind == NOC_EJECTION,
        .kept = INFINITY,
        .source = {.fanout = 1.0, .slices = {.channels = 1.0}, .ports = {.channels = 1.0}},
        .side_by_side = noc_side_by_side(&c->system->graph, g->channel),
        .codec = noc_system_codec_cycles(c->system, g->channel),
    };
    q->through = q->flits;
    q->length_variance = max_of(0.0, q->flits * (q->biased - q->flits));
    q->all_vcs = q->vcs * q->side_by_side;
    q->each_vc = 1.0 / q->all_vcs;
}

/* Stores the figures of the router behind the channel: allocation and pace. */
static void describe_router(const noc_contention *c, noc_class_queue *q)
{
    const noc_channel *channel = &c->system->graph.channels[q->channel];
    const noc_network *net = &c->system->graph.networks[channel->network];
    const double steps = net->vc.internal_speedup;
    q->turnaround = noc_network_turnaround(net) / steps;
    q->routed = q->ejects ? q->turnaround : noc_network_routed_cycles(net) / steps;
    q->loop = 2.0 * channel->latency + 2.0 + (q->routed - q->turnaround) +
              (q->injects ? 0 : transition_cycles(net) + net->vc.credit_cycles);
    q->places = channel->buffer_flits;
    q->buffer = q->places * noc_network_flit_cycles(net);
    q->held = net->vc.speculative || net->vc.overlaps ? 0.0 : 1.0 / steps;
    q->atomic = net->vc.atomic;
    q->hunts = hunting_on(c, channel);
    q->head_start = head_start_of(net, q->flits);
    q->speculates_equally = net->vc.speculative && !net->vc.speculation_yields;
    q->rounds = rounds_of(net);
    /* terminals choose VCs in turn, routers any free VC */
    q->apart = q->vcs == 1 ? 0.0 : q->injects ? 1.0 : 1.0 - 1.0 / q->vcs;
    q->speed = (noc_queue_speed){.steps = steps};
    noc_contention_describe_speed(c, q);
    /* steps per flit of the channel, if the channel brings several flits per cycle */
    const double turns = max_of(1.0, steps * min_of(q->speed.each, 1.0));
    q->speed.inputs = inputs_of(c, channel->network) * turns;
    q->rivals = rivals_on(c, q->channel, q->speed.inputs);
    const double ahead = ahead_of_channel(q, q->flits);
    q->outruns = q->injects ? 0.0 : ahead;
    q->speed.hurried = q->ejects ? 0.0 : ahead;
}

/* Finds the room in a queue's buffers, once the times to send its packets are known. */
static void describe_room(noc_class_queue *q)
{
    q->beside = max_of(0.0, q->buffer - q->flits);
    q->more = floor(q->beside / q->flits);
    q->outlasts = max_of(0.0, q->buffer - q->loop - q->held - q->turnaround);
    q->others.in_front = (unsigned)q->rivals;
    q->others.in_buffers = packets_that_fit(q);
    /* A terminal starts the next packet when it has sent the last flit of this one. A full buffer
     * of flits is then left, and leaves before the next packet asks for the switch. */
    if (q->injects && q->longer > 0.5) {
        q->kept = q->buffer;
        q->behind = q->loop + q->turnaround;
    }
}

/* Describes the queue of a group; earlier queues are described already. */
static void describe_group(const noc_contention *c, uint32_t queue, uint32_t group)
{
    noc_class_queue *q = &c->queues[queue];
    describe_packets(c, group, q);
    describe_router(c, q);
    const noc_class_queue *alike = sent_alike(c, queue, q);
    if (alike)
        copy_sending(alike, q);
    else
        describe_sending(c, q->class, q);
    if (q->ejects && q->codec > 0.0) describe_receiver(c, q);
    describe_room(q);
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Stores the VCs among which packets choose: the VCs of all outputs for which heads ask at once. */
static void count_chosen(const noc_contention *c, uint32_t pair, uint32_t out, noc_transition *x)
{
    const noc_network *net = noc_graph_network_of(&c->system->graph, out);
    if (!c->loads->chosen_vcs || !(c->loads->chosen_vcs[pair] > 0.0)) return;
    if (net->vc.route_choice != NOC_CHOICE_ALLOCATOR) return;
    x->all_vcs = c->loads->chosen_vcs[pair];
    x->side_by_side = c->loads->chosen_beside[pair];
}

/* Describes the transition of a pair. `leaving`: equal pairs from one group. All equal pairs, over
 * the groups to which they lead, are the pairs that come to one group. */
static void describe_pair(noc_contention *c, uint32_t pair, double leaving, noc_transition *x)
{
    const noc_pair_load *load = &c->loads->pairs[pair];
    const noc_parts *parts = &c->symmetry.groups, *channels = &c->symmetry.channels;
    const noc_stream *unit = &load->stream;
    const uint32_t out = c->loads->groups[load->to].channel;
    const noc_class_queue *from = &c->queues[parts->of[load->from]];
    noc_class_queue *to = &c->queues[parts->of[load->to]];
    const double flits = unit->flits / unit->packets, share = unit->packets / to->unit.packets;
    const double multiplicity = leaving * from->multiplicity,
                 coming = multiplicity / to->multiplicity;
    const noc_pair_shares *s = &c->shares[pair];
    const double out_flits = c->loads->channel_flits[out];
    const double in_flits = c->loads->channel_flits[from->channel];
    const double others = out_flits * max_of(0.0, 1.0 - s->port);
    to->spacing += coming * share * share / from->vcs;
    to->begins_anew += coming * share * max_of(0.0, 1.0 - unit->packets / from->unit.packets);
    to->inputs_alike += coming * unit->flits / to->unit.flits * s->group;
    *x = (noc_transition){
        .from = parts->of[load->from],
        .to = parts->of[load->to],
        .pair = pair,
        .unit = *unit,
        .followed = load->followed,
        .flits = flits,
        .biased = unit->squares / unit->flits,
        .each = 1.0 / flits,
        .of_head = 1.0 / flits,
        .share = s,
        .others = others,
        .own_group = others > 0.0 ? to->unit.flits * (1.0 - s->group) / others : 0.0,
        .along_port = s->port * out_flits,
        .elsewhere = in_flits * (1.0 - s->along) / from->speed.inputs,
        .input = in_flits / from->speed.inputs,
        .own_packets = s->packet * to->unit.packets / from->vcs,
        .other_vcs = 1.0 - s->own / from->vcs,
        .multiplicity = multiplicity,
        .weight = leaving * unit->packets / from->unit.packets / from->tree.branches,
        .waits = c->loads->groups[load->from].waited,
        .from_share = leaving * unit->flits / from->unit.flits / from->tree.branches,
        .to_share = coming * share,
        .spacing = coming * share * share / from->vcs,
        .channel_share = multiplicity / channels->size[channels->of[out]] * unit->flits / out_flits,
        .relative_length = flits / to->flits,
        .pace = max_of(from->send / from->flits, to->send / to->flits) / to->speed.slowed,
        .length_variance = unit->squares / unit->packets - flits * flits,
        .hurried = ahead_of_channel(to, flits),
        .came = from->speed.slowed / to->speed.slowed,
        .all_vcs = to->all_vcs,
        .side_by_side = to->side_by_side,
    };
    count_chosen(c, pair, out, x);
}

/* Describes the transitions, queue after queue; the pairs of a queue's first group stand for all of
 * its images. */
static void describe_pairs(noc_contention *c)
{
    const uint64_t *colours = c->symmetry.pairs;
    c->transition_count = 0;
    for (uint32_t q = 0; q < c->queue_count; q++) {
        const uint32_t *first = &c->loads->first_pair[c->symmetry.groups.first[q]];
        c->first_transition[q] = c->transition_count;
        for (uint32_t k = first[0]; k < first[1]; k++) {
            double alike = 0.0;
            bool met = false;
            for (uint32_t j = first[0]; j < first[1]; j++) {
                const bool is_alike = colours[j] == colours[k];
                met |= is_alike && j < k;
                alike += is_alike;
            }
            if (!met) describe_pair(c, k, alike, &c->transitions[c->transition_count++]);
        }
    }
    c->first_transition[c->queue_count] = c->transition_count;
}

/* ---- making --------------------------------------------------------------------------------- */

static double alike_of_others(const noc_contention *c, const noc_class_queue *q)
{
    double flits = 0.0, squares = 0.0;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next) {
        const double of_one = k == q->group ? 0.0 : queue_of(c, k)->unit.flits;
        flits += of_one;
        squares += of_one * of_one;
    }
    return flits > 0.0 ? squares / (flits * flits) : 0.0;
}

/* Returns the share of a class's packets on networks with queues: waits are means over all
 * packets. */
static double share_with_queues(const noc_system *s, noc_class class)
{
    double all = 0.0, queueing = 0.0;
    bool others = false;
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        others |= !noc_network_has_buffers(&s->graph.networks[n]);
    for (size_t f = 0; others && f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.paths && flow->class == class; i++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + i];
            const uint32_t channel = s->routes.hops[path->first].channel;
            const double rate = flow->rate * path->probability;
            all += rate;
            if (noc_network_has_buffers(noc_graph_network_of(&s->graph, channel))) queueing += rate;
        }
    }
    return others ? queueing / all : 1.0;
}

static void describe_groups(noc_contention *c)
{
    const noc_parts *parts = &c->symmetry.groups;
    c->queue_count = parts->count;
    find_input_speedups(c);
    for (int k = 0; k < NOC_CLASSES; k++) c->class_rate[k] = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_group *group = &c->loads->groups[parts->first[i]];
        noc_class_queue *q = &c->queues[i];
        describe_group(c, i, parts->first[i]);
        q->multiplicity = parts->size[i];
        if (!q->injects) continue;
        noc_contention_describe_source(c, group->class, q);
        c->class_rate[group->class] += q->multiplicity * group->stream.packets;
    }
    for (int k = 0; k < NOC_CLASSES; k++)
        if (c->class_rate[k] > 0.0) c->class_rate[k] /= share_with_queues(c->system, (noc_class)k);
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->queues[i].alike = alike_of_others(c, &c->queues[i]);
}

static bool make_room(noc_contention *c)
{
    const noc_symmetry *s = &c->symmetry;
    c->transitions = malloc((c->loads->pair_count + 1) * sizeof *c->transitions);
    c->queues = malloc((s->groups.count + 1) * sizeof *c->queues);
    c->first_transition = malloc((s->groups.count + 1) * sizeof *c->first_transition);
    c->used = malloc((s->groups.count + 1) * sizeof *c->used);
    c->transitions_used = malloc((c->loads->pair_count + 1) * sizeof *c->transitions_used);
    c->waits = malloc((s->groups.count + 1) * sizeof *c->waits);
    c->transition_waits = malloc((c->loads->pair_count + 1) * sizeof *c->transition_waits);
    c->ahead = malloc((s->groups.count + 1) * sizeof *c->ahead);
    c->ahead_of_terminals = malloc((NOC_CLASSES * s->terminals.count + 1) * sizeof *c->ahead);
    return c->transitions && c->queues && c->first_transition && c->used && c->transitions_used &&
           c->waits && c->transition_waits && c->ahead && c->ahead_of_terminals;
}

/* ---- sweeps --------------------------------------------------------------------------------- */

/* Returns the queues of the network whose first queue is `first`. */
static noc_queue_range queues_from(const noc_contention *c, uint32_t first)
{
    const noc_network *networks = c->system->graph.networks;
    const uint16_t spec = networks[noc_network_of_queue(c, &c->queues[first])].spec;
    noc_queue_range range = {first, first + 1};
    while (range.end < c->queue_count &&
           networks[noc_network_of_queue(c, &c->queues[range.end])].spec == spec)
        range.end++;
    return range;
}

static bool make_sweeps(noc_contention *c)
{
    const noc_sweeper *sweepers[NOC_SWEEPERS_MOST];
    noc_sweepers_of_machine(sweepers);
    c->sweeper = sweepers[0];
    c->networks = calloc(c->system->graph.network_count + 1u, sizeof *c->networks);
    if (!c->networks) return false;
    for (uint32_t first = 0; first < c->queue_count;) {
        noc_swept_network *n = &c->networks[c->network_count];
        n->queues = queues_from(c, first);
        n->sweep = c->sweeper->make(c, n->queues);
        if (!n->sweep) return false;
        c->network_count++;
        first = n->queues.end;
    }
    return true;
}

/* Describes queues and transitions. False when out of memory. */
static bool describe(noc_contention *c)
{
    describe_groups(c);
    describe_pairs(c);
    if (c->derated || noc_graph_is_paced(&c->system->graph)) noc_contention_slow_channels(c);
    if (!noc_contention_find_circles(c) || !noc_contention_find_paces(c)) return false;
    noc_contention_find_lost_in_runs(c);
    if (c->system->traffic.class_count < 2 || (c->classes && !c->loads->ways)) return true;
    noc_class_rates_free(c->classes); /* shares of routes have changed */
    return noc_class_rates_make(c);
}

bool noc_contention_derate(noc_contention *c, unsigned kinds)
{
    c->derated = kinds;
    if (!describe(c)) return false;
    for (uint32_t n = 0; n < c->network_count; n++) c->sweeper->describe(c->networks[n].sweep);
    return true;
}

noc_contention *noc_contention_new(const noc_system *system, const noc_flow_map *map)
{
    noc_contention *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->system = system;
    c->loads = &map->loads;
    c->shares = map->shares;
    c->symmetry = map->symmetry;
    if (make_room(c) && describe(c) && make_sweeps(c)) return c;
    noc_contention_free(c);
    return NULL;
}

void noc_contention_free(noc_contention *c)
{
    if (!c) return;
    free(c->transitions);
    free(c->first_transition);
    free(c->queues);
    free(c->used);
    free(c->transitions_used);
    free(c->waits);
    free(c->transition_waits);
    free(c->ahead);
    free(c->ahead_of_terminals);
    noc_class_rates_free(c->classes);
    free(c->circles);
    free(c->hop_queues);
    free(c->hop_pairs);
    for (uint32_t n = 0; n < c->network_count; n++) c->sweeper->discard(c->networks[n].sweep);
    free(c->networks);
    free(c);
}
