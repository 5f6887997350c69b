/* analytic/loop/closed_replies.h: what replies that wait at their memory nodes change in the closed
 * loop's model: which of them go first, and how many as one packet (design/memory/replies.h). */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_REPLIES_H
#define NOC_ANALYTIC_LOOP_CLOSED_REPLIES_H

#include "analytic/loop/closed_state.h"

/* Share of the requests that are of bursts, at a rate of each core. 0 where no order asks. */
double noc_closed_bursts(const noc_closed_state *l, double rate);

/* Requests whose replies a memory node has place for, of which such a share is of bursts: when one
 * of two queues is full the node stalls, and the other one need not be. */
double noc_closed_reply_places(const noc_system *system, double bursts);

/* Replies of a packet while so many wait at a node, the first one among them. 1: none are
 * coalesced. */
double noc_closed_group(const noc_closed_state *l, double waiting);

/* Replies that networks carry in packets of so many, over those that go alone. */
double noc_closed_gain(const noc_closed_state *l, double group);

/* Replies a cycle of a memory node whose queue is never short, which looks at it before each packet
 * that may be approximate (sampler/policies/reply_queues.h). INFINITY where none are coalesced. */
double noc_closed_looked_through(const noc_closed_state *l);

/* Groups and waits where the loop settles: at a rate of each core, with these round trips then and
 * without others, while `used` of what takes replies is used. */
noc_closed_replies noc_closed_replies_at(const noc_closed_state *l, double rate,
                                         const noc_closed_trip *trip, const noc_closed_trip *idle,
                                         double used);

/* ---- closed forms, whatever the network ------------------------------------------------------ */

/* Mean replies of a packet that a data approximator makes (sampler/policies/reply_queues.h), while
 * check_depth of them wait, at least 1: a share is approximable, and two of these match with a
 * probability. Exact where all are approximable, and where all of them match; within 4 %
 * otherwise. */
double noc_coalesced_group(double approximable, double match, double check_depth);

/* Share of the requests of a core that belong to a burst: it sends with probability `rate` a cycle,
 * and a request does so that comes at most `burst_cycles` after the one before. */
double noc_burst_share(double rate, int burst_cycles);

/* Waits of replies of bursts, and of others, cycles. */
typedef struct noc_reply_waits {
    double burst, normal;
} noc_reply_waits;

/* Waits in cycles (at least 1) of a port that is used for a share `used` of the time, and where all
 * wait for `mean` in the mean, of which a share `bursts` is of bursts and goes first, but for one
 * other after `burst_share` of them. Between those of two strict orders (Cobham 1954): others go
 * first the more, the less they have of their turns, 1 in burst_share + 1. How fast that turns is
 * found by the streams of tests/reference/ends, whose bursts wait for as long to 15 % or 0.6
 * cycles. */
noc_reply_waits noc_reply_waits_apart(double mean, double used, double bursts, int burst_share);

#endif
