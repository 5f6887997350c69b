/* analytic/loop/closed_cores.h: the closed loop, with what stands at its cores' side: clusters
 * behind one port, lines that CTAs share, CTAs that begin and end, kernels that run together. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_H

#include "analytic/loop/closed_loop.h"

/* True if a design's cores, which run a workload, are more than warps that run for ever behind a
 * port of their own. */
bool noc_closed_has_core_groups(const noc_design *design, const noc_workload *workload);

/* The cores of a design that run a workload. */
typedef struct noc_closed_cores noc_closed_cores;

/* NULL: out of memory. Both are borrowed. */
noc_closed_cores *noc_closed_cores_new(const noc_design *design, const noc_workload *workload);
void noc_closed_cores_free(noc_closed_cores *cores);

/* The operating point of a workload whose share of reads is that of the curve's system.
 * `predicted`: capacity of networks and memory nodes over the model's; 1: as it is. What cores
 * share depends on their pace, and is looked at again where they settle, `rounds` times; a second
 * call begins where the first one settled. */
void noc_closed_cores_solve(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_closed_terms *terms, double predicted, int rounds,
                            noc_closed_point *point);

/* Solves like that, and kernels that end are run to their end, several each alone, too. */
void noc_closed_cores_finish(noc_closed_cores *cores, const noc_open_curve *curve,
                             const noc_closed_terms *terms, double predicted, int rounds,
                             noc_closed_point *point);

/* True if they have settled before: what they share is known, about. */
bool noc_closed_cores_are_known(const noc_closed_cores *cores);

/* True if such cores send all that their warps ask for, so that its share of reads is that of the
 * workload: *reads. */
bool noc_closed_sends_all(const noc_closed_cores *cores, double *reads);

/* Share of reads of what such cores send: reads may be merged, writes are not. */
double noc_closed_sent_reads(noc_closed_cores *cores, const noc_open_curve *curve);

/* The operating point of any workload. */
void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *workload,
                           const noc_closed_terms *terms, double predicted,
                           noc_closed_point *point);

/* CTAs that crowd: requests and replies of a compute node are as many as its CTAs make. Where a CTA
 * scheduler fills some compute nodes and not others, or with other kernels, the channels that lead
 * there are full while others have nothing (cdx19, section 3.5: all of a small kernel in half of
 * the local crossbars). The open model of flows that differ so tells what the network takes, and
 * how long packets wait. */

/* True if compute nodes of a system have unequal shares of the CTAs' requests at first. No when out
 * of memory. */
bool noc_closed_is_crowded(const noc_closed_cores *cores, const noc_system *system);

/* Gives them their shares: rates of flows from and to each compute node, whose sum stays as it is.
 * False when out of memory: nothing is changed then. */
bool noc_closed_crowd(const noc_closed_cores *cores, noc_system *system);

#endif
