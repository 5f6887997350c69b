/* analytic/loop/closed_replies.h: closed-loop model of replies that wait at their memory nodes:
 * priority of bursts, and packets of several replies (design/memory/replies.h). */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_REPLIES_H
#define NOC_ANALYTIC_LOOP_CLOSED_REPLIES_H

#include "analytic/loop/closed_state.h"

/* Share of the requests that belong to bursts, at a rate of each core. 0 unless bursts have
 * priority. */
double noc_closed_burst_share(const noc_closed_state *state, double rate);

/* Places for replies of a memory node, in requests. `burst_requests`: share of requests that belong
 * to bursts. With separate queues for bursts and other replies the node stalls when either queue is
 * full. */
double noc_closed_reply_places(const noc_system *system, double burst_requests);

/* Mean replies per packet with `waiting` replies at a node, the first one included. 1: no replies
 * are coalesced. */
double noc_closed_group_size(const noc_closed_state *state, double waiting);

/* Capacity of networks, in replies, with packets of `group_size` replies, over the capacity with
 * single replies. */
double noc_closed_packet_gain(const noc_closed_state *state, double group_size);

/* Rate of replies, per cycle, of a memory node whose reply queue is full, and is searched before
 * each approximable packet (sampler/policies/reply_queues.h). INFINITY where no replies are
 * coalesced. */
double noc_closed_search_rate(const noc_closed_state *state);

/* Finds replies per packet, and waits, at the operating point. `rate`: requests per cycle of a
 * core; `trip`, `idle`: round trip with and without waits; `utilisation`: utilisation of the
 * resource that accepts replies. */
noc_closed_replies noc_find_closed_replies(const noc_closed_state *state, double rate,
                                           const noc_closed_trip *trip, const noc_closed_trip *idle,
                                           double utilisation);

/* ---- closed forms, independent of the network ------------------------------------------------ */

/* Mean replies per packet of a data approximator (sampler/policies/reply_queues.h) with
 * `check_depth` waiting replies, at least 1. `approximable`: share of approximable replies;
 * `match`: probability that two of these match. Exact if all replies are approximable, or all
 * match; else within 4 %. */
double noc_coalesced_group_size(double approximable, double match, double check_depth);

/* Share of a core's requests that belong to a burst: those at most `burst_cycles` after the last
 * request. `rate`: probability of a request per cycle. */
double noc_burst_share(double rate, int burst_cycles);

/* Mean waits of replies of bursts, and of other replies, cycles. */
typedef struct noc_burst_waits {
    double burst_wait, normal_wait;
} noc_burst_waits;

/* Finds the waits (at least 1) at a port with the mean wait `mean`. `burst_replies`: share of the
 * replies that belong to bursts. Bursts have priority, but one other reply goes after each
 * `burst_share` burst replies. Waits lie between those of strict priority of bursts and of strict
 * priority of the others (Cobham 1954). They are the nearer to the latter, the smaller the others'
 * share of replies is, compared with their share of turns, 1 / (burst_share + 1). The steepness is
 * fitted to the streams of tests/reference/ends, whose burst waits agree within 15 % or 0.6
 * cycles. */
noc_burst_waits noc_find_reply_waits(double mean, double utilisation, double burst_replies,
                                     int burst_share);

#endif
