/* sampler/policies/reply_queues.h: queues of replies that wait for the port of their memory node:
 * detection of bursts, a separate queue for burst replies (rapid18 4.4), and a data approximator,
 * which merges replies into one packet (dapper).
 *
 * Burst replies have priority; after `burst_share` consecutive ones a normal reply is sent. A
 * reply keeps its place until its tail has left. In a cycle the port, if free, first accepts a
 * reply; then replies arrive from memory, in order. A reply whose queue is full waits
 * before the queue and blocks later replies. */
#ifndef NOC_SAMPLER_POLICIES_REPLY_QUEUES_H
#define NOC_SAMPLER_POLICIES_REPLY_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "sampler/policies/ring.h"

/* ---- at the core ---------------------------------------------------------------------------- */

/* Last request of a core at its network interface. */
typedef struct noc_burst_run {
    uint64_t last_cycle; /* cycle of the previous request */
    bool has_begun;      /* core has made a request */
} noc_burst_run;

/* Notes a new request. Returns whether it belongs to a burst: it follows the previous request by at
 * most `burst_cycles` cycles. */
static inline bool noc_burst_extend(noc_burst_run *run, uint64_t now, uint64_t burst_cycles)
{
    const bool is_burst = run->has_begun && now - run->last_cycle <= burst_cycles;
    *run = (noc_burst_run){now, true};
    return is_burst;
}

/* ---- at the memory node --------------------------------------------------------------------- */

typedef enum noc_reply_kind {
    NOC_NORMAL_REPLIES,
    NOC_BURST_REPLIES,
    NOC_REPLY_QUEUES
} noc_reply_kind;

typedef struct noc_reply_queues {
    noc_ring queues[NOC_REPLY_QUEUES];
    bool is_single;       /* single queue for all replies, in order of arrival: the normal queue */
    uint32_t burst_share; /* upper bound of consecutive burst replies while normal replies wait */
    uint32_t consecutive_bursts; /* consecutive burst replies so far, at most burst_share */
    uint32_t held_places[NOC_REPLY_QUEUES]; /* [queue]: places of replies at the port */
} noc_reply_queues;

/* Position of a waiting reply in its queue. */
typedef struct noc_reply_pick {
    noc_reply_kind kind;
    uint32_t place; /* entries ahead of the reply */
} noc_reply_pick;

/* Finds the kind of a reply; with a single queue all replies are normal. */
static inline noc_reply_kind noc_reply_find_kind(const noc_reply_queues *replies, bool burst)
{
    return burst && !replies->is_single ? NOC_BURST_REPLIES : NOC_NORMAL_REPLIES;
}

/* Makes the queues, with places for burst replies and for normal replies. `burst_capacity` 0: one
 * queue for all replies. `burst_share`: at least 1, without effect in one queue. Out of memory:
 * arena->is_short. */
noc_reply_queues noc_reply_queues_make(uint32_t burst_capacity, uint32_t normal_capacity,
                                       uint32_t burst_share, noc_arena *arena);

/* True if a reply can join its queue. */
bool noc_reply_queues_have_room(const noc_reply_queues *replies, bool burst);

/* True if the node may accept a request: no queue is full. The caller checks for replies that
 * wait outside, which also forbid requests. */
bool noc_reply_queues_are_open(const noc_reply_queues *replies);

/* Adds a reply to its queue, which must have room. */
void noc_reply_queues_join(noc_reply_queues *replies, uint32_t reply, bool burst);

/* True if the port can accept a reply. */
typedef bool noc_reply_fit(const void *context, uint32_t reply);

/* Finds the next reply to send, among replies that the port can accept (`fits` NULL: all).
 * False: none. */
bool noc_reply_queues_find(const noc_reply_queues *replies, noc_reply_fit *fits,
                           const void *context, noc_reply_pick *pick);

/* Removes a reply, which goes to the port, from its queue. Returns the reply. Its place stays
 * occupied (`held_places`) until its tail has left; the caller then reduces held_places. */
uint32_t noc_reply_queues_take(noc_reply_queues *replies, noc_reply_pick pick);

/* ---- data approximator ---------------------------------------------------------------------- */

/* Data approximator: replies with approximately equal data leave as one packet. When the network
 * interface can accept a packet, the first waiting reply is sent. If the reply is approximable,
 * its data also goes to the cores of matching approximable replies among the next check_depth -
 * 1. */

/* Criterion for the match of two replies: their data, or chance. */
typedef struct noc_match_criterion {
    /* bound on the difference of matching values, exclusive, % of the first value */
    double threshold;
    double probability; /* match probability, where chance decides */
    noc_random *random; /* random generator; NULL: the data decide */
} noc_match_criterion;

/* Waiting reply, as the approximator sees it. */
typedef struct noc_candidate_reply {
    uint32_t reply;       /* caller's number of the reply */
    bool is_approximable; /* data may be replaced by data of another reply */
    const double *values; /* data; NULL where chance decides */
    size_t value_count;
} noc_candidate_reply;

/* Removes the first reply of a queue (oldest first, not empty), and the replies that leave with
 * it, from the queue. `group_replies` has room for check_depth replies; the first one is
 * group_replies[0]. Returns the number of removed replies. */
size_t noc_approximator_take(noc_candidate_reply *queue, size_t *count, size_t check_depth,
                             const noc_match_criterion *matching, uint32_t *group_replies);

/* Finds the cycles between the starts of two packets: `transmission` cycles of the first packet;
 * or, if the first reply of the next packet is approximable, `check_depth` cycles to check the
 * queue in parallel, if these are more. */
static inline uint64_t noc_approximator_spacing(uint64_t transmission, bool approximable,
                                                uint64_t check_depth)
{
    return approximable && check_depth > transmission ? check_depth : transmission;
}

#endif
