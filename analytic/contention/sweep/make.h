/* analytic/contention/sweep/make.h: construction of a sweep: queues and transitions of a network,
 * put into blocks. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_MAKE_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_MAKE_H

#include <stddef.h>
#include <stdlib.h>

#include "analytic/contention/sweep/lane_packing.h"
#include "network/graph/units.h"

/* Returns the number of blocks of transitions that the queues of a block need. */
static inline uint32_t count_block_transitions(const packed_queue *packed_queues, uint32_t count)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (packed_queues[i].transitions > largest) largest = packed_queues[i].transitions;
    return largest;
}

/* Counts the groups on a queue's channel; none for ejection channels, whose queues meet no
 * others. */
static inline uint32_t count_peers(const noc_contention *c, const noc_class_queue *q)
{
    uint32_t count = 0;
    if (q->is_ejection) return 0;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next)
        count++;
    return count;
}

static inline uint32_t count_block_peers(const noc_contention *c, const packed_queue *packed_queues,
                                         uint32_t count)
{
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t peers = count_peers(c, &c->queues[packed_queues[i].queue]);
        if (peers > largest) largest = peers;
    }
    return largest;
}

/* ---- queues --------------------------------------------------------------------------------- */

static inline void put_choice(const noc_injection_choice *f, int lane, choice_lanes *to)
{
    to->channels[lane] = f->channels;
    to->blocking_share[lane] = f->blocking_share;
    to->random_overlap[lane] = f->random_overlap;
    to->uses_turns[lane] = f->rule == NOC_SPREAD_IN_TURN ? -1 : 0;
    to->prefers_empty[lane] = f->rule == NOC_SPREAD_TO_EMPTY ? -1 : 0;
}

/* Puts the numbers of an input that no list of constants has. */
static inline void put_input(const noc_class_queue *q, int lane, input_lanes *to)
{
    set_integer(&to->vc_count, q->vcs, lane);
    set_integer(&to->front_packets, q->other_packets.front_packets + 1, lane);
    set_integer(&to->buffered_packets, q->other_packets.buffered_packets + 1, lane);
    set_integer(&to->other_busy_vcs, (uint32_t)fmax(q->vcs / q->speed.crossbar_inputs - 1.0, 0.0),
                lane);
    if (q->rivals + 1.0 > to->max_rivals) to->max_rivals = (uint32_t)(q->rivals + 1.0);
}

/* Resets the results of sweeps, and the properties that only some queues have. */
static inline void reset_queue(queue_lanes *b)
{
    b->has_both_classes = b->has_long_packets = b->has_several_steps = b->has_wide_channels =
        b->has_short_buffers = b->has_random_search = b->has_forks = false;
    b->tree.crossbar_passes = every(1.0);
    b->input.max_rivals = 0;
    b->crossed = b->next_sums = (crossing_lanes){.dilation = every(0.0)};
    b->brought = (brought_delay_lanes){.lag = every(0.0)};
    b->grants = (grant_lanes){.met_rivals = every(0.0)};
    b->service = (service_lanes){.mean = every(0.0)};
    b->wait = (wait_lanes){.queue = every(0.0)};
    b->hold = (hold_lanes){.mean = every(0.0)};
    b->utilization = (utilization_lanes){.input = every(0.0)};
}

