/* sampler/policies/reply_queues.h: the replies of a memory node that wait for its port: replies of
 * bursts apart (rapid18 4.4), and replies that leave together (dapper).
 *
 * Bursts go first, but for one normal reply after `burst_share` of them in a row. A reply keeps its
 * place until its tail has left. In a cycle first the port takes a reply if it is free, then
 * replies come from memory, in order: one whose queue is full waits outside, and all behind it. */
#ifndef NOC_SAMPLER_POLICIES_REPLY_QUEUES_H
#define NOC_SAMPLER_POLICIES_REPLY_QUEUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "sampler/policies/ring.h"

/* ---- at the core ---------------------------------------------------------------------------- */

/* A network interface's memory of its core's requests. */
typedef struct noc_burst_run {
    uint64_t last; /* cycle of the request before */
    bool began;    /* there is one */
} noc_burst_run;

/* True if a request that is handed over now belongs to a burst: at most `burst_cycles` after the
 * one before. */
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
    bool one;                           /* for all, in order of arrival: the normal one */
    uint32_t share;                     /* bursts in a row at most, while normal replies wait */
    uint32_t run;                       /* bursts in a row, up to that */
    uint32_t leaving[NOC_REPLY_QUEUES]; /* places of replies that the port has */
} noc_reply_queues;

/* A reply that waits, by its place in its queue. */
typedef struct noc_reply_pick {
    noc_reply_kind kind;
    uint32_t place;
} noc_reply_pick;

/* Replies of a single queue are all normal ones. */
static inline noc_reply_kind noc_reply_kind_of(const noc_reply_queues *replies, bool burst)
{
    return burst && !replies->one ? NOC_BURST_REPLIES : NOC_NORMAL_REPLIES;
}

/* Two queues over so many places, at least 1 each, and a share of at least 1. */
void noc_reply_queues_start(noc_reply_queues *replies, uint32_t *burst_places,
                            uint32_t burst_capacity, uint32_t *normal_places,
                            uint32_t normal_capacity, uint32_t share);

/* One queue for all. */
void noc_reply_queue_start(noc_reply_queues *replies, uint32_t *places, uint32_t capacity);

/* True if a reply can join its queue. */
bool noc_reply_queues_have_room(const noc_reply_queues *replies, bool burst);

/* True if the node may take a request: no queue is full. (Nor may a reply wait outside.) */
bool noc_reply_queues_are_open(const noc_reply_queues *replies);

/* There must be room. */
void noc_reply_queues_join(noc_reply_queues *replies, uint32_t reply, bool burst);

/* True if the port can take a reply. */
typedef bool noc_reply_fit(const void *context, uint32_t reply);

/* The reply that goes next, of those that fit (NULL: all do). False: there is none. */
bool noc_reply_queues_look(const noc_reply_queues *replies, noc_reply_fit *fits,
                           const void *context, noc_reply_pick *pick);

/* The port takes it. It keeps its place (`leaving`) until its tail has
 * left. */
uint32_t noc_reply_queues_take(noc_reply_queues *replies, noc_reply_pick pick);

/* ---- data approximator ---------------------------------------------------------------------- */

/* Replies whose data is about the same leave as one. When the network interface can take a packet
 * it goes to the core of the first reply that waits; if that one is approximable, also to those of
 * the approximable replies among the next check_depth - 1 that match it, with its data. */

/* Data decide whether two replies match, or chance. */
typedef struct noc_matching {
    double
        threshold; /* difference, as a percentage of the first's value, that must not be reached */
    double probability; /* where there is no data */
    noc_random *random; /* generator of chance; NULL: data decide */
} noc_matching;

typedef struct noc_approximable_reply {
    uint32_t reply; /* the caller's number */
    bool approximable;
    const double *values; /* NULL where chance decides */
    size_t value_count;
} noc_approximable_reply;

/* Takes the first reply of a queue (oldest first, at least one in it) and those that go with it.
 * The others move up. `taken` has place for check_depth. Returns how many were taken, the first one
 * first. */
size_t noc_approximator_take(noc_approximable_reply *queue, size_t *count, size_t check_depth,
                             const noc_matching *matching, uint32_t *taken);

/* Cycles from one packet to the next: the network interface's for that packet, and the look at the
 * queue, which goes on meanwhile, if the next one's first reply is approximable. */
static inline uint64_t noc_approximator_spacing(uint64_t transmission, bool approximable,
                                                uint64_t check_depth)
{
    return approximable && check_depth > transmission ? check_depth : transmission;
}

#endif
