#include "analytic/contention/contention_setup.h"

#include <math.h>

#include "analytic/contention/class_waits.h"
#include "analytic/contention/contention_circles.h"
#include "analytic/contention/contention_paces.h"
#include "analytic/contention/contention_sources.h"
#include "analytic/contention/sweep/sweeper.h"
#include "base/min_max.h"
#include "design/allocators.h"
#include "network/graph/units.h"

/* ---- a group -------------------------------------------------------------------------------- */

enum { COMPARED_QUEUES = 16 }; /* most queues that find_equal_queue compares */

/* Returns one of the COMPARED_QUEUES queues before `end` whose packets have the sending times of q:
 * networks have few kinds of channels. NULL: none. */
static const noc_class_queue *find_equal_queue(const noc_contention *c, uint32_t end,
                                               const noc_class_queue *q)
{
    const uint32_t first = end > COMPARED_QUEUES ? end - COMPARED_QUEUES : 0;
    for (uint32_t i = end; i-- > first;) {
        const noc_class_queue *o = &c->queues[i];
        if (o->class == q->class && o->is_injection == q->is_injection &&
            o->is_ejection == q->is_ejection && o->credits.loop == q->credits.loop &&
            o->buffer_slots == q->buffer_slots && o->pace.slowdown == q->pace.slowdown &&
            noc_find_queue_network(c, o) == noc_find_queue_network(c, q))
            return o;
    }
    return NULL;
}

/* Returns the set of VCs that packets of a channel use, as bits. */
static uint32_t find_used_vcs(const noc_contention *c, uint32_t channel)
{
    uint32_t vcs = 0;
    for (uint32_t k = c->loads->first_group[channel]; k != NOC_NONE; k = c->loads->groups[k].next)
        vcs |= c->loads->groups[k].vcs;
    return vcs;
}

/* True if all packets of a channel go on over one other channel, whose capacity several crossbar
 * inputs cannot exceed. */
static bool has_single_output(const noc_contention *c, uint32_t channel)
{
    const noc_loads *l = c->loads;
    uint32_t first_output = NOC_NONE;
    for (uint32_t k = l->first_group[channel]; k != NOC_NONE; k = l->groups[k].next) {
        for (uint32_t p = l->first_pair[k]; p < l->first_pair[k + 1]; p++) {
            const uint32_t out = l->groups[l->pairs[p].output_group].channel;
            if (first_output != NOC_NONE && first_output != out) return false;
            first_output = out;
        }
    }
    return true;
}

/* Finds the networks with a port whose packets can use several crossbar inputs at once. */
static void find_input_speedups(noc_contention *c)
{
    for (uint32_t i = 0; i < c->system->graph.channel_count; i++) {
        const noc_channel *channel = &c->system->graph.channels[i];
        const noc_network *net = &c->system->graph.networks[channel->network];
        if (net->vc.input_speedup > 1 && channel->kind != NOC_EJECTION &&
            !has_single_output(c, i) && noc_network_crossbar_inputs(net, find_used_vcs(c, i)) > 1)
            c->spread_networks |= (uint64_t)1 << channel->network;
    }
}

/* Returns the crossbar inputs of a port; 1 in a network where no port needs several. */
static unsigned count_crossbar_inputs(const noc_contention *c, uint16_t network)
{
    const noc_network *net = &c->system->graph.networks[network];
    if (!(c->spread_networks >> network & 1)) return 1;
    return min_unsigned(net->vc.input_speedup, net->vc.virtual_channels);
}

/* Returns the rounds of an allocator. iSLIP repeats its round for the requests that are left;
 * wavefront allocators leave no request that could be matched. */
static double count_rounds(const noc_network *net)
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
static unsigned count_fitting_packets(const noc_class_queue *q)
{
    if (q->is_injection) return q->front_packets;
    return (unsigned)((q->input.rivals + 1.0) * max_of(1.0, q->credits.buffer / q->packet.flits) -
                      1.0);
}

