/* analytic/contention/terminal_runs.h: what a terminal loses that always has packets to send, if
 * these are longer than their buffers. */
#ifndef NOC_ANALYTIC_CONTENTION_TERMINAL_RUNS_H
#define NOC_ANALYTIC_CONTENTION_TERMINAL_RUNS_H

#include "network/graph/traffic.h"

/* A terminal, its injection channel and the router behind, all times in cycles. */
typedef struct noc_terminal_run {
    unsigned vcs, inputs;      /* of the channel; crossbar inputs that they are spread over */
    unsigned buffer;           /* flits per VC */
    unsigned apart;            /* from a tail that is sent to the next head, beside one */
    unsigned loop, turnaround; /* credit loop; cycles between packets of an input VC */
    unsigned routed;           /* from a head's arrival to when it asks for the switch */
    unsigned cycles;           /* of the crossbar, for a flit */
    unsigned head_held;        /* and more for a head */
    unsigned onward_loop, onward_routed,
        onward_head_held; /* the same of the channel behind the router */
    int types;            /* of packets */
    unsigned flits[NOC_PACKET_LENGTHS_MAX];
    double share[NOC_PACKET_LENGTHS_MAX]; /* of the packets */
} noc_terminal_run;

/* Cycles that a packet which comes right behind the one before takes longer to send than alone, in
 * the mean, with nothing else in the network: while the rest of one waits for credits in its VC,
 * the next one comes into another VC of the same crossbar input; they meet there, and what leaves
 * late comes late to the terminal, too, as a credit. Counted over a few packets. 0 where buffers
 * are longer than any that is looked at. */
double noc_cycles_lost_in_runs(const noc_terminal_run *run);

#endif
