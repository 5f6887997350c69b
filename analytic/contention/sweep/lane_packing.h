/* analytic/contention/sweep/lane_packing.h: order of a network's queues in which they fill few
 * blocks of lanes.
 *
 * List scheduling (Hu 1961): among the queues without unpacked predecessors, the next one is the
 * queue with the longest chain of successors. Its block takes further queues of its kind with as
 * many transitions, or fewer, so that their transitions fill blocks as well. Blocks are packed for
 * the widest machine, so sums over queues are equal to the bit on all machines. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_LANE_PACKING_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_LANE_PACKING_H

#include <stdlib.h>

#include "analytic/contention/sweep/blocks.h"

/* Place of a queue in the order: queues of one batch fill a block, as far as the machine has
 * lanes. */
typedef struct seat {
    uint32_t table, transitions, queue;
} seat;

enum { KINDS = 32 };

static inline bool comes_from_queue(const noc_class_queue *q)
{
    return q->injects && q->vcs == 1 && q->source.fanout < 1.0 + 1e-6;
}

/* Returns the kind of a queue; all queues of a batch are of one kind. */
static inline uint32_t kind_of(const noc_class_queue *q)
{
    return (q->ejects ? 1u : 0u) | (q->atomic ? 2u : 0u) | (q->all_vcs > 1.0 ? 4u : 0u) |
           (comes_from_queue(q) ? 8u : 0u) | (q->injects ? 16u : 0u);
}

/* A queue that is not packed yet. Of two queues with a transition between them the earlier in the
 * contention model precedes the later one. */
typedef struct standing {
    uint32_t before; /* transitions from unpacked predecessors */
    uint32_t row;    /* length of the longest chain of successors */
    uint32_t transitions, line;
    uint32_t next; /* next queue of the same list */
} standing;

/* State of the packing. Queues are numbered from the network's first one. Queues without unpacked
 * predecessors are in lists, one for each kind and number of transitions, in order of falling
 * depth. */
typedef struct hall {
    const noc_contention *contention;
    noc_queue_range range;
    uint32_t count;
    uint32_t places;  /* queues of a batch */
    uint32_t lengths; /* lists of a kind: possible numbers of transitions of a queue */
    standing *queues;
    /* [queue]: index of the first successor in `successors`; successors, queue by queue */
    uint32_t *first_behind, *behind;
    uint32_t *lines;   /* [list]: first queue; NOC_NONE: empty */
    uint32_t line_end; /* number of lists that are in use */
} hall;

/* ---- queues that wait for others ------------------------------------------------------------ */

/* Queues at the ends of a transition, in the order of the contention model; equal if it leads
 * back. */
typedef struct transition_ends {
    uint32_t early, late;
} transition_ends;

static inline transition_ends ends_of(const hall *h, uint32_t transition)
{
    const noc_transition *x = &h->contention->transitions[transition];
    const uint32_t from = x->from - h->range.first, to = x->to - h->range.first;
    return from < to ? (transition_ends){from, to} : (transition_ends){to, from};
}

static inline void find_followers(hall *h)
{
    const uint32_t *first = h->contention->first_transition;
    for (uint32_t k = first[h->range.first]; k < first[h->range.end]; k++) {
        const transition_ends ends = ends_of(h, k);
        if (ends.early != ends.late) h->first_behind[ends.early + 2]++;
    }
    for (uint32_t i = 2; i <= h->count + 1; i++) h->first_behind[i] += h->first_behind[i - 1];
    for (uint32_t k = first[h->range.first]; k < first[h->range.end]; k++) {
        const transition_ends ends = ends_of(h, k);
        if (ends.early == ends.late) continue;
        h->behind[h->first_behind[ends.early + 1]++] = ends.late;
        h->queues[ends.late].before++;
    }
}

static inline void find_rows(hall *h)
{
    for (uint32_t i = h->count; i-- > 0;)
        for (uint32_t k = h->first_behind[i]; k < h->first_behind[i + 1]; k++) {
            const uint32_t row = h->queues[h->behind[k]].row + 1;
            if (row > h->queues[i].row) h->queues[i].row = row;
        }
}

/* ---- lines ---------------------------------------------------------------------------------- */

static inline void stand_in_line(hall *h, uint32_t i)
{
    standing *own = &h->queues[i];
    uint32_t *place = &h->lines[own->line];
    while (*place != NOC_NONE && h->queues[*place].row >= own->row) place = &h->queues[*place].next;
    own->next = *place;
    *place = i;
}

