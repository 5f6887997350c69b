/* analytic/contention/contention_sources.h: constants of terminals' sources that do not depend on
 * the load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SOURCES_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SOURCES_H

#include "analytic/contention/contention_state.h"

/* Stores q->source of a queue behind an injection channel, for packets of a class; all members but
 * port_load and run_loss. */
void noc_contention_describe_source(const noc_contention *c, noc_class class, noc_class_queue *q);

/* Stores source.run_loss of each injection queue with several VCs and packets longer than their
 * buffers, after noc_contention_find_paces. */
void noc_contention_find_run_losses(noc_contention *c);

#endif
