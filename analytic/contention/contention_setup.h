/* analytic/contention/contention_setup.h: what the contention model needs of a system that does not
 * depend on the load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H

#include "analytic/contention/contention.h"

/* The contention of a system, with 5 % less of the channels of a set of kinds
 * (network/graph/resources.h; 0: of none), which does not change states. NULL when out of memory.
 * System and map must outlive it. */
noc_contention *noc_contention_new(const noc_system *system, const noc_flow_map *map,
                                   unsigned derated);
void noc_contention_free(noc_contention *c);

#endif
