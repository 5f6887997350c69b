/* analytic/contention/contention_paces.h: times of packets of the contention model's queues in an
 * idle network: cycles to send a packet, at the pace of credits and of slow channels, and cycles
 * for which the packet owns VCs; and the shares of inputs that use an output in turn. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H

#include "analytic/contention/contention_state.h"
#include "base/min_max.h"
#include "network/graph/units.h"

/* Returns the cycles per flit at the sender of the queue's channel: of the channel and, behind a
 * router, of the crossbar port. */
static inline double noc_find_sender_cycles(const noc_class_queue *queue,
                                            const noc_network *network)
{
    return queue->speed.slowdown * (queue->is_injection ? 1.0 : noc_network_flit_cycles(network));
}

/* Returns the cycles per flit behind the queue's channel: of a crossbar port, or of the terminal of
 * an ejection channel. If the channel brings several flits per cycle, a crossbar accepts one in
 * each of its steps. */
static inline double noc_find_receiver_cycles(const noc_class_queue *queue,
                                              const noc_network *network)
{
    const double flit_cycles = min_of(queue->speed.flit_cycles, 1.0);
    if (queue->is_ejection) return flit_cycles;
    const double steps = flit_cycles < 1.0 ? queue->speed.steps_per_cycle : 1.0;
    return noc_network_flit_cycles(network) / steps;
}

/* Returns the cycles in which a packet of `flits` flits is sent into an empty buffer. *spare: the
 * part of these cycles for which the sender waits for the crossbar behind. */
double noc_find_sending_time(const noc_class_queue *queue, const noc_network *network, double flits,
                             double *spare);

/* Returns the cycles from packet to packet of an endless stream of packets through one VC. */
double noc_find_sending_period(const noc_class_queue *queue, const noc_network *network,
                               unsigned flits);

/* Stores in queue->speed the cycles per flit of the queue's channel: longer for channels of the
 * derated kinds, which have NOC_DERATED_SHARE less capacity. `steps_per_cycle` is set before. */
void noc_contention_describe_speed(const noc_contention *c, noc_class_queue *queue);

/* Scales the lengths and loads of packets, and the buffers, from flits to cycles of their
 * channels. */
void noc_contention_slow_channels(noc_contention *c);

/* Stores the times and shares of all queues and transitions, after these are described and scaled.
 * False when out of memory. */
bool noc_contention_find_paces(noc_contention *c);

#endif