/* Returns the flits by which a packet is ahead of a packet that it meets in the switch, derived by
 * counting. Two packets that meet are served in turn. The later packet gets the first turn at once,
 * so both are delayed by the shorter rest; only one head in 2 F waits, for one flit, where both
 * packets start in the same cycle. If heads yield, all other heads lose their first turn, and the
 * other packet is ahead by a flit. Packets of 4 flits on crossbars of the sampler at light load
 * lose 3.0 flits with yielding heads, 4.1 flits without. */
static double find_head_start(const noc_network *net, double flits)
{
    const bool heads_yield = net->vc.is_speculative && net->vc.speculation_yields;
    return heads_yield ? 1.0 - 0.5 / flits : 0.5 / flits;
}

/* Finds the second moments of all packets that reach a terminal over an ejection channel: of flits,
 * and of cycles with the codec. */
static void describe_receiver(const noc_contention *c, noc_class_queue *q)
{
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next) {
        const noc_stream *s = &c->loads->groups[k].stream;
        q->receiver.squared_flits += s->squares;
        q->receiver.squared_cycles +=
            s->squares + q->source.codec * (2.0 * s->flits + q->source.codec * s->packets);
    }
}

/* Returns the cycles that the crossbar adds to the credit loop: none from two steps per cycle on,
 * since credits come at the beginning of a cycle. */
static double find_crossbar_cycles(const noc_network *net)
{
    return net->vc.traverse_cycles * max_of(0.0, 2.0 - net->vc.internal_speedup);
}

/* Returns the chance that a search begins at a given VC of a channel, among the VCs of all outputs
 * of the sending router. Most searches begin at another output's VCs and find the first VC of their
 * own output first. 0 where heads try VCs in turn. */
static double find_search_chance(const noc_contention *c, const noc_channel *channel)
{
    const noc_graph *g = &c->system->graph;
    const noc_network *net = &g->networks[channel->network];
    if (channel->kind == NOC_INJECTION || !noc_allocators[net->vc.vc_allocator].has_moving_start)
        return 0.0;
    return 1.0 / ((double)g->routers[channel->from].outputs * net->vc.virtual_channels);
}

/* Returns the mean number of outputs to which a packet of a group goes on. */
static double find_branches(const noc_contention *c, uint32_t group)
{
    const noc_loads *l = c->loads;
    double onward_packets = 0.0;
    if (c->system->traffic.multicast_share == 0.0 ||
        l->first_pair[group] == l->first_pair[group + 1])
        return 1.0;
    for (uint32_t p = l->first_pair[group]; p < l->first_pair[group + 1]; p++)
        onward_packets += l->pairs[p].stream.packets;
    return onward_packets / l->groups[group].stream.packets;
}

/* Stores the packets of a group, and its channel and VCs. */
static void describe_packets(const noc_contention *c, uint32_t group, noc_class_queue *q)
{
    const noc_group *g = &c->loads->groups[group];
    const noc_channel *channel = &c->system->graph.channels[g->channel];
    *q = (noc_class_queue){
        .group = group,
        .channel = g->channel,
        .channel_part = c->symmetry.channels.part[g->channel],
        .class = g->class,
        .multiplicity = 1.0,
        .unit_stream = g->stream,
        .followed_packets = g->delayed_packets,
        .tree = {.branches = find_branches(c, group),
                 .fork_share = g->multicast_share,
                 .fork_outputs = fmax(g->mean_branches, 1.0),
                 .slowest_waits = g->branch_waits},
        .packet = {.flits = g->stream.flits / g->stream.packets,
                   .biased_length = g->stream.squares / g->stream.flits},
        .vcs = (unsigned)__builtin_popcount(g->vcs),
        .is_injection = channel->kind == NOC_INJECTION, /* a terminal sends */
        .is_ejection = channel->kind == NOC_EJECTION,
        .credits.kept_flits = INFINITY,
        .source = {.codec = noc_system_codec_cycles(c->system, g->channel),
                   .fanout = 1.0,
                   .slices = {.channels = 1.0},
                   .ports = {.channels = 1.0}},
        .output.side_by_side = noc_parallel_channels(&c->system->graph, g->channel),
    };
    q->packet.crossbar_cycles = q->packet.flits;
    q->packet.length_variance =
        max_of(0.0, q->packet.flits * (q->packet.biased_length - q->packet.flits));
    q->output.all_vcs = q->vcs * q->output.side_by_side;
    q->output.all_vcs_inverse = 1.0 / q->output.all_vcs;
}

