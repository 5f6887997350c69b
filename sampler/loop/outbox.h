/* sampler/loop/outbox.h: station of the replies at their memory nodes: queues at the ports, or
 * outboxes, in which replies wait at the node in place of its port, in a separate order
 * (design/memory/replies.h) or to share a packet.
 *
 * Enter: answered requests (noc_outbox_send). Leave: reply packets at the ports, and writes that
 * finish without a packet (noc_outboxes_take_write). With outboxes replies first join a queue, in
 * order, in a cycle. Replies without room wait outside; with a separate queue for bursts the node
 * then accepts no requests. Next the places of departed replies become free. Then the port accepts
 * a reply, if it can; a data approximator (policies/reply_queues.h) adds matching replies. These
 * replies leave as one packet to all their cores if the network has multicast
 * (sampler/ports/packets.h), else as separate packets. */
#ifndef NOC_SAMPLER_LOOP_OUTBOX_H
#define NOC_SAMPLER_LOOP_OUTBOX_H

#include "sampler/loop/requests.h"
#include "sampler/policies/reply_queues.h"

/* Replies of a memory node; the members after data_random are for outboxes. */
typedef struct noc_outbox {
    uint32_t terminal;
    uint32_t places;        /* places of the reply queue at the port */
    noc_random data_random; /* random generator of the contents of replies */
    noc_reply_queues queues;
    uint32_t departures[NOC_REPLY_QUEUES]; /* [queue]: replies that left in this cycle */
    uint64_t handover_cycle;               /* cycle in which the port received its last reply */
    bool has_begun;                        /* port has received a reply */
    uint32_t next_reply;   /* next reply of a group sent as separate packets; NOC_NONE: none */
    unsigned unused_lanes; /* lanes without a waiting reply, a bit each */
    uint64_t closed_until; /* cycle before which no lane is free; 0: not known */
} noc_outbox;

typedef struct noc_outboxes {
    noc_ports *ports;
    const noc_memory_spec *memory;
    noc_transaction *transactions; /* records of the requests */
    noc_outbox *nodes;             /* [memory node]: replies */
    uint32_t finished_writes;      /* list of finished writes without a packet; NOC_NONE: empty */
    bool are_used;                 /* replies wait in outboxes; false: at the ports */
    /* set, of `words` words, of the memory nodes with waiting or departed replies */
    uint64_t *active_nodes;
    uint32_t words;
    bool has_burst_queue, has_groups, has_multicast;
    bool *burst_packets;          /* [packet]: packet belongs to a burst */
    noc_candidate_reply *replies; /* replies checked for a match: scratch */
    /* replies of a group: scratch; upper bound of the replies of a group */
    uint32_t *group_replies, group_max;
} noc_outboxes;

/* Counts the places of a queue of memory node `memory`. `places`: places in the design; where such
 * queues are derated, the queue has fewer, but at least one. */
uint32_t noc_memory_queue_places(const noc_system *system, noc_derating derating, uint32_t places,
                                 uint32_t memory);

/* Makes the replies of all memory nodes, with outboxes if the design's replies need them. Requests
 * are borrowed. False when out of memory. */
bool noc_outboxes_make(noc_outboxes *outboxes, const noc_requests *requests,
                       const noc_loop_load *load, noc_arena *arena);

/* Draws whether the data of a read are approximable. */
void noc_outbox_draw_approximable(noc_outboxes *outboxes, uint32_t transaction);

/* True if the reply to a transaction has room; noc_outbox_send answers the transaction. */
bool noc_outbox_has_room(const noc_outboxes *outboxes, uint32_t transaction);
void noc_outbox_send(noc_outboxes *outboxes, uint32_t transaction);

/* True if a memory node accepts requests; `stalled`: a reply waits outside the queue, and blocks
 * only itself if there is a single queue. */
static inline bool noc_outbox_accepts(const noc_outboxes *outboxes, uint32_t memory, bool stalled)
{
    return !outboxes->has_burst_queue ||
           (!stalled && noc_reply_queues_are_open(&outboxes->nodes[memory].queues));
}

/* Passes replies to ports, at the end of a cycle of the memory nodes. */
void noc_outboxes_feed(noc_outboxes *outboxes);

/* Removes a finished write without a packet from their list. NOC_NONE: the list is empty. */
uint32_t noc_outboxes_take_write(noc_outboxes *outboxes);

/* Finds the transaction after `transaction` whose reply is in an arrived packet, and counts the
 * reply. NOC_NONE: none. */
uint32_t noc_outbox_next_reply(noc_outboxes *outboxes, const noc_packet *packet,
                               uint32_t transaction);

#endif
