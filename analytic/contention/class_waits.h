/* analytic/contention/class_waits.h: waits by class of traffic, from sweeps with the packets of all
 * classes together.
 *
 * Classes share all virtual channels, so heads of any class wait equally long for a VC, and behind
 * the packets of their own VC. Waits for the switch, and for others of the input on their link, are
 * proportional to a packet's flits. At a source each class has a queue of its own, and the classes
 * use the port in turn, flit by flit. docs/model.md (23a). */
#ifndef NOC_ANALYTIC_CONTENTION_CLASS_WAITS_H
#define NOC_ANALYTIC_CONTENTION_CLASS_WAITS_H

#include "analytic/contention/contention_state.h"
#include "analytic/waits.h"

typedef struct noc_class_rates noc_class_rates;

/* Finds the rates of classes at the queues and transitions of a described contention model. False
 * when out of memory. */
bool noc_class_rates_find(noc_contention *c);
void noc_class_rates_free(noc_class_rates *rates);

/* Finds the waits by class in the last sweep of a network, and the mean waits of requests over the
 * classes. */
void noc_class_waits_find(const noc_contention *c, uint32_t network, noc_waits *waits);

/* Finds the mean waits of a packet of a class of traffic from each hop to its destination in the
 * last sweeps, with waits before injection. `waits`: [hop]: cycles; NAN if the network has no
 * queues. False when out of memory. */
bool noc_way_waits_find(noc_contention *c, uint32_t traffic_class, double *waits);

#endif
