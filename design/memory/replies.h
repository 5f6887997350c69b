/* design/memory/replies.h: how memory nodes of the closed loop send their replies: in which order
 * (rapid18 4.2.4), from how many places, and which of them as one packet (dapper 4.2). */
#ifndef NOC_DESIGN_MEMORY_REPLIES_H
#define NOC_DESIGN_MEMORY_REPLIES_H

#include "design/design.h"

typedef enum noc_replies_order {
    NOC_REPLIES_FIFO,        /* as they come: one queue */
    NOC_REPLIES_BURST_FIRST, /* those of bursts from a queue of their own, before others */
} noc_replies_order;

/* True if replies of bursts go first. */
static inline bool noc_bursts_go_first(const noc_memory_spec *memory)
{
    return memory->reply_order == NOC_REPLIES_BURST_FIRST;
}

/* True if replies whose data is about the same go as one packet. */
static inline bool noc_replies_coalesce(const noc_memory_spec *memory)
{
    return memory->approximable > 0.0 && memory->match > 0.0;
}

/* No replies are coalesced; nor does the scheduler tell accesses whose data may be approximate from
 * others; the scheduler alone does, whose bursts the model leaves out. */
#define NOC_UNREAD_RARE_BURSTS "bursts are taken to be rare (nocsight sample reads it)"
extern const noc_unread_condition noc_unread_nothing_coalesced, noc_unread_nothing_approximated,
    noc_unread_bursts_alone;

/* True if a request is answered with a packet. */
static inline bool noc_is_answered(const noc_memory_spec *memory, bool write)
{
    return !write || memory->write_replies;
}

/* Error of an application's output in per cent, at a threshold in per cent up to that, where
 * replies are coalesced: means of dapper's applications, straight lines between its thresholds
 * (dapper 5.7: 2.3 at 10; 5.2 and Fig. 9b: that is 15 % above the one at 5, of which 15 and 20 have
 * 2.3 and 2.7 times; the sign of the last two is lost in the text, and read so). */
enum { NOC_ERROR_THRESHOLD_MAX = 20 };
double noc_output_error(double threshold);

/* Replies that a memory node has place for: in memory.reply_queue, or in the two queues of
 * bursts and others together; in the output queue of an overlay that carries them, if it has one
 * (dapper 4.2.2: larger by the entries that wait for their acknowledgement). */
int noc_reply_places(const noc_design *design);

/* The settings that have these places, one or two; the second one is NULL if there is none. Of a
 * design that may be changed. */
typedef struct noc_reply_queue_keys {
    int *places[2];
} noc_reply_queue_keys;

noc_reply_queue_keys noc_reply_queues_of(noc_design *design);

/* Replies that windows of overlays are weighed by (design/overlay.h): as above, but for output
 * queues. */
int noc_reply_queue_weighed(const noc_memory_spec *memory);

/* What does not fit together. */
void noc_replies_check(const noc_design *design, noc_diag *diag);

#endif
