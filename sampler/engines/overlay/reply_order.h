/* sampler/engines/overlay/reply_order.h: no reply passes an earlier one to the same core and for
 * the same line of memory (dapper 4.2.2).
 *
 * A packet that was sent and is not acknowledged may have to go again, so until it is acknowledged
 * no later one that has its core and line is sent. Lines are known in the closed loop only
 * (noc_ports.lines): elsewhere each packet is of a line of its own. */
#ifndef NOC_SAMPLER_ENGINES_OVERLAY_REPLY_ORDER_H
#define NOC_SAMPLER_ENGINES_OVERLAY_REPLY_ORDER_H

#include "sampler/ports/ports.h"

typedef struct noc_reply_order {
    const noc_ports *ports; /* borrowed */
    uint32_t places;        /* packets of a memory node that may be open */
    uint32_t *open;         /* by memory node: packets that were sent and are not acknowledged */
    uint32_t *count;
} noc_reply_order;

/* False when out of memory; noc_reply_order_clear frees what there is either way. */
bool noc_reply_order_make(noc_reply_order *order, const noc_ports *ports, uint32_t places);
void noc_reply_order_clear(noc_reply_order *order);

/* Whether packets have lines, so that there is an order to keep. */
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

#endif
