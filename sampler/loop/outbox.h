/* sampler/loop/outbox.h: replies that wait at their memory node, not at its port: those that go in
 * an order of their own (design/memory/replies.h), or several as one packet.
 *
 * In a cycle replies join first, in order; what is full keeps them out, and the node from taking
 * requests. Then places are free of what has left, and the port takes the next reply if it can:
 * under a data approximator (reply_queues.h) with those that match it. They go as one packet to all
 * their cores where the network takes such (sampler/ports/packets.h), else one after the other. */
#ifndef NOC_SAMPLER_LOOP_OUTBOX_H
#define NOC_SAMPLER_LOOP_OUTBOX_H

#include "sampler/loop/loop_state.h"
#include "sampler/policies/reply_queues.h"

typedef struct noc_outbox {
    noc_reply_queues queues;
    uint32_t left[NOC_REPLY_QUEUES]; /* replies that have left in this cycle */
    uint64_t handed;                 /* cycle in which the port got one last */
    bool began;                      /* it ever did */
    uint32_t next;         /* reply of a group that goes packet by packet; NOC_NONE: none is left */
    unsigned unfit;        /* lanes that no reply takes that waits */
    uint64_t closed_until; /* cycle before which no lane is free */
} noc_outbox;

struct noc_outboxes {
    noc_outbox *all;  /* by memory node */
    uint64_t *active; /* set of those where replies wait, or have left */
    uint32_t words;
    uint32_t *entries; /* of their queues */
    bool bursts_first, coalesce, multicast;
    noc_burst_run *runs;            /* of requests, by terminal */
    bool *bursts;                   /* by packet: that it is of a burst */
    noc_approximable_reply *window; /* for a look at a queue */
    uint32_t *taken, group_most, packets;
};

/* Of a design whose replies need them; else loop->outboxes stays NULL. The memory nodes are there.
 * False when out of memory. */
bool noc_outboxes_make(noc_closed_loop *loop);
void noc_outboxes_clear(noc_closed_loop *loop);

/* True if a request that the network interface of a terminal gets now is of a burst. */
bool noc_outbox_label(noc_closed_loop *loop, uint32_t terminal);

/* True if a reply finds a place; it joins, once it has. */
bool noc_outbox_has_room(const noc_closed_loop *loop, uint32_t transaction);
void noc_outbox_join(noc_closed_loop *loop, uint32_t transaction);

/* True if a memory node takes requests, of which `stalled` tells that a reply waits outside. */
bool noc_outbox_is_open(const noc_closed_loop *loop, uint32_t memory, bool stalled);

/* Hands to ports what they can take, at the end of a cycle of the memory nodes. */
void noc_outboxes_feed(noc_closed_loop *loop);

/* Of a packet that has come: the reply that is behind this one in it, and counts; NOC_NONE: it is
 * the last. */
uint32_t noc_outbox_next(noc_closed_loop *loop, const noc_packet *packet, uint32_t transaction);

#endif
