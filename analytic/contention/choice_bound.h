/* analytic/contention/choice_bound.h: what links could carry at most if packets chose best. */
#ifndef NOC_ANALYTIC_CONTENTION_CHOICE_BOUND_H
#define NOC_ANALYTIC_CONTENTION_CHOICE_BOUND_H

#include "analytic/shared_loads.h"

/* Offered load (flits per cycle of an injecting node) beyond which the busiest channel is full
 * whatever the shares of ways are: no network with these routes accepts more. It lies a few per
 * cent above the best shares' at most. NAN when out of memory. docs/model.md (6a). */
double noc_choice_bound(const noc_shared_loads *shared);

#endif
