/* sampler/engines/overlay/circuit.h: circuits of one overlay network (design/overlay.h): the window
 * of a memory node, in turn, is a circuit on which the node, and maybe a partner, sends packets.
 *
 * Order within a cycle: windows change, flits are sent, packets arrive. Flits of a packet that
 * fit into one window are sent in one step, since no older packet can come between. The packet
 * keeps its place until its tail is sent. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H
#define NOC_SAMPLER_ENGINES_OVERLAY_CIRCUIT_H

#include "base/min_max.h"
#include "sampler/engines/hub/event_queue.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/engines/overlay/clock.h"
#include "sampler/engines/overlay/receipts.h"
#include "sampler/ports/resting.h"

/* Groups of waiting packets: the owner of a window or its partner may send the packet, or only
 * the owner. */
typedef enum noc_sender_group {
    NOC_GROUP_PARTNERS,
    NOC_GROUP_OWNERS,
    NOC_SENDER_GROUPS,
} noc_sender_group;

/* Waiting packets, oldest first; the first may be partly sent. */
typedef struct noc_circuit_queue {
    noc_packet_queue packets;
    unsigned flits_left; /* flits of the first packet not sent yet */
} noc_circuit_queue;

/* Memory node as a sender. */
typedef struct noc_circuit_sender {
    noc_circuit_queue queues[NOC_SENDER_GROUPS];
    uint64_t free_cycle; /* first cycle in which the sender may send */
    /* cycle in which the tail of the current packet is sent; noc_never: not known, or no packet */
    uint64_t tail_cycle;
    noc_sender_group current_group; /* queue of the current packet */
    uint32_t next_order;            /* arrival number of the next packet */
    uint32_t announced_packets;     /* packets that wait at the memory node */
    int partner;                    /* memory node that shares the sender's window; -1: none */
    noc_rest rest;
} noc_circuit_sender;

typedef struct noc_circuit {
    noc_hub *hub; /* borrowed */
    noc_overlay_clock clock;
    noc_circuit_sender *senders; /* [memory node] */
    uint8_t *sender_groups;      /* [memory node * cores + core]: noc_sender_group */
    noc_event_queue events;
    noc_receipts *receipts;   /* NULL: the overlay has no acknowledgements */
    uint64_t next_cycle;      /* next cycle with a departure; noc_never: none */
    uint32_t waiting_packets; /* packets in the queues of all senders */
} noc_circuit;

/* Makes the circuits of a network, which accept its packets at once (noc_ports_take_at_once); the
 * hub must outlive the circuits. False when out of memory. */
bool noc_circuit_make(noc_circuit *circuit, noc_hub *hub, uint16_t network, noc_derating derating,
                      uint64_t seed);

/* Sends flits and delivers packets of this cycle. */
void noc_circuit_step(noc_circuit *circuit);

/* Checks the count of waiting packets of each memory node. NOC_EFAILED, with a message, if a
 * count is wrong. */
noc_status noc_circuit_check(const noc_circuit *circuit, noc_diag *diag);

/* Next cycle with an event; noc_never: none. */
static inline uint64_t noc_circuit_next_event(const noc_circuit *circuit)
{
    const uint64_t next = noc_event_queue_next(&circuit->events);
    return min_u64(circuit->next_cycle, next);
}

#endif
