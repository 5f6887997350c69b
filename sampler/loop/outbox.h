/* sampler/loop/outbox.h: replies that wait at their memory node, not at its port: replies with an
 * order of their own (design/memory/replies.h), or several in one packet.
 *
 * In a cycle replies join first, in order. If a queue is full, its replies stay outside; where
 * bursts have a queue of their own, the node then accepts no requests. Next the places of replies
 * that have left are free, and the port takes a reply if it can: under a data approximator
 * (reply_queues.h) with the replies that match it. These replies go as one packet to all their
 * cores where the network has multicast (sampler/ports/packets.h), else one after the other. */
#ifndef NOC_SAMPLER_LOOP_OUTBOX_H
#define NOC_SAMPLER_LOOP_OUTBOX_H

#include "sampler/loop/loop_state.h"
#include "sampler/policies/reply_queues.h"

typedef struct noc_outbox {
    noc_reply_queues queues;
    uint32_t left[NOC_REPLY_QUEUES]; /* replies that have left in this cycle */
    uint64_t handed;                 /* cycle in which the port got its last reply */
    bool began;                      /* port has got a reply before */
    uint32_t next;         /* reply of a group that goes packet by packet; NOC_NONE: none is left */
    unsigned unfit;        /* lanes that no waiting reply uses, a bit each */
    uint64_t closed_until; /* cycle before which no lane is free */
} noc_outbox;

struct noc_outboxes {
    noc_outbox *all;  /* outbox of each memory node */
    uint64_t *active; /* set of memory nodes where replies wait, or have left */
    uint32_t words;
    uint32_t *entries; /* places of all queues */
    bool bursts_first, coalesce, multicast;
    noc_burst_run *runs;            /* last requests of each terminal, for bursts */
    bool *bursts;                   /* true for each packet that belongs to a burst */
    noc_approximable_reply *window; /* replies looked at in a queue: scratch */
    uint32_t *taken, group_most, packets;
};

/* Makes loop->outboxes where the design's replies need them; else it stays NULL. The memory nodes
 * must exist. False when out of memory. */
bool noc_outboxes_make(noc_closed_loop *loop);
void noc_outboxes_clear(noc_closed_loop *loop);

/* True if a request that a terminal's network interface gets now belongs to a burst. */
bool noc_outbox_label(noc_closed_loop *loop, uint32_t terminal);

/* True if there is room for a reply; noc_outbox_join puts it there. */
bool noc_outbox_has_room(const noc_closed_loop *loop, uint32_t transaction);
void noc_outbox_join(noc_closed_loop *loop, uint32_t transaction);

/* True if a memory node accepts requests; `stalled`: a reply waits outside the queue. */
bool noc_outbox_is_open(const noc_closed_loop *loop, uint32_t memory, bool stalled);

/* Hands replies to ports that can take them, at the end of a cycle of the memory nodes. */
void noc_outboxes_feed(noc_closed_loop *loop);

/* Next reply in a packet that has come, behind reply `transaction`; counts it. NOC_NONE:
 * `transaction` is the last. */
uint32_t noc_outbox_next(noc_closed_loop *loop, const noc_packet *packet, uint32_t transaction);

#endif
