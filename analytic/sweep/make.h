/* analytic/sweep/make.h: puts the queues and crossings of a contention into blocks. */
#ifndef NOC_ANALYTIC_SWEEP_MAKE_H
#define NOC_ANALYTIC_SWEEP_MAKE_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "analytic/sweep/blocks.h"

/* ---- which queues go side by side ----------------------------------------------------------- */

/* Where a queue goes: those of a level do not lead to each other, and of these the ones of a kind
 * lie together. */
typedef struct seat {
    uint32_t level, kind, crossings, queue;
} seat;

enum { KINDS = 16 };

static inline bool comes_from_queue(const noc_class_queue *q)
{
    return q->injects && q->vcs == 1 && q->fanout < 1.0 + 1e-6;
}

static inline uint32_t kind_of(const noc_class_queue *q)
{
    return (q->ejects ? 1u : 0u) | (q->atomic ? 2u : 0u) | (q->all_vcs > 1.0 ? 4u : 0u) |
           (comes_from_queue(q) ? 8u : 0u);
}

/* Of two queues one of which leads to the other, the one that comes first in the contention does so
 * in the blocks, too. Nothing leads to sources, so all of them may come last, at a level of their
 * own. */
static inline void find_levels(const noc_contention *c, seat *seats)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < c->queue_count; i++) {
        uint32_t level = seats[i].level; /* behind those before that lead here */
        for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++) {
            const uint32_t to = c->crossings[k].to;
            if (to < i && level <= seats[to].level) level = seats[to].level + 1;
        }
        seats[i].level = level;
        if (level > last) last = level;
        for (uint32_t k = c->first_crossing[i]; k < c->first_crossing[i + 1]; k++) {
            seat *to = &seats[c->crossings[k].to];
            if (to > &seats[i] && to->level <= level) to->level = level + 1;
        }
    }
    for (uint32_t i = 0; i < c->queue_count; i++)
        if (c->queues[i].injects) seats[i].level = last + 1;
}

/* `crossings`: more than any has. */
static inline size_t rank_of(const seat *s, uint32_t crossings)
{
    return ((size_t)s->level * KINDS + s->kind) * crossings + s->crossings;
}

/* Puts them in order of rank, those of one as they come (a counting sort, faster than qsort). */
static inline bool sort_seats(const seat *seats, uint32_t count, seat *sorted)
{
    seat beyond = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (seats[i].level >= beyond.level) beyond.level = seats[i].level + 1;
        if (seats[i].crossings >= beyond.crossings) beyond.crossings = seats[i].crossings + 1;
    }
    const size_t ranks = rank_of(&beyond, beyond.crossings);
    uint32_t *place = calloc(ranks + 1, sizeof *place); /* of the next one of each rank */
    if (!place) return false;
    for (uint32_t i = 0; i < count; i++) place[rank_of(&seats[i], beyond.crossings) + 1]++;
    for (size_t k = 0; k < ranks; k++) place[k + 1] += place[k];
    for (uint32_t i = 0; i < count; i++)
        sorted[place[rank_of(&seats[i], beyond.crossings)]++] = seats[i];
    free(place);
    return true;
}

static inline bool seat_queues(const noc_contention *c, seat *sorted)
{
    seat *seats = calloc(c->queue_count + 1, sizeof *seats);
    if (!seats) return false;
    find_levels(c, seats);
    for (uint32_t i = 0; i < c->queue_count; i++) {
        seats[i].kind = kind_of(&c->queues[i]);
        seats[i].crossings = c->first_crossing[i + 1] - c->first_crossing[i];
        seats[i].queue = i;
    }
    const bool good = sort_seats(seats, c->queue_count, sorted);
    free(seats);
    return good;
}

/* Queues of a block, of those from this one on. */
static inline uint32_t queues_together(const seat *seats, uint32_t left)
{
    uint32_t count = 1;
    while (count < left && count < NOC_LANES && seats[count].level == seats[0].level &&
           seats[count].kind == seats[0].kind)
        count++;
    return count;
}

/* Blocks of crossings that they need. */
static inline uint32_t crossings_together(const seat *seats, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (seats[i].crossings > most) most = seats[i].crossings;
    return most;
}

/* Groups of a queue's channel; who leaves the network meets nobody. */
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

static inline void put_fan(const noc_fan *f, int lane, fan_lanes *to)
{
    to->channels[lane] = f->channels;
    to->share[lane] = f->share;
    to->at_random[lane] = f->at_random;
    to->in_turn[lane] = f->choice == NOC_FAN_IN_TURN ? -1 : 0;
    to->empty[lane] = f->choice == NOC_FAN_EMPTY ? -1 : 0;
}

