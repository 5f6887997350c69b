/* sampler/policies/reply_queues.h: replies of a memory node that wait for its port: replies of
 * bursts in a queue of their own (rapid18 4.4), and replies that leave together (dapper).
 *
 * Replies of bursts go first; after `burst_share` of them in a row one normal reply goes. A reply
 * keeps its place until its tail has left. In a cycle the port first takes a reply if it is free,
 * then replies come from memory, in order: a reply whose queue is full waits outside, with all
 * replies behind it. */
#ifndef NOC_SAMPLER_POLICIES_REPLY_QUEUES_H
#define NOC_SAMPLER_POLICIES_REPLY_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "sampler/policies/ring.h"

/* ---- at the core ---------------------------------------------------------------------------- */

/* A network interface's record of its core's requests. */
typedef struct noc_burst_run {
    uint64_t last; /* cycle of the previous request */
    bool began;    /* previous request exists */
} noc_burst_run;

/* True if a request that is handed over now belongs to a burst: at most `burst_cycles` after the
 * previous one. */
static inline bool noc_burst_continues(noc_burst_run *run, uint64_t now, uint64_t burst_cycles)
{
    const bool burst = run->began && now - run->last <= burst_cycles;
    *run = (noc_burst_run){now, true};
    return burst;
}

/* ---- at the memory node --------------------------------------------------------------------- */

typedef enum noc_reply_kind {
    NOC_NORMAL_REPLIES,
    NOC_BURST_REPLIES,
    NOC_REPLY_QUEUES
} noc_reply_kind;

typedef struct noc_reply_queues {
    noc_ring queues[NOC_REPLY_QUEUES];
    bool one;       /* one queue for all replies, in order of arrival: the normal one */
    uint32_t share; /* upper bound of burst replies in a row, while normal replies wait */
    uint32_t run;   /* burst replies in a row so far, at most `share` */
    uint32_t leaving[NOC_REPLY_QUEUES]; /* places of replies that the port has, in each queue */
} noc_reply_queues;

/* A waiting reply, by its place in its queue. */
typedef struct noc_reply_pick {
    noc_reply_kind kind;
    uint32_t place;
} noc_reply_pick;

/* Kind of a reply; where there is one queue, all replies are normal. */
static inline noc_reply_kind noc_reply_kind_of(const noc_reply_queues *replies, bool burst)
{
    return burst && !replies->one ? NOC_BURST_REPLIES : NOC_NORMAL_REPLIES;
}

/* Starts two queues with `burst_capacity` and `normal_capacity` places, at least 1 each, and a
 * share of at least 1. */
void noc_reply_queues_start(noc_reply_queues *replies, uint32_t *burst_places,
                            uint32_t burst_capacity, uint32_t *normal_places,
                            uint32_t normal_capacity, uint32_t share);

/* Starts one queue for all replies. */
void noc_reply_queue_start(noc_reply_queues *replies, uint32_t *places, uint32_t capacity);

/* True if a reply can join its queue. */
bool noc_reply_queues_have_room(const noc_reply_queues *replies, bool burst);

/* True if the node may accept a request: no queue is full. (A reply that waits outside also forbids
 * it; the caller checks that.) */
bool noc_reply_queues_are_open(const noc_reply_queues *replies);

/* Adds a reply to its queue; there must be room. */
void noc_reply_queues_join(noc_reply_queues *replies, uint32_t reply, bool burst);

/* True if the port can accept a reply. */
typedef bool noc_reply_fit(const void *context, uint32_t reply);

/* Finds the next reply to go, among the replies that fit (NULL: all do). False: there is none. */
bool noc_reply_queues_look(const noc_reply_queues *replies, noc_reply_fit *fits,
                           const void *context, noc_reply_pick *pick);

/* Takes a reply for the port. The reply keeps its place (`leaving`) until its tail has left. */
uint32_t noc_reply_queues_take(noc_reply_queues *replies, noc_reply_pick pick);

/* ---- data approximator ---------------------------------------------------------------------- */

/* Replies with approximately equal data leave as one packet. When the network interface can accept
 * a packet, the packet goes to the core of the first waiting reply. If that reply is approximable,
 * its data also goes to the cores of the approximable replies that match it, among the next
 * check_depth - 1. */

/* Criterion for the match of two replies: their data, or chance. */
typedef struct noc_matching {
    /* difference of matching values, as a percentage of the first value; exclusive */
    double threshold;
    double probability; /* probability of a match, where chance decides */
    noc_random *random; /* generator of chance; NULL: data decide */
} noc_matching;

typedef struct noc_approximable_reply {
    uint32_t reply; /* caller's number of the reply */
    bool approximable;
    const double *values; /* data; NULL where chance decides */
    size_t value_count;
} noc_approximable_reply;

/* Takes the first reply of a queue (oldest first, at least one in it), and the replies that leave
 * with it. The others move up. `taken` has room for check_depth. Returns the number of replies
 * taken; the first reply is taken[0]. */
size_t noc_approximator_take(noc_approximable_reply *queue, size_t *count, size_t check_depth,
                             const noc_matching *matching, uint32_t *taken);

/* Cycles from one packet to the next: the first packet's transmission, or the look at the queue,
 * which runs at the same time, if that takes longer and the next packet's first reply is
 * approximable. */
static inline uint64_t noc_approximator_spacing(uint64_t transmission, bool approximable,
                                                uint64_t check_depth)
{
    return approximable && check_depth > transmission ? check_depth : transmission;
}

#endif
