#include "sampler/nodes/reply_queues.h"

enum { NOBODY = -1 };

void noc_reply_queues_start(noc_reply_queues *r, uint32_t *burst_places, uint32_t burst_capacity,
                            uint32_t *normal_places, uint32_t normal_capacity, uint32_t share)
{
    *r = (noc_reply_queues){.share = share, .leaving = NOBODY};
    r->queues[NOC_BURST_REPLIES] = (noc_ring){burst_places, 0, 0, burst_capacity};
    r->queues[NOC_NORMAL_REPLIES] = (noc_ring){normal_places, 0, 0, normal_capacity};
}

void noc_reply_queue_start(noc_reply_queues *r, uint32_t *places, uint32_t capacity)
{
    *r = (noc_reply_queues){.one = true, .share = 1, .leaving = NOBODY};
    r->queues[NOC_NORMAL_REPLIES] = (noc_ring){places, 0, 0, capacity};
}

static noc_reply_kind queue_of(const noc_reply_queues *r, bool burst)
{
    return burst && !r->one ? NOC_BURST_REPLIES : NOC_NORMAL_REPLIES;
}

/* Whether a queue has no place left; that of the reply on the port is taken, too. */
static bool is_full(const noc_reply_queues *r, noc_reply_kind queue)
{
    const noc_ring *ring = &r->queues[queue];
    return ring->count + (r->leaving == (int)queue) >= ring->capacity;
}

bool noc_reply_queues_have_room(const noc_reply_queues *r, bool burst)
{
    return !is_full(r, queue_of(r, burst));
}

bool noc_reply_queues_are_open(const noc_reply_queues *r)
{
    return !is_full(r, NOC_NORMAL_REPLIES) && (r->one || !is_full(r, NOC_BURST_REPLIES));
}

void noc_reply_queues_join(noc_reply_queues *r, uint32_t reply, bool burst)
{
    noc_ring_push(&r->queues[queue_of(r, burst)], reply);
}

bool noc_reply_queues_next(noc_reply_queues *r, uint32_t *reply)
{
    const uint32_t bursts = r->queues[NOC_BURST_REPLIES].count;
    const uint32_t normal = r->queues[NOC_NORMAL_REPLIES].count;
    if (bursts + normal == 0) return false;
    const bool burst = bursts > 0 && (r->run < r->share || normal == 0);
    r->leaving = (int)(burst ? NOC_BURST_REPLIES : NOC_NORMAL_REPLIES);
    r->run = burst ? r->run + (r->run < r->share) : 0;
    *reply = noc_ring_pop(&r->queues[r->leaving]);
    return true;
}

void noc_reply_queues_sent(noc_reply_queues *r)
{
    r->leaving = NOBODY;
}