static inline bool comes_before(const standing *a, const standing *b)
{
    return a->row > b->row || (a->row == b->row && a->transitions > b->transitions);
}

/* Returns the list of the queue to pack next. */
static inline uint32_t next_line(const hall *h)
{
    uint32_t best = NOC_NONE;
    for (uint32_t l = 0; l < h->line_end; l++) {
        if (h->lines[l] == NOC_NONE) continue;
        if (best == NOC_NONE || comes_before(&h->queues[h->lines[l]], &h->queues[h->lines[best]]))
            best = l;
    }
    return best;
}

/* Packs a batch from a list, and from the lists of the same kind with fewer transitions. Returns
 * the number of queues packed. */
static inline uint32_t pack_from(hall *h, uint32_t line, uint32_t table, seat *seats)
{
    const uint32_t fewest = line - line % h->lengths;
    uint32_t count = 0;
    for (uint32_t l = line + 1; l-- > fewest;)
        for (; h->lines[l] != NOC_NONE && count < h->places; count++) {
            const uint32_t i = h->lines[l];
            seats[count] = (seat){table, h->queues[i].transitions, h->range.first + i};
            h->lines[l] = h->queues[i].next;
        }
    return count;
}

/* Lists the successors of queue i without other unpacked predecessors. */
static inline void let_behind(hall *h, uint32_t i)
{
    for (uint32_t k = h->first_behind[i]; k < h->first_behind[i + 1]; k++)
        if (--h->queues[h->behind[k]].before == 0) stand_in_line(h, h->behind[k]);
}

/* ---- all ------------------------------------------------------------------------------------ */

static inline void describe_standing(hall *h)
{
    const noc_contention *c = h->contention;
    for (uint32_t i = 0; i < h->count; i++) {
        const uint32_t queue = h->range.first + i;
        const uint32_t transitions = c->first_transition[queue + 1] - c->first_transition[queue];
        const uint32_t line = kind_of(&c->queues[queue]) * h->lengths + transitions;
        h->queues[i] = (standing){.transitions = transitions, .line = line};
        if (line >= h->line_end) h->line_end = line + 1;
    }
}

static inline uint32_t most_transitions(const noc_contention *c, noc_queue_range range)
{
    uint32_t most = 0;
    for (uint32_t i = range.first; i < range.end; i++) {
        const uint32_t transitions = c->first_transition[i + 1] - c->first_transition[i];
        if (transitions > most) most = transitions;
    }
    return most;
}

static inline void pack_all(hall *h, seat *seats)
{
    for (uint32_t l = 0; l < h->line_end; l++) h->lines[l] = NOC_NONE;
    for (uint32_t i = 0; i < h->count; i++)
        if (h->queues[i].before == 0) stand_in_line(h, i);
    uint32_t table = 0;
    for (uint32_t packed = 0, more; packed < h->count; packed += more) {
        more = pack_from(h, next_line(h), table++, seats + packed);
        for (uint32_t k = packed; k < packed + more; k++)
            let_behind(h, seats[k].queue - h->range.first);
    }
}

/* Orders queues in batches of up to `width`. The transitions of these queues must not lead to other
 * queues. False when out of memory. */
static inline bool pack_queues(const noc_contention *c, noc_queue_range range, uint32_t places,
                               seat *seats)
{
    const uint32_t count = noc_queues_in(range), lengths = most_transitions(c, range) + 1;
    const uint32_t transitions = c->first_transition[range.end] - c->first_transition[range.first];
    hall h = {
        .contention = c,
        .range = range,
        .count = count,
        .places = places,
        .lengths = lengths,
        .queues = malloc((count + 1) * sizeof *h.queues),
        .first_behind = calloc(count + 2, sizeof *h.first_behind),
        .behind = malloc((transitions + 1) * sizeof *h.behind),
        .lines = malloc(KINDS * lengths * sizeof *h.lines),
    };
    const bool good = h.queues && h.first_behind && h.behind && h.lines;
    if (good) {
        describe_standing(&h);
        find_followers(&h);
        find_rows(&h);
        pack_all(&h, seats);
    }
    free(h.queues);
    free(h.first_behind);
    free(h.behind);
    free(h.lines);
    return good;
}

/* Returns the number of queues in the block that begins with the first of `left` packed queues. */
static inline uint32_t queues_together(const seat *seats, uint32_t left)
{
    uint32_t count = 1;
    while (count < left && count < NOC_LANES && seats[count].table == seats[0].table) count++;
    return count;
}

#endif
