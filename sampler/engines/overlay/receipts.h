/* sampler/engines/overlay/receipts.h: acknowledgements of the packets of an overlay (dapper
 * 4.2.2): the queues of its cores, the order of its replies, and the answers of cores to memory
 * nodes.
 *
 * A core acknowledges a packet that came without a bit error and found a place in its queue; else
 * it keeps silent. Acknowledgements leave in the cycle after the packet's last flit came, take as
 * many cycles as that did, and have wires of their own. With the end of the cycle in which it
 * should have come the memory node knows: the packet's entry in its output queue is free, or the
 * packet waits again. A packet to several cores is over when all have acknowledged it; it goes
 * again to those that did not. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H
#define NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "design/overlay.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/ports.h"

/* ---- queues of cores ------------------------------------------------------------------------ */

/* A core holds a limited number of the packets that an overlay brought it (network.core_queue). It
 * takes them out in their order, a flit a cycle of the network, from the cycle after their arrival
 * on: as fast as its local port could bring them. A packet's place is free when its last flit is
 * out. */
typedef struct noc_core_queue {
    uint32_t first, count;
    uint64_t free_at; /* cycle in which the last packet is no longer there */
} noc_core_queue;

typedef struct noc_core_queues {
    uint32_t places; /* places of each core; 0: any number */
    noc_core_queue *all;
    uint64_t *gone; /* rings: by packet, the cycle in which it is no longer there */
} noc_core_queues;

/* False when out of memory; noc_core_queues_clear frees what there is either way. */
bool noc_core_queues_make(noc_core_queues *queues, uint32_t cores, uint32_t places);
void noc_core_queues_clear(noc_core_queues *queues);

/* A packet comes to a core: true if that has a place for it, which it takes. */
bool noc_core_queues_enter(noc_core_queues *queues, uint32_t core, uint64_t now, unsigned flits);

/* ---- order of replies ----------------------------------------------------------------------- */

/* No reply passes an earlier one to the same core and for the same line of memory (dapper 4.2.2).
 *
 * A packet that was sent and is not acknowledged may have to go again, so until it is acknowledged
 * no later one that has its core and line is sent. Lines are known in the closed loop only
 * (noc_ports.lines): elsewhere each packet is of a line of its own. */
typedef struct noc_reply_order {
    const noc_ports *ports; /* borrowed */
    uint32_t places;        /* packets of a memory node that may be open */
    uint32_t *open; /* packets of each memory node that were sent and are not acknowledged */
    uint32_t *count;
} noc_reply_order;

/* False when out of memory; noc_reply_order_clear frees what there is either way. */
bool noc_reply_order_make(noc_reply_order *order, const noc_ports *ports, uint32_t places);
void noc_reply_order_clear(noc_reply_order *order);

/* True if packets have lines, so that there is an order to keep. */
static inline bool noc_reply_order_is_kept(const noc_reply_order *order)
{
    return order->open != NULL;
}

/* A packet of a memory node was sent, again perhaps; and was acknowledged. */
void noc_reply_order_sent(noc_reply_order *order, uint32_t memory, uint32_t packet);
void noc_reply_order_acknowledged(noc_reply_order *order, uint32_t memory, uint32_t packet);

/* Brings the first packet of a memory node's line that may be sent to its front. False: none
 * may. */
bool noc_reply_order_raise(const noc_reply_order *order, uint32_t memory, noc_packet_line *line);

/* ---- receipts ------------------------------------------------------------------------------- */

typedef struct noc_receipts {
    noc_hub *hub; /* borrowed */
    const noc_overlay *overlay;
    double flit_bits;
    noc_random random; /* for bit errors */
    noc_core_queues cores;
    noc_reply_order order;
} noc_receipts;

/* Receipts of an overlay network with acknowledgements. False when out of memory;
 * noc_receipts_clear frees what there is either way. */
bool noc_receipts_make(noc_receipts *receipts, noc_hub *hub, uint16_t network, uint64_t seed);
void noc_receipts_clear(noc_receipts *receipts);

/* The last flit of a packet comes in this cycle: who it comes to whole, and has room for it, gets
 * it. It is delivered when all have. */
void noc_receipts_arrive(noc_receipts *receipts, uint32_t packet);

#endif
