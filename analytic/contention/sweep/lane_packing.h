/* analytic/contention/sweep/lane_packing.h: order of a network's queues in which they fill few
 * blocks of lanes.
 *
 * List scheduling (Hu 1961): among the queues without unpacked predecessors, the next one is the
 * queue with the longest chain of successors. Its block takes further queues of its kind with as
 * many transitions, or fewer, so that their transitions fill blocks as well. Blocks are packed for
 * the widest machine, so sums over queues are equal to the bit on all machines. */
#ifndef NOC_ANALYTIC_CONTENTION_SWEEP_LANE_PACKING_H
#define NOC_ANALYTIC_CONTENTION_SWEEP_LANE_PACKING_H

#include "analytic/contention/sweep/blocks.h"
#include "base/arena.h"
#include "base/auto.h"

/* Place of a queue in the order: queues of one batch fill a block, as far as the machine has
 * lanes. */
typedef struct packed_queue {
    uint32_t batch, transitions, peers, queue;
} packed_queue;

enum { KIND_COUNT = 32 };

static inline bool has_source_queue(const noc_class_queue *q)
{
    return q->is_injection && q->vcs == 1 && q->source.fanout < 1.0 + 1e-6;
}

/* Returns the kind of a queue; all queues of a batch are of one kind. */
static inline uint32_t find_kind(const noc_class_queue *q)
{
    return (q->is_ejection ? 1u : 0u) | (q->is_atomic ? 2u : 0u) |
           (q->output.all_vcs > 1.0 ? 4u : 0u) | (has_source_queue(q) ? 8u : 0u) |
           (q->is_injection ? 16u : 0u);
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

/* A queue that is not packed yet. Of two queues with a transition between them the earlier in the
 * contention model precedes the later one. */
typedef struct pending_queue {
    uint32_t predecessor_count; /* transitions from unpacked predecessors */
    uint32_t depth;             /* length of the longest chain of successors */
    uint32_t transitions, list; /* transitions of the queue; number of its list */
    uint32_t next;              /* next queue of the same list; NOC_NONE: none */
} pending_queue;

/* State of the packing. Queues are numbered from the network's first one. Queues without unpacked
 * predecessors are in lists, one for each kind and number of transitions, in order of falling
 * depth. */
typedef struct packing {
    const noc_contention *contention;
    noc_queue_range range;
    uint32_t count;
    uint32_t width;      /* queues of a batch */
    uint32_t kind_lists; /* lists of a kind: possible numbers of transitions of a queue */
    pending_queue *queues;
    /* [queue]: index of the first successor in `successors`; successors, queue by queue */
    uint32_t *first_successor, *successors;
    uint32_t *lists;   /* [list]: first queue; NOC_NONE: empty */
    uint32_t list_end; /* number of lists that are in use */
} packing;

/* ---- queues that wait for others ------------------------------------------------------------ */

/* Queues at the ends of a transition, in the order of the contention model; equal if it leads
 * back. */
typedef struct transition_ends {
    uint32_t earlier, later;
} transition_ends;

static inline transition_ends find_ends(const packing *h, uint32_t transition)
{
    const noc_transition *x = &h->contention->transitions[transition];
    const uint32_t from = x->from - h->range.first, to = x->to - h->range.first;
    return from < to ? (transition_ends){from, to} : (transition_ends){to, from};
}

static inline void find_successors(packing *h)
{
    const uint32_t *first = h->contention->first_transition;
    for (uint32_t k = first[h->range.first]; k < first[h->range.end]; k++) {
        const transition_ends ends = find_ends(h, k);
        if (ends.earlier != ends.later) h->first_successor[ends.earlier + 2]++;
    }
    for (uint32_t i = 2; i <= h->count + 1; i++) h->first_successor[i] += h->first_successor[i - 1];
    for (uint32_t k = first[h->range.first]; k < first[h->range.end]; k++) {
        const transition_ends ends = find_ends(h, k);
        if (ends.earlier == ends.later) continue;
        h->successors[h->first_successor[ends.earlier + 1]++] = ends.later;
        h->queues[ends.later].predecessor_count++;
    }
}

static inline void find_depths(packing *h)
{
    for (uint32_t i = h->count; i-- > 0;)
        for (uint32_t k = h->first_successor[i]; k < h->first_successor[i + 1]; k++) {
            const uint32_t depth = h->queues[h->successors[k]].depth + 1;
            if (depth > h->queues[i].depth) h->queues[i].depth = depth;
        }
}

/* ---- lists ---------------------------------------------------------------------------------- */

static inline void insert_pending(packing *h, uint32_t i)
{
    pending_queue *queue = &h->queues[i];
    uint32_t *place = &h->lists[queue->list];
    while (*place != NOC_NONE && h->queues[*place].depth >= queue->depth)
        place = &h->queues[*place].next;
    queue->next = *place;
    *place = i;
}

static inline bool is_preferred(const pending_queue *a, const pending_queue *b)
{
    return a->depth > b->depth || (a->depth == b->depth && a->transitions > b->transitions);
}

/* Returns the list of the queue to pack next. */
static inline uint32_t find_next_list(const packing *h)
{
    uint32_t best = NOC_NONE;
    for (uint32_t l = 0; l < h->list_end; l++) {
        if (h->lists[l] == NOC_NONE) continue;
        if (best == NOC_NONE || is_preferred(&h->queues[h->lists[l]], &h->queues[h->lists[best]]))
            best = l;
    }
    return best;
}

/* Packs a batch from a list, and from the lists of the same kind with fewer transitions. Returns
 * the number of queues packed. */
static inline uint32_t pack_batch(packing *h, uint32_t list, uint32_t batch, packed_queue *packed)
{
    const uint32_t first_list = list - list % h->kind_lists;
    uint32_t count = 0;
    for (uint32_t l = list + 1; l-- > first_list;)
        for (; h->lists[l] != NOC_NONE && count < h->width; count++) {
            const uint32_t i = h->lists[l];
            const uint32_t queue = h->range.first + i;
            const uint32_t peers = count_peers(h->contention, &h->contention->queues[queue]);
            packed[count] = (packed_queue){batch, h->queues[i].transitions, peers, queue};
            h->lists[l] = h->queues[i].next;
        }
    return count;
}

/* Lists the successors of queue i without other unpacked predecessors. */
static inline void release_successors(packing *h, uint32_t i)
{
    for (uint32_t k = h->first_successor[i]; k < h->first_successor[i + 1]; k++)
        if (--h->queues[h->successors[k]].predecessor_count == 0)
            insert_pending(h, h->successors[k]);
}

/* ---- all ------------------------------------------------------------------------------------ */

static inline void describe_pending(packing *h)
{
    const noc_contention *c = h->contention;
    for (uint32_t i = 0; i < h->count; i++) {
        const uint32_t queue = h->range.first + i;
        const uint32_t transitions = c->first_transition[queue + 1] - c->first_transition[queue];
        const uint32_t list = find_kind(&c->queues[queue]) * h->kind_lists + transitions;
        h->queues[i] = (pending_queue){.transitions = transitions, .list = list};
        if (list >= h->list_end) h->list_end = list + 1;
    }
}

static inline uint32_t find_max_transitions(const noc_contention *c, noc_queue_range range)
{
    uint32_t largest = 0;
    for (uint32_t i = range.first; i < range.end; i++) {
        const uint32_t transitions = c->first_transition[i + 1] - c->first_transition[i];
        if (transitions > largest) largest = transitions;
    }
    return largest;
}

static inline void pack_pending(packing *h, packed_queue *packed_queues)
{
    for (uint32_t l = 0; l < h->list_end; l++) h->lists[l] = NOC_NONE;
    for (uint32_t i = 0; i < h->count; i++)
        if (h->queues[i].predecessor_count == 0) insert_pending(h, i);
    uint32_t batch = 0;
    for (uint32_t packed = 0, batch_size; packed < h->count; packed += batch_size) {
        batch_size = pack_batch(h, find_next_list(h), batch++, packed_queues + packed);
        for (uint32_t k = packed; k < packed + batch_size; k++)
            release_successors(h, packed_queues[k].queue - h->range.first);
    }
}

/* Orders queues in batches of up to `width`. The transitions of these queues must not lead to other
 * queues. False when out of memory. */
static inline bool pack_queues(const noc_contention *c, noc_queue_range range, uint32_t width,
                               packed_queue *packed_queues)
{
    const uint32_t count = noc_count_queues(range), kind_lists = find_max_transitions(c, range) + 1;
    const uint32_t transitions = c->first_transition[range.end] - c->first_transition[range.first];
    NOC_AUTO(noc_arena_clear) noc_arena scratch = {0};
    packing h = {
        .contention = c,
        .range = range,
        .count = count,
        .width = width,
        .kind_lists = kind_lists,
        .queues = noc_arena_unset_array(&scratch, count, sizeof *h.queues),
        .first_successor = noc_arena_array(&scratch, count + 2, sizeof *h.first_successor),
        .successors = noc_arena_unset_array(&scratch, transitions, sizeof *h.successors),
        .lists = noc_arena_unset_array(&scratch, (size_t)KIND_COUNT * kind_lists, sizeof *h.lists),
    };
    if (scratch.is_short) return false;
    describe_pending(&h);
    find_successors(&h);
    find_depths(&h);
    pack_pending(&h, packed_queues);
    return true;
}

/* Queues of a block, and blocks of transitions and peers that they need. */
typedef struct block_size {
    uint32_t queues, transitions, peers;
} block_size;

/* Returns the size of the block that begins with the first of `remaining` packed queues. */
static inline block_size find_block_size(const packed_queue *packed_queues, uint32_t remaining)
{
    block_size size = {0, 0, 0};
    for (; size.queues < remaining && size.queues < NOC_LANES; size.queues++) {
        const packed_queue *queue = &packed_queues[size.queues];
        if (queue->batch != packed_queues[0].batch) break;
        if (queue->transitions > size.transitions) size.transitions = queue->transitions;
        if (queue->peers > size.peers) size.peers = queue->peers;
    }
    return size;
}

#endif
