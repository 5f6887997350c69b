/* analytic/contention/contention_setup.h: construction of the contention model: the constants of a
 * system that do not depend on the load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SETUP_H

#include "analytic/contention/contention.h"

/* Makes the contention model of a system, without derated channels. NULL when out of memory. System
 * and map must outlive the model. */
noc_contention *noc_contention_new(const noc_system *system, const noc_flow_map *map);
void noc_contention_free(noc_contention *c);

/* Describes the contention model again, in the same memory, at the map's present rates, with 5 %
 * less capacity of the channels of a set of kinds (network/graph/resources.h; 0: no kind). States
 * keep their size; sweeps have to begin again. False when out of memory: the model must not be used
 * then. */
bool noc_contention_derate(noc_contention *c, unsigned kinds);

#endif
