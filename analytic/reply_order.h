/* analytic/reply_order.h: waits at the port of a memory node that sends replies of bursts first
 * (sampler/nodes/reply_queues.h), in closed form. */
#ifndef NOC_ANALYTIC_REPLY_ORDER_H
#define NOC_ANALYTIC_REPLY_ORDER_H

/* Share of the requests of a core that belong to a burst: it sends with probability `rate` a cycle,
 * and a request does so that comes at most `burst_cycles` after the one before. */
double noc_burst_share(double rate, int burst_cycles);

/* Mean wait in cycles of all replies, from one Bernoulli trial a cycle and class, of `flits` cycles
 * each, in queues without end. Any order has the same mean (conservation: the port is never idle
 * while one waits). INFINITY where the port is overloaded. */
double noc_reply_wait(double burst_rate, double normal_rate, double flits);

#endif
