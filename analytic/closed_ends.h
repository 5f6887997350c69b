/* analytic/closed_ends.h: the closed loop, with what stands at its cores' side: clusters behind one
 * port, lines that CTAs share, CTAs that begin and end, kernels that run together. */
#ifndef NOC_ANALYTIC_CLOSED_ENDS_H
#define NOC_ANALYTIC_CLOSED_ENDS_H

#include "analytic/closed_loop.h"

/* Whether a design's cores, which run a workload, are more than warps that run for ever behind a
 * port of their own. */
bool noc_closed_has_ends(const noc_design *design, const noc_workload *workload);

/* The operating point of a workload whose share of reads is that of the curve's system. `told`:
 * what networks and memory nodes take, over what the model says; 1: as it is. */
void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *workload,
                           const noc_closed_terms *terms, double told, noc_closed_point *point);

#endif
