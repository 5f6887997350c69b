/* analytic/contention/sweep/make.h: construction of a sweep: queues and transitions of a network,
 * put into blocks. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_MAKE_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_MAKE_H

#include <stddef.h>
#include <stdlib.h>

#include "analytic/contention/sweep/lane_packing.h"
#include "network/graph/units.h"

/* Returns the number of blocks of transitions that the queues of a block need. */
static inline uint32_t transitions_together(const seat *seats, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (seats[i].transitions > most) most = seats[i].transitions;
    return most;
}

/* Counts the groups on a queue's channel; none for ejection channels, whose queues meet no
 * others. */
static inline uint32_t count_mates(const noc_contention *c, const noc_class_queue *q)
{
    uint32_t count = 0;
    if (q->ejects) return 0;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next)
        count++;
    return count;
}

static inline uint32_t mates_together(const noc_contention *c, const seat *seats, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mates = count_mates(c, &c->queues[seats[i].queue]);
        if (mates > most) most = mates;
    }
    return most;
}

/* ---- queues --------------------------------------------------------------------------------- */

static inline void put_choice(const noc_injection_choice *f, int lane, choice_lanes *to)
{
    to->channels[lane] = f->channels;
    to->share[lane] = f->share;
    to->at_random[lane] = f->at_random;
    to->in_turn[lane] = f->spread == NOC_SPREAD_IN_TURN ? -1 : 0;
    to->empty[lane] = f->spread == NOC_SPREAD_TO_EMPTY ? -1 : 0;
}

/* Puts the numbers of an input that no list of constants has. */
static inline void put_input(const noc_class_queue *q, int lane, input_lanes *to)
{
    put_whole(&to->whole_vcs, q->vcs, lane);
    put_whole(&to->in_front, q->others.in_front + 1, lane);
    put_whole(&to->in_buffers, q->others.in_buffers + 1, lane);
    put_whole(&to->others_busy, (uint32_t)fmax(q->vcs / q->speed.inputs - 1.0, 0.0), lane);
    if (q->rivals + 1.0 > to->most_rivals) to->most_rivals = (uint32_t)(q->rivals + 1.0);
}

