/* analytic/contention/contention_paces.h: at what pace packets of the contention model's queues
 * follow each other, nothing else in their way: as credits come back, as terminals send runs, as
 * inputs take turns at an output, as long as VCs are owned at least. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_PACES_H

#include "analytic/contention/contention_state.h"

/* Of all queues and transitions, which are described, and derated. False when out of memory. */
bool noc_contention_find_paces(noc_contention *c);

#endif
