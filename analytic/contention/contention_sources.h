/* analytic/contention/contention_sources.h: constants for waits at sources, which do not depend on
 * the load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SOURCES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SOURCES_H

#include "analytic/contention/contention_state.h"

/* Stores the source of a queue behind an injection channel, for packets of a class. */
void noc_contention_describe_source(const noc_contention *c, noc_class class, noc_class_queue *q);

/* Stores the cycles lost in runs of packets behind each injection channel with packets longer than
 * their buffers, once noc_contention_find_paces is done. */
void noc_contention_find_lost_in_runs(noc_contention *c);

#endif
