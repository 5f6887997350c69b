/* analytic/loop/closed_replies.h: effects of replies that wait at their memory nodes, in the
 * closed loop's model: which replies go first, and how many as one packet
 * (design/memory/replies.h). */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_REPLIES_H
#define NOC_ANALYTIC_LOOP_CLOSED_REPLIES_H

#include "analytic/loop/closed_state.h"

/* Share of the requests that belong to bursts, at a rate of each core. 0 where no order asks for
 * it. */
double noc_closed_bursts(const noc_closed_state *l, double rate);

/* Requests whose replies a memory node has places for, if a share `bursts` of them belongs to
 * bursts: when one of two queues is full the node stalls, even if the other one is not full. */
double noc_closed_reply_places(const noc_system *system, double bursts);

/* Mean replies of a packet while `waiting` replies are at a node, the first one included. 1: no
 * replies are coalesced. */
double noc_closed_group(const noc_closed_state *l, double waiting);

/* Replies that networks carry in packets of `group`, over those carried in single packets. */
double noc_closed_gain(const noc_closed_state *l, double group);

/* Replies per cycle of a memory node whose queue never runs short, and is searched before each
 * packet that may be approximate (sampler/policies/reply_queues.h). INFINITY where no replies are
 * coalesced. */
double noc_closed_looked_through(const noc_closed_state *l);

/* Groups and waits where the loop settles, at a rate of each core and its round trips with and
 * without waits. `used`: utilisation of the resource that accepts replies. */
noc_closed_replies noc_closed_replies_at(const noc_closed_state *l, double rate,
                                         const noc_closed_trip *trip, const noc_closed_trip *idle,
                                         double used);

/* ---- closed forms, whatever the network ------------------------------------------------------ */

/* Mean replies of a packet from a data approximator (sampler/policies/reply_queues.h), while
 * `check_depth` of them, at least 1, wait. `approximable`: share of replies; `match`: probability
 * that two of them match. Exact where all are approximable, and where all of them match; within 4
 * % otherwise. */
double noc_coalesced_group(double approximable, double match, double check_depth);

/* Share of a core's requests that belong to a burst. The core sends with probability `rate` per
 * cycle; a request belongs to a burst if it comes at most `burst_cycles` after the one before. */
double noc_burst_share(double rate, int burst_cycles);

/* Mean waits of replies of bursts, and of other replies, cycles. */
typedef struct noc_reply_waits {
    double burst, normal;
} noc_reply_waits;

/* Waits in cycles (at least 1) at a port of utilisation `used` with a mean wait `mean`. A share
 * `bursts` of the replies belongs to bursts and goes first, except that one other reply goes after
 * `burst_share` of them. Waits lie between those of two strict orders (Cobham 1954). The smaller
 * the others' share of replies is beside their share of turns, 1 / (burst_share + 1), the nearer
 * waits are to the order in which others go first. The steepness is found by the streams of
 * tests/reference/ends, whose bursts' waits are met within 15 % or 0.6 cycles. */
noc_reply_waits noc_reply_waits_apart(double mean, double used, double bursts, int burst_share);

#endif
