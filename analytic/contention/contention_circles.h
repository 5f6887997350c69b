/* analytic/contention/contention_circles.h: cycles of links, on which waits delay each other until
 * the network jams. docs/model.md (25a). */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_CIRCLES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_CIRCLES_H

#include "analytic/contention/contention_state.h"

/* Stores noc_class_queue.holds_out of all queues: below 1 on cycles of links, and between two
 * cycles. False when out of memory. */
bool noc_contention_find_cycles(noc_contention *c);

#endif
