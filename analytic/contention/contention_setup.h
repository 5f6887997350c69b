/* analytic/contention/contention_setup.h: constants of a system for the contention model, which do
 * not depend on the load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H

#include "analytic/contention/contention.h"

/* Makes the contention of a system. NULL when out of memory. System and map must outlive it. */
noc_contention *noc_contention_new(const noc_system *system, const noc_flow_map *map);
void noc_contention_free(noc_contention *c);

/* Describes the contention anew, in its own memory, with 5 % less of the channels of a set of
 * kinds (network/graph/resources.h; 0: of none). States keep their size; sweeps have to begin
 * again. False when out of memory: then the contention must not be used. */
bool noc_contention_derate(noc_contention *c, unsigned kinds);

#endif
