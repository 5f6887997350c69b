/* analytic/loop/closed_cores.h: the closed loop with its cores' side: clusters behind one port,
 * lines that CTAs share, CTAs that begin and end, kernels that run together. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_H

#include "analytic/loop/closed_loop.h"

/* True if a design's cores, which run a workload, are more than warps that run for ever behind a
 * port of their own. */
bool noc_closed_has_core_groups(const noc_design *design, const noc_workload *workload);

/* The cores of a design that run a workload. */
typedef struct noc_closed_cores noc_closed_cores;

/* Makes the cores of a design, which borrow both. NULL when out of memory. */
noc_closed_cores *noc_closed_cores_new(const noc_design *design, const noc_workload *workload);
void noc_closed_cores_free(noc_closed_cores *cores);

/* The operating point of a workload whose share of reads is that of the curve's system.
 * `predicted`: capacity of networks and memory nodes over the model's; 1: the model's. The lines
 * that cores share depend on their pace, and are found again where the loop settles, `rounds`
 * times; a second call begins where the first one settled. */
void noc_closed_cores_solve(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_closed_terms *terms, double predicted, int rounds,
                            noc_closed_point *point);

/* Solves as noc_closed_cores_solve does, then runs kernels that end to their end; of several
 * kernels, each alone, too. */
void noc_closed_cores_finish(noc_closed_cores *cores, const noc_open_curve *curve,
                             const noc_closed_terms *terms, double predicted, int rounds,
                             noc_closed_point *point);

/* True if the loop has settled before: the lines that cores share are about known. */
bool noc_closed_cores_are_known(const noc_closed_cores *cores);

/* True if cores send all requests of their warps; *reads: their share of reads, the workload's. */
bool noc_closed_sends_all(const noc_closed_cores *cores, double *reads);

/* Share of reads among the requests that cores send: reads may be merged, writes are not. */
double noc_closed_sent_reads(noc_closed_cores *cores, const noc_open_curve *curve);

/* The operating point of any workload. */
void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *workload,
                           const noc_closed_terms *terms, double predicted,
                           noc_closed_point *point);

/* Crowded compute nodes. A compute node has as many requests and replies as its CTAs make. Where a
 * CTA scheduler fills some compute nodes and not others, or with other kernels, the channels to
 * these nodes are full while others are idle (cdx19, section 3.5: all CTAs of a small kernel in
 * half of the local crossbars). The open model of such unequal flows finds the network's
 * throughput and packets' waits. */

/* True if compute nodes of a system have unequal shares of the CTAs' requests at first. False when
 * out of memory. */
bool noc_closed_is_crowded(const noc_closed_cores *cores, const noc_system *system);

/* Gives compute nodes their shares: scales the rates of flows from and to each, whose sum stays.
 * False when out of memory: then nothing is changed. */
bool noc_closed_scale_flows(const noc_closed_cores *cores, noc_system *system);

#endif