/* Stores the figures of the router behind the channel: allocation and pace. */
static void describe_router(const noc_contention *c, noc_class_queue *q)
{
    const noc_channel *channel = &c->system->graph.channels[q->channel];
    const noc_network *net = &c->system->graph.networks[channel->network];
    const double steps = net->vc.internal_speedup;
    q->input.turnaround = noc_network_vc_idle_cycles(net) / steps;
    q->input.routing_cycles =
        q->is_ejection ? q->input.turnaround : noc_network_setup_cycles(net) / steps;
    q->credits.loop = 2.0 * channel->latency + 2.0 +
                      (q->input.routing_cycles - q->input.turnaround) +
                      (q->is_injection ? 0 : find_crossbar_cycles(net) + net->vc.credit_cycles);
    q->buffer_slots = channel->buffer_flits;
    q->credits.buffer = q->buffer_slots * noc_network_flit_cycles(net);
    q->output.start_cycles = net->vc.is_speculative || net->vc.overlaps_packets ? 0.0 : 1.0 / steps;
    q->is_atomic = net->vc.atomic_reallocation;
    q->output.search_chance = find_search_chance(c, channel);
    q->allocation.head_start = find_head_start(net, q->packet.flits);
    q->allocation.speculation = net->vc.is_speculative && !net->vc.speculation_yields;
    q->allocation.rounds = count_rounds(net);
    /* terminals choose VCs in turn, routers any free VC */
    q->output.other_vc_share = q->vcs == 1 ? 0.0 : q->is_injection ? 1.0 : 1.0 - 1.0 / q->vcs;
    q->pace = (noc_channel_pace){.steps_per_cycle = steps};
    noc_contention_describe_pace(c, q);
    /* steps per flit of the channel, if the channel brings several flits per cycle */
    const double flit_steps = max_of(1.0, steps * min_of(q->pace.flit_cycles, 1.0));
    q->pace.crossbar_inputs = count_crossbar_inputs(c, channel->network) * flit_steps;
    const int used_vcs = __builtin_popcount(find_used_vcs(c, q->channel));
    q->input.rivals = max_of(0.0, (double)used_vcs / q->pace.crossbar_inputs - 1.0);
    const double lead = noc_find_crossbar_lead(q, q->packet.flits);
    q->pace.sender_lead = q->is_injection ? 0.0 : lead;
    q->pace.receiver_lead = q->is_ejection ? 0.0 : lead;
}

/* Finds the room in a queue's buffers, once the times to send its packets are known. */
static void describe_room(noc_class_queue *q)
{
    q->credits.spare_flits = max_of(0.0, q->credits.buffer - q->packet.flits);
    q->credits.spare_packets = floor(q->credits.spare_flits / q->packet.flits);
    q->credits.slack = max_of(0.0, q->credits.buffer - q->credits.loop - q->output.start_cycles -
                                       q->input.turnaround);
    q->front_packets = (unsigned)q->input.rivals;
    q->buffered_packets = count_fitting_packets(q);
    /* A terminal starts the next packet when it has sent the last flit of this one. A full buffer
     * of flits is then left, and leaves before the next packet asks for the switch. */
    if (q->is_injection && q->sending.long_share > 0.5) {
        q->credits.kept_flits = q->credits.buffer;
        q->credits.next_packet_gap = q->credits.loop + q->input.turnaround;
    }
}

/* Describes the queue of a group; earlier queues are described already. */
static void describe_group(const noc_contention *c, uint32_t queue, uint32_t group)
{
    noc_class_queue *q = &c->queues[queue];
    describe_packets(c, group, q);
    describe_router(c, q);
    const noc_class_queue *equal_queue = find_equal_queue(c, queue, q);
    if (equal_queue)
        q->sending = equal_queue->sending;
    else
        noc_contention_describe_sending(c, q);
    if (q->is_ejection && q->source.codec > 0.0) describe_receiver(c, q);
    describe_room(q);
}

/* ---- pairs ---------------------------------------------------------------------------------- */

