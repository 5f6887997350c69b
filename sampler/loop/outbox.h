/* sampler/loop/outbox.h: outbox of a memory node: replies that wait at the node in place of its
 * port, in a separate order (design/memory/replies.h) or to share a packet.
 *
 * In a cycle replies first join a queue, in order. Replies without room wait outside; with a
 * separate queue for bursts the node then accepts no requests. Next the places of departed
 * replies become free. Then the port accepts a reply, if it can; a data approximator
 * (policies/reply_queues.h) adds matching replies. These replies leave as one packet to all
 * their cores if the network has multicast (sampler/ports/packets.h), else as separate packets. */
#ifndef NOC_SAMPLER_LOOP_OUTBOX_H
#define NOC_SAMPLER_LOOP_OUTBOX_H

#include "sampler/loop/loop_state.h"
#include "sampler/policies/reply_queues.h"

typedef struct noc_outbox {
    noc_reply_queues queues;
    uint32_t departures[NOC_REPLY_QUEUES]; /* [queue]: replies that left in this cycle */
    uint64_t handover_cycle;               /* cycle in which the port received its last reply */
    bool has_begun;                        /* port has received a reply */
    uint32_t next_reply;   /* next reply of a group sent as separate packets; NOC_NONE: none */
    unsigned unused_lanes; /* lanes without a waiting reply, a bit each */
    uint64_t closed_until; /* cycle before which no lane is free; 0: not known */
} noc_outbox;

struct noc_outboxes {
    noc_outbox *nodes; /* [memory node]: outbox */
    /* set, of `words` words, of the memory nodes with waiting or departed replies */
    uint64_t *active_nodes;
    uint32_t words;
    uint32_t *queue_entries; /* entries of all queues */
    bool has_burst_queue, has_groups, has_multicast;
    noc_burst_run *runs;          /* [terminal]: last request, for the detection of bursts */
    bool *burst_packets;          /* [packet]: packet belongs to a burst */
    noc_candidate_reply *replies; /* replies checked for a match: scratch */
    /* replies of a group: scratch; upper bounds of the replies of a group, and of the packets */
    uint32_t *group_replies, group_max, packets;
};

/* Makes loop->outboxes if the design's replies need outboxes; else NULL stays. The memory nodes
 * must exist. False when out of memory. */
bool noc_outboxes_make(noc_closed_loop *loop);
void noc_outboxes_clear(noc_closed_loop *loop);

/* Notes a new request of a terminal. Returns whether the request belongs to a burst; false without
 * a queue for bursts. */
bool noc_outbox_note_request(noc_closed_loop *loop, uint32_t terminal);

/* True if the queue of a transaction's reply has room; noc_outbox_join adds the reply. */
bool noc_outbox_has_room(const noc_closed_loop *loop, uint32_t transaction);
void noc_outbox_join(noc_closed_loop *loop, uint32_t transaction);

/* True if a memory node accepts requests; `stalled`: a reply waits outside the queue. */
bool noc_outbox_accepts(const noc_closed_loop *loop, uint32_t memory, bool stalled);

/* Passes replies to ports, at the end of a cycle of the memory nodes. */
void noc_outboxes_feed(noc_closed_loop *loop);

/* Finds the transaction after `transaction` whose reply is in an arrived packet, and counts the
 * reply. NOC_NONE: none. */
uint32_t noc_outbox_next_reply(noc_closed_loop *loop, const noc_packet *packet,
                               uint32_t transaction);

#endif
