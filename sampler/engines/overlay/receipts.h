/* sampler/engines/overlay/receipts.h: acknowledgements of an overlay (dapper 4.2.2): core queues,
 * reply order, and receipt of packets.
 *
 * A core acknowledges a packet that arrived without a bit error and found a place in the core's
 * queue; otherwise the core sends no answer. The acknowledgement leaves in the cycle after the
 * packet's last flit, travels as long as the flit, and has separate wires. At the end of the
 * cycle in which it is due, the memory node frees the packet's entry in the output queue, or
 * queues the packet again. A multicast packet ends when all cores have acknowledged it; the
 * packet is repeated for the other cores. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H
#define NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "design/overlay.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/ports.h"

/* ---- queues of cores ------------------------------------------------------------------------ */

/* Queue of a core for packets of an overlay, with limited places (network.core_queue). The core
 * removes packets in order, a flit per network cycle, from the cycle after the arrival on. A
 * place is free when the last flit is removed. */
typedef struct noc_core_queue {
    uint32_t first, count;
    uint64_t free_cycle; /* first cycle after the removal of the last packet */
} noc_core_queue;

typedef struct noc_core_queues {
    uint32_t places; /* queue places of each core; 0: unlimited */
    noc_core_queue *queues;
    /* [core * places + place]: first cycle in which the place is free; a ring for each core */
    uint64_t *free_cycles;
} noc_core_queues;

/* Adds a packet of `flits` flits to the queue of a core in cycle `now`. False: the queue is
 * full. */
bool noc_core_queues_add(noc_core_queues *queues, uint32_t core, uint64_t now, unsigned flits);

/* ---- order of replies ----------------------------------------------------------------------- */

/* Order of replies: no reply passes an earlier reply to the same core for the same memory line
 * (dapper 4.2.2).
 *
 * A sent packet may be repeated, so later packets to its core and line wait until it is
 * acknowledged. Memory lines are known in the closed loop only (noc_ports.memory_lines);
 * otherwise all packets have different lines. */
typedef struct noc_reply_order {
    const noc_ports *ports; /* borrowed */
    uint32_t places; /* packets that a memory node may have sent without an acknowledgement */
    /* [memory node * places]: sent packets without an acknowledgement */
    uint32_t *pending_packets;
    uint32_t *pending_counts;
} noc_reply_order;

/* True if memory lines are known. */
static inline bool noc_reply_order_is_active(const noc_reply_order *order)
{
    return order->pending_packets != NULL;
}

/* Notes that a memory node sent a packet (add), or that the packet was acknowledged (remove). */
void noc_reply_order_add(noc_reply_order *order, uint32_t memory, uint32_t packet);
void noc_reply_order_remove(noc_reply_order *order, uint32_t memory, uint32_t packet);

/* Moves the first sendable packet of a memory node's queue to the front. False: none. */
bool noc_reply_order_promote(const noc_reply_order *order, uint32_t memory,
                             noc_packet_queue *queue);

/* ---- receipts ------------------------------------------------------------------------------- */

typedef struct noc_receipts {
    noc_hub *hub; /* borrowed */
    const noc_overlay *overlay;
    double flit_bits;
    noc_random random; /* random numbers for bit errors */
    noc_core_queues cores;
    noc_reply_order order;
} noc_receipts;

/* Makes the receipts of an overlay network with acknowledgements. False when out of memory. */
bool noc_receipts_make(noc_receipts *receipts, noc_hub *hub, uint16_t network, uint64_t seed);

/* Receives the last flit of a packet in this cycle. A destination keeps the packet if there is
 * no bit error and the core has room. The packet is delivered when all destinations have it. */
void noc_receipts_arrive(noc_receipts *receipts, uint32_t packet);

#endif
