/* analytic/memory/coalescing.h: packets that a data approximator makes
 * (sampler/policies/approximator.h), in closed form. */
#ifndef NOC_ANALYTIC_MEMORY_COALESCING_H
#define NOC_ANALYTIC_MEMORY_COALESCING_H

/* Mean replies of a packet while check_depth of them wait, at least 1: a share is approximable, and
 * two of these match with a probability. Exact where all are approximable, and where all of them
 * match; within 4 % otherwise. */
double noc_coalesced_group(double approximable, double match, double check_depth);

#endif
