/* analytic/contention/contention_paces.h: at what pace packets of the contention model's queues
 * follow each other, nothing else in their way: as credits come back, as slow channels take them,
 * as inputs take turns at an output, as long as VCs are owned at least. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H

#include "analytic/contention/contention_state.h"

/* Cycles in which a packet of so many flits is sent into an empty buffer; `spare`: those of them
 * that the sender would not need. */
double noc_sending_time(const noc_class_queue *queue, const noc_network *network, double flits,
                        double *spare);

/* Cycles from packet to packet of an endless stream of these through one VC. */
double noc_sending_period(const noc_class_queue *queue, const noc_network *network, unsigned flits);

/* Channels of a set of kinds take as much longer for each flit as a share of NOC_DERATED_SHARE less
 * asks for. */
void noc_contention_slow_channels(noc_contention *c, unsigned derated);

/* Fills in the paces of all queues and transitions, which are described, and derated. False when
 * out of memory. */
bool noc_contention_find_paces(noc_contention *c);

#endif
