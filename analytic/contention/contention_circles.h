/* analytic/contention/contention_circles.h: links that lead on to one another in circles, on which
 * waits hold up each other. docs/model.md (25a). */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_CIRCLES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_CIRCLES_H

#include "analytic/contention/contention_state.h"

/* Fills in noc_class_queue.holds_out of all queues: below 1 on circles of links, and between two
 * circles. False when out of memory. */
bool noc_contention_find_circles(noc_contention *c);

#endif
