#include "sampler/policies/reply_queues.h"

void noc_reply_queues_start(noc_reply_queues *r, uint32_t *burst_places, uint32_t burst_capacity,
                            uint32_t *normal_places, uint32_t normal_capacity, uint32_t share)
{
    *r = (noc_reply_queues){.share = share};
    r->queues[NOC_BURST_REPLIES] = (noc_ring){burst_places, 0, 0, burst_capacity};
    r->queues[NOC_NORMAL_REPLIES] = (noc_ring){normal_places, 0, 0, normal_capacity};
}

void noc_reply_queue_start(noc_reply_queues *r, uint32_t *places, uint32_t capacity)
{
    *r = (noc_reply_queues){.one = true, .share = 1};
    r->queues[NOC_NORMAL_REPLIES] = (noc_ring){places, 0, 0, capacity};
}

/* Whether a queue has no place left; those of replies on the port are taken, too. */
static bool is_full(const noc_reply_queues *r, noc_reply_kind queue)
{
    const noc_ring *ring = &r->queues[queue];
    return ring->count + r->leaving[queue] >= ring->capacity;
}

bool noc_reply_queues_have_room(const noc_reply_queues *r, bool burst)
{
    return !is_full(r, noc_reply_kind_of(r, burst));
}

bool noc_reply_queues_are_open(const noc_reply_queues *r)
{
    return !is_full(r, NOC_NORMAL_REPLIES) && (r->one || !is_full(r, NOC_BURST_REPLIES));
}

void noc_reply_queues_join(noc_reply_queues *r, uint32_t reply, bool burst)
{
    noc_ring_push(&r->queues[noc_reply_kind_of(r, burst)], reply);
}

/* The first of a queue that fits. */
static bool find(const noc_reply_queues *r, noc_reply_kind kind, noc_reply_fit *fits,
                 const void *context, noc_reply_pick *pick)
{
    const noc_ring *ring = &r->queues[kind];
    *pick = (noc_reply_pick){kind, 0};
    while (pick->place < ring->count && fits && !fits(context, *noc_ring_at(ring, pick->place)))
        pick->place++;
    return pick->place < ring->count;
}

bool noc_reply_queues_look(const noc_reply_queues *r, noc_reply_fit *fits, const void *context,
                           noc_reply_pick *pick)
{
    noc_reply_pick burst, normal;
    const bool bursts = find(r, NOC_BURST_REPLIES, fits, context, &burst);
    if (bursts && r->run < r->share) {
        *pick = burst;
        return true;
    }
    const bool normals = find(r, NOC_NORMAL_REPLIES, fits, context, &normal);
    *pick = normals ? normal : burst;
    return normals || bursts;
}

uint32_t noc_reply_queues_take(noc_reply_queues *r, noc_reply_pick pick)
{
    const uint32_t reply = *noc_ring_at(&r->queues[pick.kind], pick.place);
    r->run = pick.kind == NOC_BURST_REPLIES ? r->run + (r->run < r->share) : 0;
    r->leaving[pick.kind]++;
    noc_ring_cut(&r->queues[pick.kind], pick.place, 1);
    return reply;
}
