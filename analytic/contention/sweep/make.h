/* analytic/contention/sweep/make.h: construction of a sweep: queues and transitions of a network,
 * put into blocks. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_MAKE_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_MAKE_H

#include <stddef.h>
#include <string.h>

#include "analytic/contention/sweep/lane_packing.h"
#include "network/graph/units.h"

/* Sets the members of a block between two offsets to 0: properties of some queues, or results. */
static inline void clear_members(void *block, size_t first, size_t end)
{
    memset((char *)block + first, 0, end - first);
}

/* Puts the constants of a station into a lane. `size`: bytes of the members that the sweep reads;
 * `to`: the same members of many stations (blocks.h). */
static inline void put_station(const void *station, size_t size, int lane, void *to)
{
    const double *from = station;
    double *numbers = (double *)to + lane;
    for (size_t i = 0; i < size / sizeof *from; i++) numbers[i * NOC_LANES] = from[i];
}

/* ---- queues --------------------------------------------------------------------------------- */

static inline void put_choice(const noc_injection_choice *choice, int lane, choice_lanes *to)
{
    put_station(choice, offsetof(noc_injection_choice, rule), lane, to);
    to->uses_turns[lane] = choice->rule == NOC_SPREAD_IN_TURN ? -1 : 0;
    to->prefers_empty[lane] = choice->rule == NOC_SPREAD_TO_EMPTY ? -1 : 0;
}

static inline void put_input(const noc_class_queue *q, int lane, input_lanes *to)
{
    put_station(&q->input, sizeof q->input, lane, to);
    to->vcs[lane] = q->vcs;
    set_integer(&to->vc_count, q->vcs, lane);
    set_integer(&to->front_packets, q->front_packets + 1, lane);
    set_integer(&to->buffered_packets, q->buffered_packets + 1, lane);
    set_integer(&to->other_busy_vcs, (uint32_t)fmax(q->vcs / q->pace.crossbar_inputs - 1.0, 0.0),
                lane);
    if (lane == 0 || q->input.rivals + 1.0 > to->max_rivals)
        to->max_rivals = (uint32_t)(q->input.rivals + 1.0);
}

static inline void put_tree(const noc_class_queue *q, int lane, tree_lanes *to)
{
    const noc_queue_tree *tree = &q->tree;
    put_station(tree, sizeof *tree, lane, to);
    to->crossbar_passes[lane] = 1.0;
    to->sibling_count[lane] =
        tree->fork_share * tree->fork_outputs * (tree->fork_outputs - 1.0) / tree->branches;
    to->slowest_wait[lane] =
        tree->fork_share > 0.0 ? 1.0 + (tree->slowest_waits - 1.0) / tree->fork_share : 1.0;
    to->sibling_wait[lane] = (1.0 + 1.0 / q->packet.flits) / to->slowest_wait[lane];
}

static inline void put_load(const noc_contention *c, const noc_class_queue *q, int lane,
                            load_lanes *to)
{
    to->packets[lane] = q->unit_stream.packets;
    to->flits[lane] = q->unit_stream.flits;
    to->utilization[lane] = c->loads->busy_cycles[q->channel] * q->pace.derating;
    to->class_share[lane] = q->multiplicity * q->followed_packets / c->class_rates[q->class];
}

static inline void put_queue(const noc_contention *c, uint32_t queue, int lane, queue_lanes *b)
{
    const noc_class_queue *q = &c->queues[queue];
    b->queue_numbers[lane] = queue;
    b->requests[lane] = q->class == NOC_REQUEST ? -1 : 0;
    put_station(&q->packet, sizeof q->packet, lane, &b->packet);
    put_load(c, q, lane, &b->load);
    put_tree(q, lane, &b->tree);
    b->pace.sender_lead[lane] = q->pace.sender_lead;
    b->pace.receiver_lead[lane] = q->pace.receiver_lead;
    b->pace.slot[lane] = fmin(q->pace.flit_cycles, 1.0);
    put_station(&q->source, offsetof(noc_source_queue, slices), lane, &b->source);
    put_choice(&q->source.slices, lane, &b->source.slices);
    put_choice(&q->source.ports, lane, &b->source.ports);
    put_station(&q->output, offsetof(noc_output_vcs, side_by_side), lane, &b->output);
    put_station(&q->sending, sizeof q->sending, lane, &b->sending);
    put_station(&q->credits, offsetof(noc_credits, gap), lane, &b->credits);
    put_input(q, lane, &b->input);
    b->crossed.dilation[lane] = 1.0;
    b->has_long_packets |= q->sending.long_share > 0.0;
    b->has_short_buffers |= q->sending.credit_excess > 0.0;
    b->has_several_steps |= q->pace.steps_per_cycle > 1.0;
    b->has_wide_channels |= q->pace.flit_cycles < 1.0;
    b->has_random_search |= q->output.search_chance > 0.0 && q->vcs > 1;
    b->has_forks |= q->tree.fork_share > 0.0 && q->tree.fork_outputs > 1.0;
    b->has_both_classes |= noc_sends_both_classes(c, q);
    b->has_slow_input =
        q->is_injection &&
        noc_network_flit_cycles(&c->system->graph.networks[noc_find_queue_network(c, q)]) > 1;
}

