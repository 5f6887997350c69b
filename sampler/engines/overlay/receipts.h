/* sampler/engines/overlay/receipts.h: what cores answer to the packets of an overlay (dapper
 * 4.2.2).
 *
 * A core acknowledges a packet that came without a bit error and found a place in its queue; else
 * it keeps silent. Acknowledgements leave in the cycle after the packet's last flit came, take as
 * many cycles as that did, and have wires of their own. With the end of the cycle in which it
 * should have come the memory node knows: the packet's entry in its output queue is free, or the
 * packet waits again. A packet to several cores is over when all have acknowledged it; it goes
 * again to those that did not. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H
#define NOC_SAMPLER_ENGINES_OVERLAY_RECEIPTS_H

#include "design/overlay.h"
#include "sampler/engines/hub/hub.h"
#include "sampler/engines/overlay/core_queues.h"
#include "sampler/engines/overlay/reply_order.h"

typedef struct noc_receipts {
    noc_hub *hub; /* borrowed */
    const noc_overlay *overlay;
    double flit_bits;
    noc_random random; /* for bit errors */
    noc_core_queues cores;
    noc_reply_order order;
} noc_receipts;

/* Those of an overlay network with acknowledgements. False when out of memory; noc_receipts_clear
 * frees what there is either way. */
bool noc_receipts_make(noc_receipts *receipts, noc_hub *hub, uint16_t network, uint64_t seed);
void noc_receipts_clear(noc_receipts *receipts);

/* The last flit of a packet comes in this cycle: who it comes to whole, and has room for it, gets
 * it. It is delivered when all have. */
void noc_receipts_arrive(noc_receipts *receipts, uint32_t packet);

#endif
