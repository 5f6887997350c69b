/* analytic/contention/class_waits.h: waits by class of traffic, from sweeps with the packets of all
 * classes together.
 *
 * Classes share all virtual channels. Without priorities heads of all classes wait equally long
 * for a VC, and for earlier packets in their own VC; waits for the switch, and for other VCs of
 * the same input, are proportional to a packet's flits. At a source each class has a queue of
 * its own, and the classes use the port in turn, flit by flit. docs/model.md (23a), with
 * priorities (23b). */
#ifndef NOC_ANALYTIC_CONTENTION_CLASS_WAITS_H
#define NOC_ANALYTIC_CONTENTION_CLASS_WAITS_H

#include "analytic/contention/contention_state.h"
#include "analytic/waits.h"

/* Stores in c->class_rates_by_traffic the rates of classes at the queues and transitions of a
 * described contention model, at the present shares of routes. False when out of memory. */
bool noc_class_rates_find(noc_contention *c);

/* Stores in waits->class_network and waits->class_source, [class of traffic], the mean waits of a
 * packet in the last sweep of a network, cycles; and in waits->network and waits->source of
 * requests the means over all classes. */
void noc_class_waits_find(const noc_contention *c, uint32_t network, noc_waits *waits);

/* Finds the mean waits of a packet of a class of traffic from each hop to its destination in the
 * last sweeps; at an injection channel with the wait before injection. `waits`: [hop]: cycles; NAN
 * if the hop's network has no queues. False when out of memory. */
bool noc_route_waits_find(noc_contention *c, uint32_t traffic_class, double *waits);

#endif