static inline void put_queue(const noc_contention *c, uint32_t queue, int lane, queue_lanes *b)
{
    const noc_class_queue *q = &c->queues[queue];
#define PUT(group, name) b->group.name[lane] = q->name;
    QUEUE_CONSTANTS(PUT)
#undef PUT
#define PUT(group, name) b->group.name[lane] = q->group.name;
    SOURCE_CONSTANTS(PUT)
#undef PUT
    b->time.crossbar_lead[lane] = q->speed.crossbar_lead;
    b->time.slot[lane] = fmin(q->speed.flit_cycles, 1.0);
    b->queue_numbers[lane] = queue;
    b->requests[lane] = q->class == NOC_REQUEST ? -1 : 0;
    b->load.packets[lane] = q->unit_stream.packets;
    b->load.flits[lane] = q->unit_stream.flits;
    b->load.utilization[lane] = c->loads->busy_cycles[q->channel] * q->speed.derating;
    b->load.class_share[lane] =
        q->multiplicity * q->tree.followed_packets / c->class_rates[q->class];
    b->crossed.dilation[lane] = 1.0;
    put_input(q, lane, &b->input);
    b->has_long_packets |= q->long_share > 0.0;
    b->has_short_buffers |= q->credit_excess > 0.0;
    b->has_several_steps |= q->speed.steps_per_cycle > 1.0;
    b->has_wide_channels |= q->speed.flit_cycles < 1.0;
    b->has_random_search |= q->search_chance > 0.0 && q->vcs > 1;
#define PUT(group, name) b->group.name[lane] = q->group.name;
    TREE_CONSTANTS(PUT)
#undef PUT
    b->tree.sibling_count[lane] =
        q->tree.fork_share * q->tree.fork_outputs * (q->tree.fork_outputs - 1.0) / q->tree.branches;
    b->tree.slowest_wait[lane] =
        q->tree.fork_share > 0.0 ? 1.0 + (q->tree.slowest_waits - 1.0) / q->tree.fork_share : 1.0;
    b->tree.sibling_wait[lane] = (1.0 + 1.0 / q->flits) / b->tree.slowest_wait[lane];
    b->has_forks |= q->tree.fork_share > 0.0 && q->tree.fork_outputs > 1.0;
    b->has_both_classes |= noc_sends_both_classes(c, q);
    b->has_slow_input =
        q->is_injection &&
        noc_network_flit_cycles(&c->system->graph.networks[noc_find_queue_network(c, q)]) > 1;
    put_choice(&q->source.slices, lane, &b->source.slices);
    put_choice(&q->source.ports, lane, &b->source.ports);
}

/* ---- transitions ------------------------------------------------------------------------------
 * */

/* Returns the flits that may wait in the output queue before an arriving packet lacks credits.
 * Nodes accept flits at once, so the packet finds a VC with credits while any VC has credits. In
 * front of a router the packet's VC may be one whose packets wait in the queue, with the credits
 * that the packet does not keep for itself. The room of a single VC depends on the load
 * (output.h). */
static inline double find_queue_room(const noc_class_queue *q)
{
    const double own_flits = q->is_ejection || q->vcs == 1 ? 0.0 : q->flits;
    return fmax(0.0, (q->is_ejection ? q->vcs : 1.0) * q->buffer - own_flits - q->credit_loop);
}

/* Returns the flits that may wait in the output queue if several packets come per cycle: packets
 * get the VCs in turn, so the room of all VCs counts. */
static inline double find_total_room(const noc_class_queue *q)
{
    const double own_flits = q->vcs == 1 ? 0.0 : q->flits;
    return fmax(0.0, q->vcs * q->buffer - own_flits - q->credit_loop);
}

static inline void reset_transition(transition_lanes *x)
{
    x->has_slow_packets = x->has_wide_channels = false;
    x->out.has_queues = x->out.has_parallel_channels = x->out.has_gaps = false;
    x->out.has_iterations = x->out.has_speculation = false;
    x->dilation = every(0.0);
    x->grants = (pair_grant_lanes){.refusals = every(0.0)};
    x->wait = (pair_wait_lanes){.switches = every(0.0)};
    x->utilization = (pair_utilization_lanes){.vcs = every(0.0)};
}

