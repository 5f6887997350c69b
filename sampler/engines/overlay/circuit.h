/* sampler/engines/overlay/circuit.h: the circuits of one overlay network (design/overlay.h).
 *
 * Within a cycle windows change, then flits are sent, and only then packets come. Flits of a packet
 * that go in one window are sent in one step, since nothing older can come between them; the packet
 * keeps its place until its tail is sent all the same. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H

#include "base/min_max.h"
#include "sampler/engines/hub/due_packets.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/engines/overlay/clock.h"
#include "sampler/engines/overlay/receipts.h"
#include "sampler/ports/resting.h"

/* Packets that wait, by where they go: a partner may send them, or the owner of a window only. */
typedef enum noc_sent_by {
    NOC_BY_PARTNERS,
    NOC_BY_OWNERS,
    NOC_SENT_BY,
} noc_sent_by;

/* Oldest first; the first may have been sent in part. */
typedef struct noc_circuit_queue {
    noc_packet_line packets;
    unsigned left; /* flits of the first that are still to be sent */
} noc_circuit_queue;

typedef struct noc_circuit_sender {
    noc_circuit_queue queues[NOC_SENT_BY];
    uint64_t free_at; /* first cycle in which it may send again */
    /* in which the tail of a packet is sent whose flits all have their cycles; noc_never: there
     * is none */
    uint64_t tail_at;
    noc_sent_by sending; /* the queue whose first packet that is */
    uint32_t order;      /* of the next packet that comes */
    uint32_t expected;   /* packets that wait at the memory node, and were told of */
    int partner;         /* in its window; -1: none */
    noc_rest rest;
} noc_circuit_sender;

typedef struct noc_circuit {
    noc_hub *hub; /* borrowed */
    noc_overlay_clock clock;
    noc_circuit_sender *senders; /* by memory node */
    uint8_t *sent_by;            /* noc_sent_by: [memory node * cores + core] */
    noc_due_packets due;
    noc_receipts *receipts; /* NULL: packets are not acknowledged */
    uint64_t next;          /* cycle in which something is sent; noc_never */
    uint32_t waiting;
} noc_circuit;

/* False when out of memory; noc_circuit_clear frees what there is either way. The hub must outlive
 * it. */
bool noc_circuit_make(noc_circuit *circuit, noc_hub *hub, uint16_t network, noc_derating derating,
                      uint64_t seed);
void noc_circuit_clear(noc_circuit *circuit);

/* A packet has come. */
void noc_circuit_came(noc_circuit *circuit, uint32_t packet);

/* Packets of a flow come to wait at their memory node, or will not come after all (below 0). */
void noc_circuit_expect(noc_circuit *circuit, size_t flow, int packets);

/* Lanes (sampler/ports/ports.h) are where packets go: noc_sent_by. A lane is free while it has
 * no packet, and the window of the next cycle is for it; in its own window a memory node ends what
 * it has first. In others' windows *closed_until is their end. */
unsigned noc_circuit_free_lanes(noc_circuit *circuit, uint32_t terminal, uint64_t *closed_until);
unsigned noc_circuit_lane(const noc_circuit *circuit, size_t flow);

/* What is sent, and what arrives, in this cycle. */
void noc_circuit_step(noc_circuit *circuit);

/* What waits is what has come and was not sent, for each memory node. NOC_EFAILED with what is
 * violated. */
noc_status noc_circuit_check(const noc_circuit *circuit, noc_diag *diag);

/* The cycle in which it has something to do, noc_never if there is none. */
static inline uint64_t noc_circuit_next(const noc_circuit *circuit)
{
    const uint64_t due = noc_due_first(&circuit->due);
    return min_u64(circuit->next, due);
}

#endif
