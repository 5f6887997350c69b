/* sampler/engines/sender_queues.h: what engines without routers ask of the queues of packets that wait to be sent.
 *
 * Overlays and slices have nothing between a sender and a core but wires: packets wait in the senders' own queues
 * only, until their tail is sent. Senders are memory nodes, or cores where requests are carried. A packet
 * created in a cycle may be sent from the next one on: engines are told of it after they have run that cycle. */
#ifndef NOC_SAMPLER_ENGINES_SENDER_QUEUES_H
#define NOC_SAMPLER_ENGINES_SENDER_QUEUES_H

#include <stdbool.h>
#include <stdint.h>

/* A packet as these engines see it. */
typedef struct noc_sent_packet {
    uint32_t number;
    int destination; /* a core's number, or a memory node's */
    int flits;       /* still to be sent */
    bool reachable;  /* overlays: noc_overlay_circuit_reaches */
} noc_sent_packet;

typedef struct noc_sender_queues {
    void *owner;

    /* The packet of a sender's queue that goes next: its oldest, or the oldest reachable one. There is one: engines
     * count what was created and taken. */
    noc_sent_packet (*next)(void *owner, int sender, bool reachable_only);

    /* It goes in part: so many of its flits are left for another time, and it stays where it is. */
    void (*cut)(void *owner, int sender, uint32_t packet, int flits);

    /* All of its flits have their cycles: others go next. It keeps its place until its tail is sent. */
    void (*take)(void *owner, int sender, uint32_t packet);

    /* The tail is sent: the packet's place is free, or kept until its receipt has come. */
    void (*sent)(void *owner, int sender, uint32_t packet, uint64_t cycle);

    /* The tail has come. False if the destination cannot take the packet (overlays with receipts). */
    bool (*delivered)(void *owner, uint32_t packet, uint64_t cycle);

    /* At the end of this cycle a receipt has come, or would have. NULL where there are none. */
    void (*answered)(void *owner, uint32_t packet, bool received, uint64_t cycle);
} noc_sender_queues;

#endif
