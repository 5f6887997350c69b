/* sampler/engines/overlay/receipts.h: what cores answer to the packets of an overlay (dapper 4.2.2).
 *
 * A core acknowledges a packet that came without a bit error and found a place in its queue; else it keeps silent. Acknowledgements leave
 * in the cycle after the packet's last flit came, take as many cycles as that did, and have wires of their own. With the end of
 * the cycle in which it should have come the memory node knows: the packet's entry in its output queue is free, or the packet waits
 * again. A packet to several cores is over when all have acknowledged it; it goes again to those that did not. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H
#define NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H

#include "network/overlay.h"
#include "sampler/engines/hub/due_packets.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/engines/overlay/core_queues.h"
#include "sampler/engines/overlay/reply_order.h"

typedef struct noc_receipts {
    noc_hub *hub; /* borrowed */
    const noc_overlay *overlay;
    double flit_bits;
    noc_random random;   /* for bit errors */
    noc_due_packets due; /* packets, by the cycle in which their answer is known */
    noc_core_queues cores;
    noc_reply_order order;
} noc_receipts;

/* Those of an overlay network with acknowledgements. False when out of memory; noc_receipts_clear frees what there is either way. */
bool noc_receipts_make(noc_receipts *receipts, noc_hub *hub, uint16_t network, uint64_t seed);
void noc_receipts_clear(noc_receipts *receipts);

/* The last flit of a packet comes in this cycle, after so many: whoever it came to whole, and has room for it, gets it. */
void noc_receipts_arrive(noc_receipts *receipts, uint32_t packet, unsigned transit);

/* The first cycle in which an answer is known, noc_never if none is due. */
static inline uint64_t noc_receipts_next(const noc_receipts *receipts)
{
    return noc_due_first(&receipts->due);
}

/* The packet whose answer that is: it was delivered to all and is over, or has to go again. */
uint32_t noc_receipts_take(noc_receipts *receipts);

#endif