static inline void put_output(const noc_class_queue *q, int lane, transition_lanes *x)
{
#define PUT(group, name) x->group.name[lane] = q->name;
    OUTPUT_CONSTANTS(PUT)
#undef PUT
    x->out.packets[lane] = q->unit_stream.packets;
    x->out.vc_inverse[lane] = 1.0 / q->vcs;
    x->out.speculation[lane] = q->has_equal_speculation ? 1.0 : 0.0;
    set_integer(&x->out.vcs_minus_two, q->vcs > 2 ? q->vcs - 2 : 0, lane);
    set_integer(&x->out.extra_steps, (uint32_t)(q->speed.steps_per_cycle - 1.0), lane);
    x->out.step_fraction[lane] = q->speed.steps_per_cycle - floor(q->speed.steps_per_cycle);
    x->out.steps_per_flit[lane] = q->speed.steps_per_flit;
    x->out.queue_room[lane] = find_queue_room(q);
    x->out.has_queues |= q->speed.steps_per_cycle > 1.0 && q->speed.steps_per_flit > 1.0;
    x->out.has_parallel_channels |= q->side_by_side > 1.0;
    x->out.has_gaps |= q->gap > 0.0;
    x->out.has_iterations |= q->rounds != 1.0;
    x->out.has_speculation |= q->has_equal_speculation;
}

static inline void put_transition(const noc_contention *c, uint32_t transition, int lane,
                                  transition_lanes *x)
{
    const noc_transition *from = &c->transitions[transition];
    const noc_class_queue *to = &c->queues[from->to];
#define PUT(group, name) x->group.name[lane] = from->name;
    TRANSITION_CONSTANTS(PUT)
#undef PUT
    x->transition_numbers[lane] = transition;
    x->destinations[lane] = from->to; /* number of a queue, until find_queue_places */
    x->channel_parts[lane] = to->channel_part;
    x->part.output_share[lane] = from->pair_shares->input_flits;
    x->part.packet_share[lane] = from->pair_shares->group_packets;
    x->load.class_share[lane] =
        from->multiplicity * from->followed_packets / c->class_rates[c->queues[from->from].class];
    x->has_slow_packets |= from->pace > unit_pace;
    x->has_wide_channels |= from->parallel_packets > 0.0;
    put_output(to, lane, x);
    x->out.all_vcs[lane] = from->all_vcs;
    x->out.side_by_side[lane] = from->side_by_side;
    if (from->parallel_packets > 0.0) x->out.queue_room[lane] = find_total_room(to);
}

/* Gives the transition of a spare lane no weight. */
static inline void clear_weight(int lane, transition_lanes *x)
{
    x->part.weight[lane] = x->part.from_share[lane] = x->part.to_share[lane] = 0.0;
    x->part.same_vc_chance[lane] = 0.0;
    x->part.branch_waits[lane] = 1.0;
    x->load.class_share[lane] = 0.0;
}

static inline void put_transitions(const noc_contention *c, const packed_queue *packed_queues,
                                   queue_lanes *b, transition_lanes *transitions)
{
    for (uint32_t k = b->first_transition; k < b->end_transition; k++)
        reset_transition(&transitions[k]);
    for (int l = 0; l < NOC_LANES; l++) {
        const packed_queue *source = &packed_queues[(unsigned)l < b->count ? l : 0];
        const uint32_t first = c->first_transition[source->queue];
        for (uint32_t k = b->first_transition; k < b->end_transition; k++) {
            const uint32_t number = k - b->first_transition;
            put_transition(c, first + (number < source->transitions ? number : 0), l,
                           &transitions[k]);
            if (number >= source->transitions) clear_weight(l, &transitions[k]);
        }
    }
}

static inline bool has_wide_channels(const noc_sweep *s)
{
    for (uint32_t k = 0; k < s->transition_blocks; k++)
        if (s->transitions[k].has_wide_channels) return true;
    return false;
}

static inline bool has_forks(const noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++)
        if (s->queues[i].has_forks) return true;
    return false;
}

static inline bool has_queues_behind(const noc_sweep *s)
{
    for (uint32_t k = 0; k < s->transition_blocks; k++)
        if (s->transitions[k].out.has_queues || s->transitions[k].has_wide_channels) return true;
    return false;
}

