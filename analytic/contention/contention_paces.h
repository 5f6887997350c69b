/* analytic/contention/contention_paces.h: pace at which packets of the contention model's queues
 * follow each other, with nothing else in their way: as credits come back, as slow channels carry
 * them, as inputs use an output in turn, and for the least time that VCs are owned. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H

#include "analytic/contention/contention_state.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* Cycles per flit of the queue's channel, and of the crossbar's port that sends it. */
static inline double noc_flit_takes(const noc_class_queue *queue, const noc_network *network)
{
    return queue->speed.slowed * (queue->injects ? 1.0 : noc_network_flit_cycles(network));
}

/* Least cycles per flit behind the channel: of a crossbar's port, or of the terminal that it
 * ejects to. Where the channel brings several flits per cycle, a crossbar of several steps accepts
 * one in each step. */
static inline double noc_flit_taken(const noc_class_queue *queue, const noc_network *network)
{
    const double wide = min_of(queue->speed.each, 1.0);
    if (queue->ejects) return wide;
    const double steps = wide < 1.0 ? queue->speed.steps : 1.0;
    return noc_network_flit_cycles(network) / steps;
}

/* Cycles in which a packet of `flits` flits is sent into an empty buffer; `spare`: part of them
 * that the sender would not need. */
double noc_sending_time(const noc_class_queue *queue, const noc_network *network, double flits,
                        double *spare);

/* Cycles from packet to packet of an endless stream of such packets through one VC. */
double noc_sending_period(const noc_class_queue *queue, const noc_network *network, unsigned flits);

/* Fills in the speed of a queue's channel: a flit per cycle, or another rate, less a share of
 * NOC_DERATED_SHARE for channels of the derated kinds. */
void noc_contention_describe_speed(const noc_contention *c, noc_class_queue *queue);

/* Counts packets, and waits for channels, in the time that these channels need per flit. */
void noc_contention_slow_channels(noc_contention *c);

/* Fills in the paces of all queues and transitions, which have to be described and derated. False
 * when out of memory. */
bool noc_contention_find_paces(noc_contention *c);

#endif