/* Resets the results of sweeps, and the properties that only some queues have. */
static inline void forget_queue(queue_lanes *b)
{
    b->takes_turns = b->overflows = b->hurries = b->wide = b->lacks_credits = b->hunts = b->forks =
        false;
    b->tree.passes = every(1.0);
    b->input.most_rivals = 0;
    b->crossed = b->next = (crossed_lanes){.dilation = every(0.0)};
    b->brought = (brought_lanes){.lag = every(0.0)};
    b->grants = (grant_lanes){.met = every(0.0)};
    b->service = (service_lanes){.mean = every(0.0)};
    b->wait = (wait_lanes){.queue = every(0.0)};
    b->hold = (hold_lanes){.mean = every(0.0)};
    b->used = (used_lanes){.input = every(0.0)};
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
    b->time.hurried[lane] = q->speed.hurried;
    b->time.slot[lane] = fmin(q->speed.each, 1.0);
    b->of[lane] = queue;
    b->requests[lane] = q->class == NOC_REQUEST ? -1 : 0;
    b->load.packets[lane] = q->unit.packets;
    b->load.flits[lane] = q->unit.flits;
    b->load.in_use[lane] = c->loads->in_use[q->channel] * q->speed.derated;
    b->load.passes[lane] = q->multiplicity * q->tree.followed / c->class_rate[q->class];
    b->crossed.dilation[lane] = 1.0;
    put_input(q, lane, &b->input);
    b->overflows |= q->longer > 0.0;
    b->lacks_credits |= q->paced_by_credits > 0.0;
    b->hurries |= q->speed.steps > 1.0;
    b->wide |= q->speed.each < 1.0;
    b->hunts |= q->hunts > 0.0 && q->vcs > 1;
#define PUT(group, name) b->group.name[lane] = q->group.name;
    TREE_CONSTANTS(PUT)
#undef PUT
    b->tree.siblings[lane] =
        q->tree.forking * q->tree.of_fork * (q->tree.of_fork - 1.0) / q->tree.branches;
    b->tree.slowest[lane] =
        q->tree.forking > 0.0 ? 1.0 + (q->tree.waits - 1.0) / q->tree.forking : 1.0;
    b->tree.between[lane] = (1.0 + 1.0 / q->flits) / b->tree.slowest[lane];
    b->forks |= q->tree.forking > 0.0 && q->tree.of_fork > 1.0;
    b->takes_turns |= noc_takes_turns(c, q);
    b->outruns_input =
        q->injects &&
        noc_network_flit_cycles(&c->system->graph.networks[noc_network_of_queue(c, q)]) > 1;
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
static inline double room_behind_switch(const noc_class_queue *q)
{
    const double kept = q->ejects || q->vcs == 1 ? 0.0 : q->flits;
    return fmax(0.0, (q->ejects ? q->vcs : 1.0) * q->buffer - kept - q->loop);
}

/* Returns the flits that may wait in the output queue if several packets come per cycle: packets
 * get the VCs in turn, so the room of all VCs counts. */
static inline double room_of_all(const noc_class_queue *q)
{
    const double kept = q->vcs == 1 ? 0.0 : q->flits;
    return fmax(0.0, q->vcs * q->buffer - kept - q->loop);
}

static inline void forget_transition(transition_lanes *x)
{
    x->paced = x->wide = false;
    x->out.queues = x->out.in_turn = x->out.with_gaps = false;
    x->out.iterations = x->out.speculate = false;
    x->dilation = every(0.0);
    x->grants = (pair_grant_lanes){.refused = every(0.0)};
    x->wait = (pair_wait_lanes){.switches = every(0.0)};
    x->used = (pair_used_lanes){.vcs = every(0.0)};
}

static inline void put_output(const noc_class_queue *q, int lane, transition_lanes *x)
{
#define PUT(group, name) x->group.name[lane] = q->name;
    OUTPUT_CONSTANTS(PUT)
#undef PUT
    x->out.packets[lane] = q->unit.packets;
    x->out.each_own[lane] = 1.0 / q->vcs;
    x->out.speculates[lane] = q->speculates_equally ? 1.0 : 0.0;
    put_whole(&x->out.vcs_but_two, q->vcs > 2 ? q->vcs - 2 : 0, lane);
    put_whole(&x->out.steps_more, (uint32_t)(q->speed.steps - 1.0), lane);
    x->out.part_of_step[lane] = q->speed.steps - floor(q->speed.steps);
    x->out.tries[lane] = q->speed.tries;
    x->out.queue_room[lane] = room_behind_switch(q);
    x->out.queues |= q->speed.steps > 1.0 && q->speed.tries > 1.0;
    x->out.in_turn |= q->side_by_side > 1.0;
    x->out.with_gaps |= q->gap > 0.0;
    x->out.iterations |= q->rounds != 1.0;
    x->out.speculate |= q->speculates_equally;
}

static inline void put_transition(const noc_contention *c, uint32_t transition, int lane,
                                  transition_lanes *x)
{
    const noc_transition *from = &c->transitions[transition];
    const noc_class_queue *to = &c->queues[from->to];
#define PUT(group, name) x->group.name[lane] = from->name;
    TRANSITION_CONSTANTS(PUT)
#undef PUT
    x->of[lane] = transition;
    x->to[lane] = from->to; /* number of a queue, until find_queue_places */
    x->place[lane] = to->place;
    x->part.along[lane] = from->share->along;
    x->part.packet[lane] = from->share->packet;
    x->load.passes[lane] =
        from->multiplicity * from->followed / c->class_rate[c->queues[from->from].class];
    x->paced |= from->pace > at_once;
    x->wide |= from->abreast > 0.0;
    put_output(to, lane, x);
    x->out.all_vcs[lane] = from->all_vcs;
    x->out.side_by_side[lane] = from->side_by_side;
    if (from->abreast > 0.0) x->out.queue_room[lane] = room_of_all(to);
}

/* Gives the transition of a spare lane no weight. */
static inline void weigh_nothing(int lane, transition_lanes *x)
{
    x->part.weight[lane] = x->part.from_share[lane] = x->part.to_share[lane] = 0.0;
    x->part.spacing[lane] = 0.0;
    x->part.waits[lane] = 1.0;
    x->load.passes[lane] = 0.0;
}

static inline void put_transitions(const noc_contention *c, const seat *seats, queue_lanes *b,
                                   transition_lanes *transitions)
{
    for (uint32_t k = b->first_transition; k < b->end_transition; k++)
        forget_transition(&transitions[k]);
    for (int l = 0; l < NOC_LANES; l++) {
        const seat *from = &seats[(unsigned)l < b->count ? l : 0];
        const uint32_t first = c->first_transition[from->queue];
        for (uint32_t k = b->first_transition; k < b->end_transition; k++) {
            const uint32_t nth = k - b->first_transition;
            put_transition(c, first + (nth < from->transitions ? nth : 0), l, &transitions[k]);
            if (nth >= from->transitions) weigh_nothing(l, &transitions[k]);
        }
    }
}

static inline bool has_wide(const noc_sweep *s)
{
    for (uint32_t k = 0; k < s->transition_blocks; k++)
        if (s->transitions[k].wide) return true;
    return false;
}

static inline bool has_forks(const noc_sweep *s)
{
    for (uint32_t i = 0; i < s->queue_blocks; i++)
        if (s->queues[i].forks) return true;
    return false;
}

static inline bool has_queues_behind(const noc_sweep *s)
{
    for (uint32_t k = 0; k < s->transition_blocks; k++)
        if (s->transitions[k].out.queues || s->transitions[k].wide) return true;
    return false;
}

/* ---- mates ---------------------------------------------------------------------------------- */

static inline void put_mates(const noc_contention *c, const queue_lanes *b, int lane,
                             mate_lanes *mates)
{
    const noc_class_queue *q = &c->queues[b->of[lane]];
    uint32_t m = b->first_mate;
    if (b->ejects) return;
    for (uint32_t k = c->loads->first_group[q->channel]; k != NOC_NONE;
         k = c->loads->groups[k].next, m++) {
        mates[m].at[lane] = c->symmetry.groups.of[k];
        mates[m].there[lane] = 1.0;
        mates[m].met[lane] = k == q->group ? q->apart : 1.0;
        mates[m].other[lane] = c->loads->groups[k].class == q->class ? 0.0 : 1.0;
    }
    for (; m < b->end_mate; m++) {
        mates[m].at[lane] = b->of[lane];
        mates[m].there[lane] = mates[m].met[lane] = mates[m].other[lane] = 0.0;
    }
}

/* ---- all ------------------------------------------------------------------------------------ */

static inline void count_blocks(noc_sweep *s)
{
    const seat *seats = s->seats;
    const uint32_t all = noc_queues_in(s->range);
    for (uint32_t i = 0, count; i < all; i += count) {
        count = queues_together(&seats[i], all - i);
        s->queue_blocks++;
        const uint32_t transitions = transitions_together(&seats[i], count);
        if (transitions > s->most_transitions) s->most_transitions = transitions;
        s->transition_blocks += transitions;
        s->mate_blocks += mates_together(s->contention, &seats[i], count);
    }
}

/* Allocates `count` structures with lanes, and one more. */
static inline void *blocks_of(uint32_t count, size_t size)
{
    return aligned_alloc(sizeof(lanes), (count + 1) * size);
}

static inline bool make_room(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    s->queues = blocks_of(s->queue_blocks, sizeof *s->queues);
    s->transitions = blocks_of(s->transition_blocks, sizeof *s->transitions);
    s->mates = blocks_of(s->mate_blocks, sizeof *s->mates);
    s->brought = blocks_of(s->most_transitions, sizeof *s->brought);
    s->places = malloc((s->transition_count + 1) * sizeof *s->places);
    s->outputs = malloc((s->transition_count + 1) * sizeof *s->outputs);
    s->efficiency = malloc((c->symmetry.channels.count + 1) * sizeof *s->efficiency);
    return s->queues && s->transitions && s->mates && s->brought && s->places && s->outputs &&
           s->efficiency;
}

static inline void describe_block(const noc_sweep *s, const seat *seats, queue_lanes *q)
{
    const noc_contention *c = s->contention;
    const noc_class_queue *first = &c->queues[seats->queue];
    forget_queue(q);
    q->injects = first->injects;
    q->ejects = first->ejects;
    q->atomic = first->atomic;
    q->single = !(first->all_vcs > 1.0);
    q->from_queue = comes_from_queue(first);
    for (int l = 0; l < NOC_LANES; l++) {
        q->there[l] = (unsigned)l < q->count ? -1 : 0;
        put_queue(c, seats[(unsigned)l < q->count ? l : 0].queue, l, q);
        put_mates(c, q, l, s->mates);
        q->one_class = l == 0 || (q->one_class && q->requests[l] == q->requests[0]);
    }
    put_transitions(c, seats, q, s->transitions);
}

static inline void fill_blocks(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    const seat *seats = s->seats;
    uint32_t transitions = 0, mates = 0, left = noc_queues_in(s->range);
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        queue_lanes *q = &s->queues[b];
        q->count = queues_together(seats, left);
        q->first_transition = transitions;
        q->end_transition = transitions += transitions_together(seats, q->count);
        q->first_mate = mates;
        q->end_mate = mates += mates_together(c, seats, q->count);
        describe_block(s, seats, q);
        seats += q->count;
        left -= q->count;
    }
}

