/* analytic/contention/contention_paces.h: at what pace packets of the contention model's queues
 * follow each other, nothing else in their way: as credits come back, as slow channels take them,
 * as inputs take turns at an output, as long as VCs are owned at least. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H

#include "analytic/contention/contention_state.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* Cycles that a flit takes of the queue's channel, and of the crossbar's port that sends it. */
static inline double noc_flit_takes(const noc_class_queue *queue, const noc_network *network)
{
    return queue->speed.slowed * (queue->injects ? 1.0 : noc_network_flit_cycles(network));
}

/* Cycles that a flit takes at least of what is behind the channel: of a crossbar's port, or of the
 * terminal that it ejects to. Where the channel brings several flits a cycle a crossbar of several
 * steps takes one in each. */
static inline double noc_flit_taken(const noc_class_queue *queue, const noc_network *network)
{
    const double wide = min_of(queue->speed.each, 1.0);
    if (queue->ejects) return wide;
    const double steps = wide < 1.0 ? queue->speed.steps : 1.0;
    return noc_network_flit_cycles(network) / steps;
}

/* Cycles in which a packet of so many flits is sent into an empty buffer; `spare`: those of them
 * that the sender would not need. */
double noc_sending_time(const noc_class_queue *queue, const noc_network *network, double flits,
                        double *spare);

/* Cycles from packet to packet of an endless stream of these through one VC. */
double noc_sending_period(const noc_class_queue *queue, const noc_network *network, unsigned flits);

/* Fills in the speed of a queue's channel: a flit a cycle, or another rate, less a share of
 * NOC_DERATED_SHARE for channels of the derated kinds. */
void noc_contention_describe_speed(const noc_contention *c, noc_class_queue *queue);

/* Counts packets, and what waits for channels, in the time that these take for a flit. */
void noc_contention_slow_channels(noc_contention *c);

/* Fills in the paces of all queues and transitions, which are described, and derated. False when
 * out of memory. */
bool noc_contention_find_paces(noc_contention *c);

#endif
