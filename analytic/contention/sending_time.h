/* analytic/contention/sending_time.h: how long it takes to send packets into a buffer whose credits
 * come back, nothing else in the way. */
#ifndef NOC_ANALYTIC_CONTENTION_SENDING_TIME_H
#define NOC_ANALYTIC_CONTENTION_SENDING_TIME_H

#include "analytic/contention/contention_state.h"

/* Cycles in which a packet of so many flits is sent into an empty buffer; `spare`: those of them
 * that the sender would not need. */
double noc_sending_time(const noc_class_queue *queue, const noc_network *network, double flits,
                        double *spare);

/* Cycles from packet to packet of an endless stream of these through one VC. */
double noc_sending_period(const noc_class_queue *queue, const noc_network *network, unsigned flits);

#endif
