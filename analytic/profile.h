/* analytic/profile.h: the profile (waits.h) of a design whose queues have been swept. */
#ifndef NOC_ANALYTIC_PROFILE_H
#define NOC_ANALYTIC_PROFILE_H

#include "analytic/contention.h"

/* At the load of the last sweep. */
void noc_contention_profile(const noc_contention *c, noc_profile *profile);

#endif