/* ---- transitions ---------------------------------------------------------------------------- */

/* Returns the flits that may wait in the output queue before an arriving packet lacks credits.
 * Nodes accept flits at once, so the packet finds a VC with credits while any VC has credits. In
 * front of a router the packet's VC may be one whose packets wait in the queue, with the credits
 * that the packet does not keep for itself. The room of a single VC depends on the load
 * (output.h). */
static inline double find_queue_room(const noc_class_queue *q)
{
    const double own_flits = q->is_ejection || q->vcs == 1 ? 0.0 : q->packet.flits;
    return fmax(0.0,
                (q->is_ejection ? q->vcs : 1.0) * q->credits.buffer - own_flits - q->credits.loop);
}

/* Returns the flits that may wait in the output queue if several packets come per cycle: packets
 * get the VCs in turn, so the room of all VCs counts. */
static inline double find_total_room(const noc_class_queue *q)
{
    const double own_flits = q->vcs == 1 ? 0.0 : q->packet.flits;
    return fmax(0.0, q->vcs * q->credits.buffer - own_flits - q->credits.loop);
}

static inline void put_destination(const noc_class_queue *q, int lane, destination_lanes *to)
{
    const double steps = q->pace.steps_per_cycle;
    to->packets[lane] = q->unit_stream.packets;
    to->flits[lane] = q->packet.flits;
    to->length_variance[lane] = q->packet.length_variance;
    to->vcs[lane] = q->vcs;
    to->vc_inverse[lane] = 1.0 / q->vcs;
    to->all_vcs_inverse[lane] = q->output.all_vcs_inverse;
    to->start_cycles[lane] = q->output.start_cycles;
    to->send[lane] = q->sending.cycles;
    to->credit_period[lane] = q->sending.credit_period;
    to->parted_share[lane] = q->sending.parted_share;
    to->long_share[lane] = q->sending.long_share;
    to->gap[lane] = q->credits.gap;
    put_station(&q->allocation, sizeof q->allocation, lane, &to->allocation);
    set_integer(&to->vcs_minus_two, q->vcs > 2 ? q->vcs - 2 : 0, lane);
    set_integer(&to->extra_steps, (uint32_t)(steps - 1.0), lane);
    to->step_fraction[lane] = steps - floor(steps);
    to->steps_per_flit[lane] = q->pace.steps_per_flit;
}

static inline void put_transition(const noc_contention *c, uint32_t transition, int lane,
                                  transition_lanes *x)
{
    const noc_transition *from = &c->transitions[transition];
    const noc_class_queue *to = &c->queues[from->to];
    const bool is_wide = from->pace.parallel_packets > 0.0;
    x->transition_numbers[lane] = transition;
    x->destinations[lane] = from->to; /* number of a queue, until find_queue_places */
    x->channel_parts[lane] = to->channel_part;
    put_station(&from->packet, sizeof from->packet, lane, &x->packet);
    put_station(&from->pace, sizeof from->pace, lane, &x->pace);
    put_station(&from->share, sizeof from->share, lane, &x->share);
    x->share.of_class[lane] =
        from->multiplicity * from->followed_packets / c->class_rates[c->queues[from->from].class];
    put_station(&from->crossbar, sizeof from->crossbar, lane, &x->crossbar);
    put_station(&from->link, sizeof from->link, lane, &x->link);
    put_station(&from->output, sizeof from->output, lane, &x->output);
    put_destination(to, lane, &x->to);
    x->to.queue_room[lane] = is_wide ? find_total_room(to) : find_queue_room(to);
    x->has_slow_packets |= from->pace.cycles_per_flit > unit_pace;
    x->has_wide_channels |= is_wide;
    x->has_queues |= to->pace.steps_per_cycle > 1.0 && to->pace.steps_per_flit > 1.0;
    x->has_parallel_channels |= to->output.side_by_side > 1.0;
    x->has_gaps |= to->credits.gap > 0.0;
    x->has_iterations |= to->allocation.rounds != 1.0;
    x->has_speculation |= to->allocation.speculation > 0.0;
}

/* Puts the transitions of a block of queues. A queue with fewer transitions, or a spare lane,
 * repeats one, without weight. */
