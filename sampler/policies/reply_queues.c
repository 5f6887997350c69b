#include "sampler/policies/reply_queues.h"

#include <math.h>

noc_reply_queues noc_reply_queues_make(uint32_t burst_capacity, uint32_t normal_capacity,
                                       uint32_t burst_share, noc_arena *arena)
{
    return (noc_reply_queues){
        .queues = {[NOC_BURST_REPLIES] = noc_ring_make(burst_capacity, arena),
                   [NOC_NORMAL_REPLIES] = noc_ring_make(normal_capacity, arena)},
        .is_single = burst_capacity == 0,
        .burst_share = burst_share,
    };
}

/* True if a queue has no free place; replies at the port count. */
static bool is_full(const noc_reply_queues *r, noc_reply_kind queue)
{
    const noc_ring *ring = &r->queues[queue];
    return ring->count + r->held_places[queue] >= ring->capacity;
}

bool noc_reply_queues_have_room(const noc_reply_queues *r, bool burst)
{
    return !is_full(r, noc_reply_find_kind(r, burst));
}

bool noc_reply_queues_are_open(const noc_reply_queues *r)
{
    return !is_full(r, NOC_NORMAL_REPLIES) && (r->is_single || !is_full(r, NOC_BURST_REPLIES));
}

void noc_reply_queues_join(noc_reply_queues *r, uint32_t reply, bool burst)
{
    noc_ring_push(&r->queues[noc_reply_find_kind(r, burst)], reply);
}

/* Finds the first reply of a queue that the port can accept. */
static bool find_fitting_reply(const noc_reply_queues *r, noc_reply_kind kind, noc_reply_fit *fits,
                               const void *context, noc_reply_pick *pick)
{
    const noc_ring *ring = &r->queues[kind];
    *pick = (noc_reply_pick){kind, 0};
    while (pick->place < ring->count && fits && !fits(context, *noc_ring_entry(ring, pick->place)))
        pick->place++;
    return pick->place < ring->count;
}

bool noc_reply_queues_find(const noc_reply_queues *r, noc_reply_fit *fits, const void *context,
                           noc_reply_pick *pick)
{
    noc_reply_pick burst, normal;
    const bool has_burst = find_fitting_reply(r, NOC_BURST_REPLIES, fits, context, &burst);
    if (has_burst && r->consecutive_bursts < r->burst_share) {
        *pick = burst;
        return true;
    }
    const bool has_normal = find_fitting_reply(r, NOC_NORMAL_REPLIES, fits, context, &normal);
    *pick = has_normal ? normal : burst;
    return has_normal || has_burst;
}

uint32_t noc_reply_queues_take(noc_reply_queues *r, noc_reply_pick pick)
{
    const uint32_t reply = *noc_ring_entry(&r->queues[pick.kind], pick.place);
    r->consecutive_bursts = pick.kind == NOC_BURST_REPLIES
                                ? r->consecutive_bursts + (r->consecutive_bursts < r->burst_share)
                                : 0;
    r->held_places[pick.kind]++;
    noc_ring_remove(&r->queues[pick.kind], pick.place, 1);
    return reply;
}

/* ---- data approximator ---------------------------------------------------------------------- */

/* True if `other` differs from `head` by less than the threshold; 0 matches only 0. */
static bool is_close(double head, double other, double percent)
{
    return head == other || 100.0 * fabs(head - other) < percent * fabs(head);
}

static bool values_match(const noc_candidate_reply *head, const noc_candidate_reply *other,
                         double percent)
{
    if (head->value_count != other->value_count) return false;
    for (size_t i = 0; i < head->value_count; i++)
        if (!is_close(head->values[i], other->values[i], percent)) return false;
    return true;
}

/* Each checked pair has a separate draw. */
static bool match_replies(const noc_match_criterion *m, const noc_candidate_reply *head,
                          const noc_candidate_reply *other)
{
    if (!m->random) return values_match(head, other, m->threshold);
    return noc_random_uniform(m->random) < m->probability;
}

size_t noc_approximator_take(noc_candidate_reply *queue, size_t *count, size_t check_depth,
                             const noc_match_criterion *matching, uint32_t *group_replies)
{
    const noc_candidate_reply head = queue[0];
    const size_t check_count = check_depth < *count ? check_depth : *count;
    size_t group_count = 0, queue_count = 0;
    group_replies[group_count++] = head.reply;
    for (size_t i = 1; i < *count; i++) {
        if (i < check_count && head.is_approximable && queue[i].is_approximable &&
            match_replies(matching, &head, &queue[i]))
            group_replies[group_count++] = queue[i].reply;
        else
            queue[queue_count++] = queue[i];
    }
    *count = queue_count;
    return group_count;
}