static inline void put_queue(const noc_contention *c, uint32_t queue, int lane, queue_lanes *b)
{
    const noc_class_queue *q = &c->queues[queue];
#define PUT(name) b->name[lane] = q->name;
    QUEUE_CONSTANTS(PUT)
#undef PUT
    b->of[lane] = queue;
    b->packets[lane] = q->unit.packets;
    b->flit_rate[lane] = q->unit.flits;
    b->channel_flits[lane] = c->loads->channel_flits[q->channel];
    b->passes[lane] = q->images * q->unit.packets / c->class_rate[q->class];
    b->requests[lane] = q->class == NOC_REQUEST ? -1 : 0;
    b->dilation[lane] = 1.0;
    put_whole(&b->whole_vcs, q->vcs, lane);
    put_whole(&b->in_front, q->in_front + 1, lane);
    put_whole(&b->in_buffers, q->in_buffers + 1, lane);
    put_whole(&b->others_busy, (uint32_t)fmax(q->vcs / q->inputs - 1.0, 0.0), lane);
    if (q->rivals + 1.0 > b->most_rivals) b->most_rivals = (uint32_t)(q->rivals + 1.0);
    b->overflows |= q->longer > 0.0;
    put_fan(&q->slices, lane, &b->slices);
    put_fan(&q->ports, lane, &b->ports);
}

/* ---- crossings ------------------------------------------------------------------------------ */

static inline void put_output(const noc_class_queue *q, int lane, crossing_lanes *x)
{
#define PUT(name) x->out.name[lane] = q->name;
    OUTPUT_CONSTANTS(PUT)
#undef PUT
    x->out.packets[lane] = q->unit.packets;
    x->out.each_own[lane] = 1.0 / q->vcs;
    x->out.speculates[lane] = q->speculates_equally ? 1.0 : 0.0;
    put_whole(&x->out.vcs_but_two, q->vcs > 2 ? q->vcs - 2 : 0, lane);
    x->out.in_turn |= q->side_by_side > 1.0;
    x->out.with_gaps |= q->gap > 0.0;
    x->out.iterations |= q->rounds != 1.0;
    x->out.speculate |= q->speculates_equally;
}

static inline void put_crossing(const noc_contention *c, uint32_t crossing, int lane,
                                crossing_lanes *x)
{
    const noc_crossing *from = &c->crossings[crossing];
    const noc_class_queue *to = &c->queues[from->to];
#define PUT(name) x->name[lane] = from->name;
    CROSSING_CONSTANTS(PUT)
#undef PUT
    x->of[lane] = crossing;
    x->to[lane] = from->to; /* a place once all queues have theirs */
    x->place[lane] = to->place;
    x->along[lane] = from->share.along;
    x->packet[lane] = from->share.packet;
    x->passes[lane] =
        from->images * from->unit.packets / c->class_rate[c->queues[from->from].class];
    x->paced |= from->pace > at_once;
    put_output(to, lane, x);
}

/* One that is there so that no lane is empty. */
static inline void weigh_nothing(int lane, crossing_lanes *x)
{
    x->weight[lane] = x->from_share[lane] = x->to_share[lane] = x->spacing[lane] = 0.0;
    x->passes[lane] = 0.0;
}

static inline void put_crossings(const noc_contention *c, const seat *seats, queue_lanes *b,
                                 crossing_lanes *crossings)
{
    for (int l = 0; l < NOC_LANES; l++) {
        const seat *from = &seats[(unsigned)l < b->count ? l : 0];
        const uint32_t first = c->first_crossing[from->queue];
        for (uint32_t k = b->first_crossing; k < b->end_crossing; k++) {
            const uint32_t nth = k - b->first_crossing;
            put_crossing(c, first + (nth < from->crossings ? nth : 0), l, &crossings[k]);
            if (nth >= from->crossings) weigh_nothing(l, &crossings[k]);
        }
    }
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
    }
    for (; m < b->end_mate; m++) mates[m].at[lane] = b->of[lane];
}

/* ---- all ------------------------------------------------------------------------------------ */

static inline void count_blocks(noc_sweep *s, const seat *seats)
{
    const uint32_t all = s->contention->queue_count;
    for (uint32_t i = 0, count; i < all; i += count) {
        count = queues_together(&seats[i], all - i);
        s->queue_blocks++;
        const uint32_t crossings = crossings_together(&seats[i], count);
        if (crossings > s->most_crossings) s->most_crossings = crossings;
        s->crossing_blocks += crossings;
        s->mate_blocks += mates_together(s->contention, &seats[i], count);
    }
}

/* Structures that have lanes, and one more; all zero. */
static inline void *blocks_of(uint32_t count, size_t size)
{
    void *blocks = aligned_alloc(sizeof(lanes), (count + 1) * size);
    if (blocks) memset(blocks, 0, (count + 1) * size);
    return blocks;
}

