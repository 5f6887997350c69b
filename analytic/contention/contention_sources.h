/* analytic/contention/contention_sources.h: constants of sources, independent of the load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SOURCES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SOURCES_H

#include "analytic/contention/contention.h"
#include "network/kinds/choices.h"

typedef struct noc_class_queue noc_class_queue;

/* Choice among the channels over which the packets of one source queue are spread. */
typedef struct noc_injection_choice {
    /* number of channels; factor on the time per packet (noc_slice_choice_kind) */
    double channels, blocking_share;
    /* time per packet over its time on one channel, if packets draw channels at random */
    double random_overlap;
    noc_spread_rule rule;
} noc_injection_choice;

/* Source of a terminal's packets of one class on one injection channel: the queue of packets that
 * the terminal has created and not sent yet. */
typedef struct noc_source_queue {
    double codec; /* cycles per packet of the codec at the channel's terminal, or receiver */
    /* the terminal's packets of the class, over the packets of the class on this channel */
    double fanout;
    /* cycles for which packets of all classes keep the channel busy, at unit rate */
    double port_load;
    double node_share; /* share of the channel's requests that one node sends; 0 for replies */
    /* cycles^2 that pairs of packets lose by turns at their crossbar input, over their rate */
    double turn_loss;
    /* Replies: `saved_wait` is the wait that spacing by an ejection port saves, as the mean square
     * of the sending time of random packets with an equal wait, cycles^2; `request_cycles`: cycles
     * for which a request keeps the ejection port. */
    double saved_wait, request_cycles;
    /* extra cycles to send a packet right behind another in an idle network */
    double run_loss;
    /* choice among slices, then choice among the ports of a slice */
    noc_injection_choice slices, ports;
} noc_source_queue;

/* Stores the source of a queue behind an injection channel: all members but codec, port_load and
 * run_loss. */
void noc_contention_describe_source(const noc_contention *c, noc_class_queue *queue);

/* Stores the loss of packets right behind each other in the sources of all queues, once their
 * sending times are known. */
void noc_contention_find_run_losses(noc_contention *c);

#endif
