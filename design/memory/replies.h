/* design/memory/replies.h: replies of memory nodes in the closed loop: their order (rapid18 4.2.4),
 * the capacity of their queues, the merging of replies into one packet, and its error (dapper 4.2),
 * with conditions under which nothing reads these settings. */
#ifndef NOC_DESIGN_MEMORY_REPLIES_H
#define NOC_DESIGN_MEMORY_REPLIES_H

#include "design/design.h"

typedef enum noc_replies_order {
    NOC_REPLIES_FIFO,        /* one queue, served in order of arrival */
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

/* Condition noc_unread_no_coalescing: no replies are coalesced. Condition noc_unread_exact_data:
 * moreover, the scheduler does not separate approximable accesses. Condition
 * noc_unread_rare_bursts: the answer is the model's, which leaves out bursts, and no replies are
 * coalesced. */
#define NOC_UNREAD_RARE_BURSTS "bursts are taken to be rare (nocsight sample reads it)"
extern const noc_unread_condition noc_unread_no_coalescing, noc_unread_exact_data,
    noc_unread_rare_bursts;

/* True if a read, or a write, has a reply packet. */
static inline bool noc_has_reply(const noc_memory_spec *memory, bool is_write)
{
    return !is_write || memory->write_replies;
}

/* Returns the output error of an application, %, where replies are coalesced up to a data error of
 * `threshold`, % (at most NOC_ERROR_THRESHOLD_MAX). Values are means of dapper's applications,
 * linear between its thresholds (dapper 5.7: 2.3 at 10; 5.2 and Fig. 9b: 2.3 is 15 % above the
 * error at 5, and 15 and 20 have 2.3 and 2.7 times the error at 5; the sign of the last two is lost
 * in the text, and read as "times"). */
enum { NOC_ERROR_THRESHOLD_MAX = 20 };
double noc_output_error(double threshold);

/* Returns the number of replies that a memory node can hold: the output queue of an overlay that
 * carries replies, if set (dapper 4.2.2: larger by the packets that wait for acknowledgement), else
 * noc_memory_reply_capacity. */
int noc_reply_capacity(const noc_design *design);

/* Settings of a design, to be changed, that determine noc_reply_capacity: one, or two queues; an
 * unused entry is NULL. */
typedef struct noc_reply_queue_keys {
    int *capacities[2];
} noc_reply_queue_keys;

noc_reply_queue_keys noc_reply_find_queues(noc_design *design);

/* Returns memory.reply_queue, or the sum of the two queues of bursts and of other replies. The
 * windows of overlays are weighted by this capacity, without output queues (design/overlay.h). */
int noc_memory_reply_capacity(const noc_memory_spec *memory);

/* Reports conflicts of an overlay's output queue with other settings of replies to `diag`. */
void noc_replies_check(const noc_design *design, noc_diag *diag);

#endif