/* Stores the VCs among which packets choose: the VCs of all outputs for which heads ask at once. */
static void store_chosen_vcs(const noc_contention *c, noc_transition *x)
{
    const uint32_t pair = x->pair;
    const uint32_t out = c->loads->groups[c->loads->pairs[pair].output_group].channel;
    const noc_network *net = noc_graph_channel_network(&c->system->graph, out);
    if (!c->loads->choice_vcs || !(c->loads->choice_vcs[pair] > 0.0)) return;
    if (net->vc.route_choice != NOC_CHOICE_ALLOCATOR) return;
    x->output.all_vcs = c->loads->choice_vcs[pair];
    x->output.side_by_side = c->loads->choice_owner_ratio[pair];
}

/* Returns the shares of a pair's transition, and adds the pair's part to the chances of the queue
 * to which it leads. `leaving`: number of equal pairs that leave one group; the number that comes
 * to one group follows from the numbers of groups at both ends. */
static noc_transition_shares share_pair(const noc_contention *c, uint32_t pair, double leaving,
                                        const noc_class_queue *from, noc_class_queue *to)
{
    const noc_pair_load *load = &c->loads->pairs[pair];
    const noc_stream *unit = &load->stream;
    const uint32_t out = c->loads->groups[load->output_group].channel;
    const double multiplicity = leaving * from->multiplicity,
                 coming = multiplicity / to->multiplicity,
                 packet_share = unit->packets / to->unit_stream.packets;
    const double same_vc = coming * packet_share * packet_share / from->vcs;
    to->input.same_vc_chance += same_vc;
    to->output.restart_share +=
        coming * packet_share * max_of(0.0, 1.0 - unit->packets / from->unit_stream.packets);
    to->allocation.same_input_chance +=
        coming * unit->flits / to->unit_stream.flits * c->shares[pair].group_flits;
    return (noc_transition_shares){
        .weight = leaving * unit->packets / from->unit_stream.packets / from->tree.branches,
        .arriving = coming * packet_share,
        .leaving = leaving * unit->flits / from->unit_stream.flits / from->tree.branches,
        .channel = multiplicity / c->symmetry.channels.member_count[to->channel_part] *
                   unit->flits / c->loads->channel_flits[out],
        .same_vc = same_vc,
        .branch_waits = c->loads->groups[load->input_group].branch_waits,
    };
}

/* Describes the transition of a pair; `leaving` as above. */
static void describe_pair(noc_contention *c, uint32_t pair, double leaving, noc_transition *x)
{
    const noc_pair_load *load = &c->loads->pairs[pair];
    const noc_stream *unit = &load->stream;
    const noc_pair_shares *s = &c->shares[pair];
    const uint32_t *parts = c->symmetry.groups.part;
    const noc_class_queue *from = &c->queues[parts[load->input_group]];
    noc_class_queue *to = &c->queues[parts[load->output_group]];
    const double out_flits = c->loads->channel_flits[c->loads->groups[load->output_group].channel];
    const double in_flits = c->loads->channel_flits[from->channel];
    const double flits = unit->flits / unit->packets,
                 others = out_flits * max_of(0.0, 1.0 - s->output_flits);
    *x = (noc_transition){
        .pair = pair,
        .from = parts[load->input_group],
        .to = parts[load->output_group],
        .multiplicity = leaving * from->multiplicity,
        .unit_stream = *unit,
        .followed_packets = load->delayed_packets,
        .pair_shares = s,
        .packet = {.flits = flits,
                   .biased_length = unit->squares / unit->flits,
                   .length_inverse = 1.0 / flits,
                   .head_share = 1.0 / flits,
                   .length_variance = unit->squares / unit->packets - flits * flits,
                   .relative_length = flits / to->packet.flits},
        .pace = {.cycles_per_flit = max_of(from->sending.cycles / from->packet.flits,
                                           to->sending.cycles / to->packet.flits) /
                                    to->pace.slowdown,
                 .ratio = from->pace.slowdown / to->pace.slowdown,
                 .crossbar_lead = noc_find_crossbar_lead(to, flits)},
        .share = share_pair(c, pair, leaving, from, to),
        .crossbar.other_flits = others,
        .link = {.port_flits = s->output_flits * out_flits,
                 .elsewhere_flits = in_flits * (1.0 - s->input_flits) / from->pace.crossbar_inputs,
                 .input_flits = in_flits / from->pace.crossbar_inputs,
                 .other_vc_share = 1.0 - s->pair_packets / from->vcs,
                 .output_share = s->input_flits},
        .output = {.own_packets = s->group_packets * to->unit_stream.packets / from->vcs,
                   .packet_share = s->group_packets,
                   .all_vcs = to->output.all_vcs,
                   .side_by_side = to->output.side_by_side},
    };
    if (others > 0.0)
        x->crossbar.own_group_share = to->unit_stream.flits * (1.0 - s->group_flits) / others;
}

