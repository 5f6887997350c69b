/* analytic/contention/contention_derated.h: channels that do less than they could. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_DERATED_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_DERATED_H

#include "analytic/contention/contention_state.h"

/* Channels of a set of kinds take as much longer for each flit as a share of NOC_DERATED_SHARE less
 * asks for. */
void noc_contention_slow_channels(noc_contention *c, unsigned derated);

/* How much is used of the fullest station of the networks that have channels of each kind
 * (network/graph/resources.h), as the last sweeps have found it, where that is more than
 * used[NOC_RESOURCES] has. */
void noc_contention_used_of_kinds(noc_contention *c, double *used);

#endif
