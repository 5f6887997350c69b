/* analytic/contention/contention_circles.h: utilisation at which cycles of links jam: waits of
 * packets on such a cycle delay each other. docs/model.md (25a). */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_CIRCLES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_CIRCLES_H

#include "analytic/contention/contention_state.h"

/* Stores noc_class_queue.jam_level of all queues: at most 1; below 1 on cycles of links that can
 * jam, and on links from one such cycle to another. False when out of memory. */
bool noc_contention_find_cycles(noc_contention *c);

#endif