/* ---- peers ---------------------------------------------------------------------------------- */

static inline void put_peers(const noc_contention *c, const queue_lanes *b, int lane,
                             peer_lanes *peers)
{
    const noc_class_queue *q = &c->queues[b->queue_numbers[lane]];
    uint32_t m = b->first_peer;
    if (b->is_ejection) return;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next, m++) {
        peers[m].places[lane] = c->symmetry.groups.part[k];
        peers[m].presence[lane] = 1.0;
        peers[m].rival_share[lane] = k == q->group ? q->other_vc_share : 1.0;
        peers[m].other_class[lane] = c->loads->groups[k].class == q->class ? 0.0 : 1.0;
    }
    for (; m < b->end_peer; m++) {
        peers[m].places[lane] = b->queue_numbers[lane];
        peers[m].presence[lane] = peers[m].rival_share[lane] = peers[m].other_class[lane] = 0.0;
    }
}

/* ---- all ------------------------------------------------------------------------------------ */

static inline void count_blocks(noc_sweep *s)
{
    const packed_queue *packed_queues = s->packed_queues;
    const uint32_t queue_count = noc_count_queues(s->range);
    for (uint32_t i = 0, count; i < queue_count; i += count) {
        count = count_block_queues(&packed_queues[i], queue_count - i);
        s->queue_blocks++;
        const uint32_t transitions = count_block_transitions(&packed_queues[i], count);
        if (transitions > s->max_transitions) s->max_transitions = transitions;
        s->transition_blocks += transitions;
        s->peer_blocks += count_block_peers(s->contention, &packed_queues[i], count);
    }
}

/* Allocates `count` structures with lanes, and one more. */
static inline void *allocate_blocks(uint32_t count, size_t size)
{
    return aligned_alloc(sizeof(lanes), (count + 1) * size);
}

static inline bool make_room(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    s->queues = allocate_blocks(s->queue_blocks, sizeof *s->queues);
    s->transitions = allocate_blocks(s->transition_blocks, sizeof *s->transitions);
    s->peers = allocate_blocks(s->peer_blocks, sizeof *s->peers);
    s->brought = allocate_blocks(s->max_transitions, sizeof *s->brought);
    s->transition_places = malloc((s->transition_count + 1) * sizeof *s->transition_places);
    s->output_parts = malloc((s->transition_count + 1) * sizeof *s->output_parts);
    s->efficiency = malloc((c->symmetry.channels.count + 1) * sizeof *s->efficiency);
    return s->queues && s->transitions && s->peers && s->brought && s->transition_places &&
           s->output_parts && s->efficiency;
}

static inline void describe_block(const noc_sweep *s, const packed_queue *packed_queues,
                                  queue_lanes *q)
{
    const noc_contention *c = s->contention;
    const noc_class_queue *first = &c->queues[packed_queues->queue];
    reset_queue(q);
    q->is_injection = first->is_injection;
    q->is_ejection = first->is_ejection;
    q->is_atomic = first->is_atomic;
    q->has_single_vc = !(first->all_vcs > 1.0);
    q->has_source_queue = has_source_queue(first);
    for (int l = 0; l < NOC_LANES; l++) {
        q->filled_lanes[l] = (unsigned)l < q->count ? -1 : 0;
        put_queue(c, packed_queues[(unsigned)l < q->count ? l : 0].queue, l, q);
        put_peers(c, q, l, s->peers);
        q->has_one_class = l == 0 || (q->has_one_class && q->requests[l] == q->requests[0]);
    }
    put_transitions(c, packed_queues, q, s->transitions);
}