/* Describes the transitions, queue after queue. The pairs of a queue's first group stand for the
 * pairs of all groups of the queue. */
static void describe_pairs(noc_contention *c)
{
    const uint64_t *colours = c->symmetry.pair_colours;
    c->transition_count = 0;
    for (uint32_t q = 0; q < c->queue_count; q++) {
        const uint32_t *first = &c->loads->first_pair[c->symmetry.groups.first_member[q]];
        c->first_transition[q] = c->transition_count;
        for (uint32_t k = first[0]; k < first[1]; k++) {
            double equal_pairs = 0.0;
            bool is_repeated = false;
            for (uint32_t j = first[0]; j < first[1]; j++) {
                const bool has_equal_colour = colours[j] == colours[k];
                is_repeated |= has_equal_colour && j < k;
                equal_pairs += has_equal_colour;
            }
            if (is_repeated) continue;
            noc_transition *x = &c->transitions[c->transition_count++];
            describe_pair(c, k, equal_pairs, x);
            store_chosen_vcs(c, x);
        }
    }
    c->first_transition[c->queue_count] = c->transition_count;
}

/* ---- making --------------------------------------------------------------------------------- */

/* Returns the probability that two flits of other groups on a queue's channel are of one group. */
static double find_same_group_chance(const noc_contention *c, const noc_class_queue *q)
{
    double flits = 0.0, squares = 0.0;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next) {
        const double group_flits = k == q->group ? 0.0 : noc_find_queue(c, k)->unit_stream.flits;
        flits += group_flits;
        squares += group_flits * group_flits;
    }
    return flits > 0.0 ? squares / (flits * flits) : 0.0;
}

/* Returns the share of a class's packets on networks with queues: waits are means over all
 * packets. */
static double find_queueing_share(const noc_system *s, noc_class class)
{
    double total_rate = 0.0, queueing_rate = 0.0;
    bool has_other_networks = false;
    for (uint16_t n = 0; n < s->graph.network_count; n++)
        has_other_networks |= !noc_network_has_buffers(&s->graph.networks[n]);
    for (size_t f = 0; has_other_networks && f < s->traffic.flow_count; f++) {
        const noc_flow *flow = &s->traffic.flows[f];
        for (uint32_t i = 0; i < flow->route.path_count && flow->class == class; i++) {
            const noc_path *path = &s->routes.paths[flow->route.first_path + i];
            const uint32_t channel = s->routes.hops[path->first_hop].channel;
            const double rate = flow->rate * path->probability;
            total_rate += rate;
            if (noc_network_has_buffers(noc_graph_channel_network(&s->graph, channel)))
                queueing_rate += rate;
        }
    }
    return has_other_networks ? queueing_rate / total_rate : 1.0;
}

static void describe_groups(noc_contention *c)
{
    const noc_parts *parts = &c->symmetry.groups;
    c->queue_count = parts->count;
    find_input_speedups(c);
    for (int k = 0; k < NOC_CLASSES; k++) c->class_rates[k] = 0.0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        const noc_group *group = &c->loads->groups[parts->first_member[i]];
        noc_class_queue *q = &c->queues[i];
        describe_group(c, i, parts->first_member[i]);
        q->multiplicity = parts->member_count[i];
        if (!q->is_injection) continue;
        noc_contention_describe_source(c, q);
        c->class_rates[group->class] += q->multiplicity * group->stream.packets;
    }
    for (int k = 0; k < NOC_CLASSES; k++)
        if (c->class_rates[k] > 0.0)
            c->class_rates[k] /= find_queueing_share(c->system, (noc_class)k);
    for (uint32_t i = 0; i < c->queue_count; i++)
        c->queues[i].allocation.same_group_chance = find_same_group_chance(c, &c->queues[i]);
}

