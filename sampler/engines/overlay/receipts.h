/* sampler/engines/overlay/receipts.h: acknowledgements of the packets of an overlay (dapper 4.2.2):
 * the queues of its cores, the order of its replies, and the answers of cores to memory nodes.
 *
 * A core acknowledges a packet that came without a bit error and found a place in the core's queue;
 * else the core keeps silent. An acknowledgement leaves in the cycle after the packet's last flit
 * came, travels as many cycles as the flit did, and has wires of its own. At the end of the cycle
 * in which it should arrive the memory node frees the packet's entry in its output queue, or lets
 * the packet wait again. A packet to several cores is finished when all have acknowledged it; it is
 * sent again to cores that did not. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H
#define NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "design/overlay.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/ports/ports.h"

/* ---- queues of cores ------------------------------------------------------------------------ */

/* Packets that an overlay brought to a core, limited in number (network.core_queue). The core
 * removes them in order, a flit a cycle of the network, from the cycle after their arrival on: as
 * fast as its local port could bring them. A packet's place is free when its last flit is out. */
typedef struct noc_core_queue {
    uint32_t first, count;
    uint64_t free_at; /* first cycle without the last packet */
} noc_core_queue;

typedef struct noc_core_queues {
    uint32_t places; /* places of each core; 0: unlimited */
    noc_core_queue *all;
    uint64_t *gone; /* rings of cycles, of each packet the first one without it */
} noc_core_queues;

/* Makes the queues of all cores. False when out of memory; noc_core_queues_clear frees all that was
 * made in either case. */
bool noc_core_queues_make(noc_core_queues *queues, uint32_t cores, uint32_t places);
void noc_core_queues_clear(noc_core_queues *queues);

/* Adds a packet to a core's queue. Returns false if the queue is full. */
bool noc_core_queues_enter(noc_core_queues *queues, uint32_t core, uint64_t now, unsigned flits);

/* ---- order of replies ----------------------------------------------------------------------- */

/* No reply passes an earlier one to the same core and for the same line of memory (dapper 4.2.2).
 *
 * A packet that was sent may have to be sent again, so no later packet to its core and line is sent
 * until it is acknowledged. Lines are known in the closed loop only (noc_ports.lines): elsewhere
 * each packet has a line of its own. */
typedef struct noc_reply_order {
    const noc_ports *ports; /* borrowed */
    uint32_t places;        /* packets of a memory node that may be sent and not yet acknowledged */
    /* packets of each memory node that were sent and are not acknowledged */
    uint32_t *open;
    uint32_t *count;
} noc_reply_order;

/* Makes the order of replies. False when out of memory; noc_reply_order_clear frees all that was
 * made in either case. */
bool noc_reply_order_make(noc_reply_order *order, const noc_ports *ports, uint32_t places);
void noc_reply_order_clear(noc_reply_order *order);

/* True if packets have lines, so that there is an order to keep. */
static inline bool noc_reply_order_is_kept(const noc_reply_order *order)
{
    return order->open != NULL;
}

/* Notes that a packet of a memory node was sent, for the first time or again, or was
 * acknowledged. */
void noc_reply_order_sent(noc_reply_order *order, uint32_t memory, uint32_t packet);
void noc_reply_order_acknowledged(noc_reply_order *order, uint32_t memory, uint32_t packet);

/* Moves the first packet of a memory node's line that may be sent to the line's front. Returns
 * false if none may be sent. */
bool noc_reply_order_raise(const noc_reply_order *order, uint32_t memory, noc_packet_line *line);

/* ---- receipts ------------------------------------------------------------------------------- */

typedef struct noc_receipts {
    noc_hub *hub; /* borrowed */
    const noc_overlay *overlay;
    double flit_bits;
    noc_random random; /* random numbers for bit errors */
    noc_core_queues cores;
    noc_reply_order order;
} noc_receipts;

/* Makes the receipts of an overlay network with acknowledgements. False when out of memory;
 * noc_receipts_clear frees all that was made in either case. */
bool noc_receipts_make(noc_receipts *receipts, noc_hub *hub, uint16_t network, uint64_t seed);
void noc_receipts_clear(noc_receipts *receipts);

/* Receives the last flit of a packet in this cycle: each destination that gets the packet without a
 * bit error, and has room for it, keeps it. The packet is delivered when all destinations have
 * it. */
void noc_receipts_arrive(noc_receipts *receipts, uint32_t packet);

#endif