static inline bool make_room(noc_sweep *s)
{
    const noc_contention *c = s->contention;
    s->queues = blocks_of(s->queue_blocks, sizeof *s->queues);
    s->crossings = blocks_of(s->crossing_blocks, sizeof *s->crossings);
    s->mates = blocks_of(s->mate_blocks, sizeof *s->mates);
    s->brought = blocks_of(s->most_crossings, sizeof *s->brought);
    s->places = calloc(c->crossing_count + 1, sizeof *s->places);
    s->outputs = calloc(c->crossing_count + 1, sizeof *s->outputs);
    s->efficiency = calloc(c->symmetry.channels.count + 1, sizeof *s->efficiency);
    return s->queues && s->crossings && s->mates && s->brought && s->places && s->outputs &&
           s->efficiency;
}

static inline void describe_block(const noc_sweep *s, const seat *seats, queue_lanes *q)
{
    const noc_contention *c = s->contention;
    const noc_class_queue *first = &c->queues[seats->queue];
    q->injects = first->injects;
    q->ejects = first->ejects;
    q->atomic = first->atomic;
    q->single = !(first->all_vcs > 1.0);
    q->from_queue = comes_from_queue(first);
    for (int l = 0; l < NOC_LANES; l++) {
        q->there[l] = (unsigned)l < q->count ? -1 : 0;
        put_queue(c, seats[(unsigned)l < q->count ? l : 0].queue, l, q);
        put_mates(c, q, l, s->mates);
    }
    put_crossings(c, seats, q, s->crossings);
}

static inline void fill_blocks(noc_sweep *s, const seat *seats)
{
    const noc_contention *c = s->contention;
    uint32_t crossings = 0, mates = 0, left = c->queue_count;
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        queue_lanes *q = &s->queues[b];
        q->count = queues_together(seats, left);
        q->first_crossing = crossings;
        q->end_crossing = crossings += crossings_together(seats, q->count);
        q->first_mate = mates;
        q->end_mate = mates += mates_together(c, seats, q->count);
        describe_block(s, seats, q);
        seats += q->count;
        left -= q->count;
    }
}

/* Numbers from a member of the first block to that of a lane of another. */
static inline uint32_t place_in(uint32_t block, size_t size, uint32_t lane)
{
    return block * (uint32_t)(size / sizeof(double)) + lane;
}

/* Until here crossings and mates have numbers of queues. */
static inline void find_places(noc_sweep *s, uint32_t *of_queue)
{
    for (uint32_t b = 0; b < s->queue_blocks; b++)
        for (uint32_t l = 0; l < s->queues[b].count; l++)
            of_queue[s->queues[b].of[l]] = place_in(b, sizeof *s->queues, l);
    for (uint32_t b = 0; b < s->crossing_blocks; b++) {
        crossing_lanes *x = &s->crossings[b];
        for (uint32_t l = 0; l < NOC_LANES; l++) x->to[l] = of_queue[x->to[l]];
    }
    for (uint32_t b = 0; b < s->mate_blocks; b++)
        for (uint32_t l = 0; l < NOC_LANES; l++) s->mates[b].at[l] = of_queue[s->mates[b].at[l]];
}

/* The lane in which each crossing counts: those that repeat it come later in its own lane, or lie
 * in lanes that are left over. */
static inline void find_places_of_crossings(noc_sweep *s)
{
    for (uint32_t b = 0; b < s->queue_blocks; b++) {
        const queue_lanes *q = &s->queues[b];
        for (uint32_t k = q->end_crossing; k-- > q->first_crossing;)
            for (uint32_t l = 0; l < q->count; l++)
                s->places[s->crossings[k].of[l]] = place_in(k, sizeof *s->crossings, l);
    }
    for (uint32_t i = 0; i < s->contention->crossing_count; i++)
        s->outputs[i] = s->contention->queues[s->contention->crossings[i].to].place;
}

static void discard(noc_sweep *s)
{
    if (!s) return;
    free(s->queues);
    free(s->crossings);
    free(s->mates);
    free(s->brought);
    free(s->places);
    free(s->outputs);
    free(s->efficiency);
    free(s);
}

static inline bool make_blocks(noc_sweep *s, seat *seats, uint32_t *of_queue)
{
    if (!seats || !of_queue || !seat_queues(s->contention, seats)) return false;
    count_blocks(s, seats);
    if (!make_room(s)) return false;
    fill_blocks(s, seats);
    find_places(s, of_queue);
    find_places_of_crossings(s);
    return true;
}

static noc_sweep *make(const noc_contention *c)
{
    noc_sweep *s = blocks_of(0, sizeof *s);
    if (!s) return NULL;
    s->contention = c;
    s->terms = c->terms;
    seat *seats = malloc((c->queue_count + 1) * sizeof *seats);
    uint32_t *of_queue = calloc(c->queue_count + 1, sizeof *of_queue);
    const bool made = make_blocks(s, seats, of_queue);
    free(seats);
    free(of_queue);
    if (made) return s;
    discard(s);
    return NULL;
}

#endif
