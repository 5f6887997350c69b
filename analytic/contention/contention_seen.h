/* analytic/contention/contention_seen.h: what packets that choose among links see of them. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_SEEN_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_SEEN_H

#include "analytic/contention/contention_state.h"
#include "analytic/network_model.h"

/* Fills in what is seen of all channels and groups, at the rate of the last sweep. */
void noc_contention_see(const noc_contention *c, double packet_rate, const noc_seen *seen);

#endif