static inline void fill_blocks(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    const packed_queue *packed_queues = s->packed_queues;
    uint32_t transitions = 0, peers = 0, remaining = noc_count_queues(s->range);
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        queue_lanes *q = &s->queues[b];
        q->count = count_block_queues(packed_queues, remaining);
        q->first_transition = transitions;
        q->end_transition = transitions += count_block_transitions(packed_queues, q->count);
        q->first_peer = peers;
        q->end_peer = peers += count_block_peers(c, packed_queues, q->count);
        describe_block(s, packed_queues, q);
        packed_queues += q->count;
        remaining -= q->count;
    }
}

/* Returns the offset of a lane's members in a block from the first block's, doubles. */
static inline uint32_t find_place(uint32_t block, size_t size, uint32_t lane)
{
    return block * (uint32_t)(size / sizeof(double)) + lane;
}

/* Finds the offsets of queues, and replaces the numbers of queues in transitions and peers by
 * them. */
static inline void find_queue_places(noc_sweep *s)
{
    uint32_t *queue_places = s->queue_places;
    for (uint32_t b = 0; b < s->queue_blocks; b++)
        for (uint32_t l = 0; l < s->queues[b].count; l++)
            queue_places[s->queues[b].queue_numbers[l]] = find_place(b, sizeof *s->queues, l);
    for (uint32_t b = 0; b < s->transition_blocks; b++) {
        transition_lanes *x = &s->transitions[b];
        for (uint32_t l = 0; l < NOC_LANES; l++)
            x->destinations[l] = queue_places[x->destinations[l]];
    }
    for (uint32_t b = 0; b < s->peer_blocks; b++)
        for (uint32_t l = 0; l < NOC_LANES; l++)
            s->peers[b].places[l] = queue_places[s->peers[b].places[l]];
}

/* Finds the lane in which each transition counts: repetitions come later in the same lane, or lie
 * in spare lanes. */
static inline void find_transition_places(noc_sweep *s)
{
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        const queue_lanes *q = &s->queues[b];
        for (uint32_t k = q->end_transition; k-- > q->first_transition;)
            for (uint32_t l = 0; l < q->count; l++)
                s->transition_places[s->transitions[k].transition_numbers[l] -
                                     s->first_transition] =
                    find_place(k, sizeof *s->transitions, l);
    }
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const noc_transition *x = &s->contention->transitions[s->first_transition + i];
        s->output_parts[i] = s->contention->queues[x->to].channel_part;
    }
}

static void discard(noc_sweep *s)
{
    if (!s) return;
    free(s->queues);
    free(s->transitions);
    free(s->peers);
    free(s->brought);
    free(s->transition_places);
    free(s->output_parts);
    free(s->efficiency);
    free(s->packed_queues);
    free(s->queue_places);
    free(s);
}

/* Fills the blocks with the queues of the contention model. */
static void describe(noc_sweep *s)
{
    fill_blocks(s);
    find_queue_places(s);
    s->has_output_queues = has_queues_behind(s);
    s->has_forks = has_forks(s);
    s->has_wide_channels = has_wide_channels(s);
}

static inline bool make_blocks(noc_sweep *s)
{
    s->packed_queues = malloc((noc_count_queues(s->range) + 1) * sizeof *s->packed_queues);
    s->queue_places = malloc((s->contention->queue_count + 1) * sizeof *s->queue_places);
    if (!s->packed_queues || !s->queue_places) return false;
    if (!pack_queues(s->contention, s->range, NOC_LANES_MAX, s->packed_queues)) return false;
    count_blocks(s);
    if (!make_room(s)) return false;
    describe(s);
    find_transition_places(s);
    return true;
}

static noc_sweep *make(const noc_contention *c, noc_queue_range range)
{
    noc_sweep *s = allocate_blocks(0, sizeof *s);
    if (!s) return NULL;
    *s = (noc_sweep){
        .contention = c,
        .range = range,
        .has_codecs = c->system->design->codec.cycles > 0,
        .first_transition = c->first_transition[range.first],
        .transition_count = c->first_transition[range.end] - c->first_transition[range.first],
    };
    if (make_blocks(s)) return s;
    discard(s);
    return NULL;
}

#endif