/* Returns the offset of a lane's members in a block from the first block's, doubles. */
static inline uint32_t place_in(uint32_t block, size_t size, uint32_t lane)
{
    return block * (uint32_t)(size / sizeof(double)) + lane;
}

/* Finds the offsets of queues, and replaces the numbers of queues in transitions and peers by
 * them. */
static inline void find_places(noc_sweep *s)
{
    uint32_t *of_queue = s->of_queue;
    for (uint32_t b = 0; b < s->queue_blocks; b++)
        for (uint32_t l = 0; l < s->queues[b].count; l++)
            of_queue[s->queues[b].of[l]] = place_in(b, sizeof *s->queues, l);
    for (uint32_t b = 0; b < s->transition_blocks; b++) {
        transition_lanes *x = &s->transitions[b];
        for (uint32_t l = 0; l < NOC_LANES; l++) x->to[l] = of_queue[x->to[l]];
    }
    for (uint32_t b = 0; b < s->mate_blocks; b++)
        for (uint32_t l = 0; l < NOC_LANES; l++) s->mates[b].at[l] = of_queue[s->mates[b].at[l]];
}

/* Finds the lane in which each transition counts: repetitions come later in the same lane, or lie
 * in spare lanes. */
static inline void find_places_of_transitions(noc_sweep *s)
{
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        const queue_lanes *q = &s->queues[b];
        for (uint32_t k = q->end_transition; k-- > q->first_transition;)
            for (uint32_t l = 0; l < q->count; l++)
                s->places[s->transitions[k].of[l] - s->first_transition] =
                    place_in(k, sizeof *s->transitions, l);
    }
    for (uint32_t i = 0; i < s->transition_count; i++) {
        const noc_transition *x = &s->contention->transitions[s->first_transition + i];
        s->outputs[i] = s->contention->queues[x->to].place;
    }
}

static void discard(noc_sweep *s)
{
    if (!s) return;
    free(s->queues);
    free(s->transitions);
    free(s->mates);
    free(s->brought);
    free(s->places);
    free(s->outputs);
    free(s->efficiency);
    free(s->seats);
    free(s->of_queue);
    free(s);
}

/* Fills the blocks with the queues of the contention model. */
static void describe(noc_sweep *s)
{
    fill_blocks(s);
    find_places(s);
    s->queues_behind = has_queues_behind(s);
    s->forks = has_forks(s);
    s->wide = has_wide(s);
}

static inline bool make_blocks(noc_sweep *s)
{
    s->seats = malloc((noc_queues_in(s->range) + 1) * sizeof *s->seats);
    s->of_queue = malloc((s->contention->queue_count + 1) * sizeof *s->of_queue);
    if (!s->seats || !s->of_queue) return false;
    if (!pack_queues(s->contention, s->range, NOC_LANES_MOST, s->seats)) return false;
    count_blocks(s);
    if (!make_room(s)) return false;
    describe(s);
    find_places_of_transitions(s);
    return true;
}

static noc_sweep *make(const noc_contention *c, noc_queue_range range)
{
    noc_sweep *s = blocks_of(0, sizeof *s);
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
