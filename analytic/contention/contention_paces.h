/* analytic/contention/contention_paces.h: times of packets in an idle network: sending, credits,
 * ownership of VCs; and the shares of inputs that use an output in turn. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H

#include "analytic/contention/contention.h"

typedef struct noc_class_queue noc_class_queue;

/* Pace of a channel, and of the crossbars at both of its ends. */
typedef struct noc_channel_pace {
    /* `slowdown`: cycles per flit, derating included; `derating`: cycles per cycle of the channel
     * with its full capacity */
    double slowdown, derating;
    double flit_cycles;     /* cycles per flit of the channel, without derating */
    double steps_per_cycle; /* steps per cycle of the network's routers */
    double steps_per_flit;  /* steps in the time of a flit on the channel */
    double crossbar_inputs; /* crossbar inputs of this port times the steps per cycle */
    /* cycles by which crossbars of several steps per cycle can pass a packet faster than the
     * channel carries it: the one that sends, and the one behind the channel */
    double sender_lead, receiver_lead;
    /* cycles in which a whole packet arrives, at the pace of the slowest channel on its way */
    double arrival_cycles;
    double stretch; /* cycles by which slow channels stretch a packet that meets no other */
} noc_channel_pace;

/* Sending of a packet over the channel into an empty buffer, in an idle network: means over all
 * packets, cycles. At its sender the packet occupies the output VC, or the terminal's port. */
typedef struct noc_sending {
    double cycles, squared_cycles; /* moments of the time to send a packet; cycles^2 */
    double spare_cycles; /* part for which the sender waits for the crossbar behind the channel */
    /* time from packet to packet on one VC, as its credits return (terminals); extra time of a VC
     * that always has packets, if its buffer is shorter than its credit loop (routers) */
    double credit_period, credit_excess;
    double parted_share; /* share of packets between whose flits late credits of a single VC come */
    double long_share;   /* share of packets longer than the buffer */
    double overhang;     /* time of the crossbar for flits after the first that does not fit */
} noc_sending;

/* Returns the cycles by which a router of several steps per cycle can pass a packet faster than the
 * queue's channel sends it; 0 for one step per cycle, where packets wait for the channel. */
double noc_find_crossbar_lead(const noc_class_queue *queue, double flits);

/* Returns the cycles in which a packet of `flits` flits is sent into an empty buffer. *spare: the
 * part of these cycles for which the sender waits for the crossbar behind. */
double noc_find_sending_time(const noc_class_queue *queue, const noc_network *network, double flits,
                             double *spare);

/* Stores queue->sending, once the other constants of the queue are known. */
void noc_contention_describe_sending(const noc_contention *c, noc_class_queue *queue);

/* Stores in queue->pace the cycles per flit of the queue's channel: longer for channels of the
 * derated kinds, which have NOC_DERATED_SHARE less capacity. `steps_per_cycle` is set before. */
void noc_contention_describe_pace(const noc_contention *c, noc_class_queue *queue);

/* Scales the lengths and loads of packets, and the buffers, from flits to cycles of their
 * channels. */
void noc_contention_slow_channels(noc_contention *c);

/* Stores the times and shares of all queues and transitions, after these are described and scaled.
 * False when out of memory. */
bool noc_contention_find_paces(noc_contention *c);

#endif