static bool make_room(noc_contention *c)
{
    const size_t queues = c->symmetry.groups.count, pairs = c->loads->pair_count;
    c->transitions = noc_arena_unset_array(c->arena, pairs, sizeof *c->transitions);
    c->queues = noc_arena_unset_array(c->arena, queues, sizeof *c->queues);
    c->first_transition = noc_arena_unset_array(c->arena, queues + 1, sizeof *c->first_transition);
    c->utilizations = noc_arena_unset_array(c->arena, queues, sizeof *c->utilizations);
    c->transition_utilizations =
        noc_arena_unset_array(c->arena, pairs, sizeof *c->transition_utilizations);
    c->waits = noc_arena_unset_array(c->arena, queues, sizeof *c->waits);
    c->transition_waits = noc_arena_unset_array(c->arena, pairs, sizeof *c->transition_waits);
    c->max_utilizations = noc_arena_unset_array(c->arena, queues, sizeof *c->max_utilizations);
    c->terminal_max_utilizations =
        noc_arena_unset_array(c->arena, NOC_CLASSES * (size_t)c->symmetry.terminals.count,
                              sizeof *c->terminal_max_utilizations);
    c->networks =
        noc_arena_unset_array(c->arena, c->system->graph.network_count, sizeof *c->networks);
    return !c->arena->is_short;
}

/* ---- sweeps --------------------------------------------------------------------------------- */

/* Returns the queues of the network whose first queue is `first`. */
static noc_queue_range find_network_queues(const noc_contention *c, uint32_t first)
{
    const noc_network *networks = c->system->graph.networks;
    const uint16_t spec = networks[noc_find_queue_network(c, &c->queues[first])].spec_index;
    noc_queue_range range = {first, first + 1};
    while (range.end < c->queue_count &&
           networks[noc_find_queue_network(c, &c->queues[range.end])].spec_index == spec)
        range.end++;
    return range;
}

static bool make_sweeps(noc_contention *c)
{
    const noc_sweeper *sweepers[NOC_SWEEPERS_MAX];
    noc_list_sweepers(sweepers);
    c->sweeper = sweepers[0];
    for (uint32_t first = 0; first < c->queue_count;) {
        noc_swept_network *n = &c->networks[c->network_count];
        n->queues = find_network_queues(c, first);
        n->sweep = c->sweeper->make(c, n->queues);
        if (!n->sweep) return false;
        c->network_count++;
        first = n->queues.end;
    }
    return true;
}

/* Describes queues and transitions. False when out of memory. */
static bool describe_all(noc_contention *c)
{
    describe_groups(c);
    describe_pairs(c);
    if (c->derated_kinds || noc_graph_is_multirate(&c->system->graph))
        noc_contention_slow_channels(c);
    if (!noc_contention_find_cycles(c) || !noc_contention_find_paces(c)) return false;
    noc_contention_find_run_losses(c);
    /* rates are found again only where shares of routes change */
    return c->system->traffic.class_count < 2 ||
           (c->class_rates_by_traffic && !c->loads->route_shares) || noc_class_rates_find(c);
}

bool noc_contention_derate(noc_contention *c, unsigned kinds)
{
    c->derated_kinds = kinds;
    if (!describe_all(c)) return false;
    for (uint32_t n = 0; n < c->network_count; n++) c->sweeper->describe(c->networks[n].sweep);
    return true;
}

noc_contention *noc_contention_new(const noc_system *system, const noc_flow_map *map,
                                   noc_arena *arena)
{
    noc_contention *c = noc_arena_array(arena, 1, sizeof *c);
    if (!c) return NULL;
    c->arena = arena;
    c->system = system;
    c->loads = &map->loads;
    c->shares = map->shares;
    c->symmetry = map->symmetry;
    return make_room(c) && describe_all(c) && make_sweeps(c) ? c : NULL;
}
