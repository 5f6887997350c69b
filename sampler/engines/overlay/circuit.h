/* sampler/engines/overlay/circuit.h: the circuits of one overlay network (design/overlay.h).
 *
 * Within a cycle windows change first, then flits are sent, then packets come. Flits of a packet
 * that fit into one window are sent in one step, since no older packet can come between them; the
 * packet still keeps its place until its tail is sent. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H

#include "base/min_max.h"
#include "sampler/engines/hub/due_packets.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/engines/overlay/clock.h"
#include "sampler/engines/overlay/receipts.h"
#include "sampler/ports/resting.h"

/* Groups of waiting packets: sent by the owner of a window or by its partner, or by the owner
 * only. */
typedef enum noc_sender_group {
    NOC_BY_PARTNERS,
    NOC_BY_OWNERS,
    NOC_SENT_BY,
} noc_sender_group;

/* Packets that wait, oldest first; the first may have been sent in part. */
typedef struct noc_circuit_queue {
    noc_packet_line packets;
    unsigned left; /* flits of the first packet that are still to be sent */
} noc_circuit_queue;

typedef struct noc_circuit_sender {
    noc_circuit_queue queues[NOC_SENT_BY];
    uint64_t free_at; /* first cycle in which the sender may send again */
    /* cycle in which the tail of the present packet is sent, once all its flits have their cycles;
     * noc_never: there is none */
    uint64_t tail_at;
    noc_sender_group sending; /* queue whose first packet is the present one */
    uint32_t order;           /* order of the next packet that comes */
    uint32_t expected; /* packets that wait at the memory node, as noc_circuit_expect announced */
    int partner;       /* memory node that sends in this one's window, too; -1: none */
    noc_rest rest;
} noc_circuit_sender;

typedef struct noc_circuit {
    noc_hub *hub; /* borrowed */
    noc_overlay_clock clock;
    noc_circuit_sender *senders; /* [memory node] */
    uint8_t *sent_by;            /* [memory node * cores + core]: noc_sender_group */
    noc_due_packets due;
    noc_receipts *receipts; /* NULL: packets are not acknowledged */
    uint64_t next;          /* next cycle in which something is sent; noc_never: there is none */
    uint32_t waiting;
} noc_circuit;

/* Makes the circuits of a network. False when out of memory; noc_circuit_clear frees all that was
 * made in either case. The hub must outlive them. */
bool noc_circuit_make(noc_circuit *circuit, noc_hub *hub, uint16_t network, noc_derating derating,
                      uint64_t seed);
void noc_circuit_clear(noc_circuit *circuit);

/* Queues a packet that has come. */
void noc_circuit_enqueue(noc_circuit *circuit, uint32_t packet);

/* Announces packets of a flow that wait at their memory node; if `packets` is below 0, withdraws
 * packets announced before that will not come. */
void noc_circuit_expect(noc_circuit *circuit, size_t flow, int packets);

/* Lanes (sampler/ports/ports.h) of a terminal that are free; a lane is a noc_sender_group. A lane
 * is free while it has no packet and the window of the next cycle is for it; in its own window a
 * memory node sends its present packets first. In others' windows *closed_until is the end of the
 * window. */
unsigned noc_circuit_free_lanes(noc_circuit *circuit, uint32_t terminal, uint64_t *closed_until);
unsigned noc_circuit_lane(const noc_circuit *circuit, size_t flow);

/* Sends the flits, and delivers the packets, of this cycle. */
void noc_circuit_step(noc_circuit *circuit);

/* Checks for each memory node that the packets that wait are as many as have come and were not
 * sent. Returns NOC_EFAILED, with a message, if they are not. */
noc_status noc_circuit_check(const noc_circuit *circuit, noc_diag *diag);

/* Next cycle in which the circuits have something to do; noc_never: there is none. */
static inline uint64_t noc_circuit_next(const noc_circuit *circuit)
{
    const uint64_t due = noc_due_first(&circuit->due);
    return min_u64(circuit->next, due);
}

#endif