static inline void put_transitions(const noc_contention *c, const packed_queue *packed_queues,
                                   const queue_lanes *b, transition_lanes *transitions)
{
    for (uint32_t k = b->first_transition; k < b->end_transition; k++) {
        clear_members(&transitions[k], 0, offsetof(transition_lanes, packet));
        clear_members(&transitions[k], offsetof(transition_lanes, dilation), sizeof *transitions);
    }
    for (int l = 0; l < NOC_LANES; l++) {
        const packed_queue *source = &packed_queues[(unsigned)l < b->count ? l : 0];
        const uint32_t first = c->first_transition[source->queue];
        for (uint32_t k = b->first_transition; k < b->end_transition; k++) {
            const uint32_t number = k - b->first_transition;
            transition_lanes *x = &transitions[k];
            put_transition(c, first + (number < source->transitions ? number : 0), l, x);
            if (number < source->transitions) continue;
            x->share.weight[l] = x->share.leaving[l] = x->share.arriving[l] = 0.0;
            x->share.same_vc[l] = x->share.of_class[l] = 0.0;
            x->share.branch_waits[l] = 1.0;
        }
    }
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
        peers[m].rival_share[lane] = k == q->group ? q->output.other_vc_share : 1.0;
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
    block_size size;
    for (uint32_t i = 0; i < noc_count_queues(s->range); i += size.queues) {
        size = find_block_size(&s->packed_queues[i], noc_count_queues(s->range) - i);
        s->queue_blocks++;
        if (size.transitions > s->max_transitions) s->max_transitions = size.transitions;
        s->transition_blocks += size.transitions;
        s->peer_blocks += size.peers;
    }
}

/* Allocates structures with lanes, not zeroed. */
static inline void *allocate_blocks(noc_arena *arena, size_t count, size_t size)
{
    char *room = noc_arena_unset_array(arena, count * size + sizeof(lanes), 1);
    return room ? room + (-(uintptr_t)room & (sizeof(lanes) - 1)) : NULL;
}

static inline void describe_block(noc_sweep *s, const packed_queue *packed_queues, queue_lanes *q)
{
    const noc_contention *c = s->contention;
    const noc_class_queue *first = &c->queues[packed_queues->queue];
    q->is_injection = first->is_injection;
    q->is_ejection = first->is_ejection;
    q->is_atomic = first->is_atomic;
    q->has_single_vc = !(first->output.all_vcs > 1.0);
    q->has_source_queue = has_source_queue(first);
    for (int l = 0; l < NOC_LANES; l++) {
        q->filled_lanes[l] = (unsigned)l < q->count ? -1 : 0;
        put_queue(c, packed_queues[(unsigned)l < q->count ? l : 0].queue, l, q);
        put_peers(c, q, l, s->peers);
        q->has_one_class = l == 0 || (q->has_one_class && q->requests[l] == q->requests[0]);
    }
    put_transitions(c, packed_queues, q, s->transitions);
    s->has_forks |= q->has_forks;
    for (uint32_t k = q->first_transition; k < q->end_transition; k++) {
        s->has_wide_channels |= s->transitions[k].has_wide_channels;
        s->has_output_queues |= s->transitions[k].has_queues;
    }
}

static inline void fill_blocks(noc_sweep *s)
{
    const packed_queue *packed_queues = s->packed_queues;
    uint32_t transitions = 0, peers = 0, remaining = noc_count_queues(s->range);
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        queue_lanes *q = &s->queues[b];
        const block_size size = find_block_size(packed_queues, remaining);
        clear_members(q, 0, offsetof(queue_lanes, packet));
        clear_members(q, offsetof(queue_lanes, crossed), sizeof *q);
        q->count = size.queues;
        q->first_transition = transitions;
        q->end_transition = transitions += size.transitions;
        q->first_peer = peers;
        q->end_peer = peers += size.peers;
        describe_block(s, packed_queues, q);
        packed_queues += size.queues;
        remaining -= size.queues;
    }
    s->has_output_queues |= s->has_wide_channels;
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

/* Fills the blocks with the queues of the contention model. */
static void describe(noc_sweep *s)
{
    s->has_output_queues = s->has_forks = s->has_wide_channels = false;
    fill_blocks(s);
    find_queue_places(s);
}

static noc_sweep *make(const noc_contention *c, noc_queue_range range)
{
    noc_arena *arena = c->arena;
    noc_sweep *s = allocate_blocks(arena, 1, sizeof *s);
    if (!s) return NULL;
    *s = (noc_sweep){
        .contention = c,
        .range = range,
        .has_codecs = c->system->design->codec.cycles > 0,
        .first_transition = c->first_transition[range.first],
        .transition_count = c->first_transition[range.end] - c->first_transition[range.first],
    };
    s->packed_queues =
        noc_arena_unset_array(arena, noc_count_queues(range), sizeof *s->packed_queues);
    if (!s->packed_queues || !pack_queues(c, range, NOC_LANES_MAX, s->packed_queues)) return NULL;
    count_blocks(s);
    s->queues = allocate_blocks(arena, s->queue_blocks, sizeof *s->queues);
    s->transitions = allocate_blocks(arena, s->transition_blocks, sizeof *s->transitions);
    s->peers = allocate_blocks(arena, s->peer_blocks, sizeof *s->peers);
    s->brought = allocate_blocks(arena, s->max_transitions, sizeof *s->brought);
    s->queue_places = noc_arena_unset_array(arena, c->queue_count, sizeof *s->queue_places);
    s->transition_places =
        noc_arena_unset_array(arena, s->transition_count, sizeof *s->transition_places);
    s->output_parts = noc_arena_unset_array(arena, s->transition_count, sizeof *s->output_parts);
    s->efficiency = noc_arena_unset_array(arena, c->symmetry.channels.count, sizeof *s->efficiency);
    if (arena->is_short) return NULL;
    describe(s);
    find_transition_places(s);
    return s;
}

#endif
