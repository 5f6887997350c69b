/* design/memory/replies.h: settings of memory nodes' replies in the closed loop: their order
 * (rapid18 4.2.4), their queues, and the merging of replies into one packet (dapper 4.2). */
#ifndef NOC_DESIGN_MEMORY_REPLIES_H
#define NOC_DESIGN_MEMORY_REPLIES_H

#include "design/design.h"

typedef enum noc_replies_order {
    NOC_REPLIES_FIFO,        /* one queue, in order of arrival */
    NOC_REPLIES_BURST_FIRST, /* replies of bursts first, from a queue of their own */
} noc_replies_order;

/* True if replies of bursts have priority over others. */
static inline bool noc_has_burst_priority(const noc_memory_spec *memory)
{
    return memory->reply_order == NOC_REPLIES_BURST_FIRST;
}

/* True if replies with similar data are merged into one packet. */
static inline bool noc_replies_are_coalesced(const noc_memory_spec *memory)
{
    return memory->approximable_share > 0.0 && memory->match_share > 0.0;
}

/* Conditions: no replies are coalesced; no replies are coalesced, and the scheduler does not
 * separate approximable accesses; bursts come only from the scheduler, and the model leaves them
 * out. */
#define NOC_UNREAD_RARE_BURSTS "bursts are taken to be rare (nocsight sample reads it)"
extern const noc_unread_condition noc_unread_no_coalescing, noc_unread_exact_data,
    noc_unread_only_bursts;

/* True if a request has a reply packet. */
static inline bool noc_has_reply(const noc_memory_spec *memory, bool write)
{
    return !write || memory->write_replies;
}

/* Returns the output error of an application, %, at a threshold of the data error, % (at most
 * NOC_ERROR_THRESHOLD_MAX), where replies are coalesced. Values are means of dapper's applications,
 * linear between its thresholds (dapper 5.7: 2.3 at 10; 5.2 and Fig. 9b: 2.3 is 15 % above the
 * error at 5, and 15 and 20 have 2.3 and 2.7 times the error at 5; the sign of the last two is lost
 * in the text, and read as "times"). */
enum { NOC_ERROR_THRESHOLD_MAX = 20 };
double noc_output_error(double threshold);

/* Returns the number of replies that a memory node can hold: memory.reply_queue, or the sum of the
 * two queues of bursts and others, or the output queue of an overlay that carries replies, if set
 * (dapper 4.2.2: larger by the packets that wait for acknowledgement). */
int noc_reply_capacity(const noc_design *design);

/* Settings of a design that hold the capacity of a memory node's reply queues, to be changed: one
 * or two; unused entries are NULL. */
typedef struct noc_reply_queue_keys {
    int *capacities[2];
} noc_reply_queue_keys;

noc_reply_queue_keys noc_reply_find_queues(noc_design *design);

/* Returns the reply capacity by which windows of overlays are weighted (design/overlay.h):
 * noc_reply_capacity without output queues. */
int noc_reply_queue_capacity(const noc_memory_spec *memory);

/* Reports conflicts among the settings of replies. */
void noc_replies_check(const noc_design *design, noc_diag *diag);

#endif
