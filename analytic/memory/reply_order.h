/* analytic/memory/reply_order.h: waits at the port of a memory node that sends replies of bursts
 * first (sampler/policies/reply_queues.h), in closed form. */
#ifndef NOC_ANALYTIC_MEMORY_REPLY_ORDER_H
#define NOC_ANALYTIC_MEMORY_REPLY_ORDER_H

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
