/* network/reply_queue.h: the queue of a memory node's replies: memory.reply_queue, unless an
 * overlay that carries them has an output queue of its own (dapper 4.2.2: larger by the entries
 * that wait for their acknowledgement). */
#ifndef NOC_NETWORK_REPLY_QUEUE_H
#define NOC_NETWORK_REPLY_QUEUE_H

#include "network/design.h"

/* The setting that has its places: of a design that may be changed, and its value. */
int *noc_reply_queue_of(noc_design *design);
int noc_reply_queue(const noc_design *design);

#endif
