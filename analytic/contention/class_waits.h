/* analytic/contention/class_waits.h: waits by class of traffic, in networks whose queues have been
 * swept with the packets of all classes together.
 *
 * Classes share all virtual channels, so a head of any class waits as long for a VC, and behind the
 * packets of its own VC. Waits for the switch, and for others of its input on their link, are in
 * proportion to a packet's flits. At a source each class has a queue of its own, and classes take
 * turns at the port, flit by flit. docs/model.md (23a). */
#ifndef NOC_ANALYTIC_CONTENTION_CLASS_WAITS_H
#define NOC_ANALYTIC_CONTENTION_CLASS_WAITS_H

#include "analytic/contention/contention_state.h"
#include "analytic/waits.h"

typedef struct noc_class_rates noc_class_rates;

/* Finds the rates of classes at queues and transitions, which are described. False when out of
 * memory. */
bool noc_class_rates_make(noc_contention *c);
void noc_class_rates_free(noc_class_rates *rates);

/* Puts waits by class, as the last sweep of a network has found them, and the mean of requests over
 * the classes. */
void noc_class_waits_find(const noc_contention *c, uint32_t network, noc_waits *waits);

/* Waits of a packet of a class of traffic from each hop to the end of its way, those before
 * injection included, as the last sweeps have found them: cycles, by hop; NAN where the network has
 * no queues. False when out of memory. */
bool noc_way_waits_find(noc_contention *c, uint32_t traffic_class, double *waits);

#endif
