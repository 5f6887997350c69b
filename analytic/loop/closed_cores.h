/* analytic/loop/closed_cores.h: closed loop of any workload; for compute nodes with a model of
 * their cores: clusters behind one port, lines that CTAs share, CTAs that start and end, kernels
 * that run together. */
#ifndef NOC_ANALYTIC_LOOP_CLOSED_CORES_H
#define NOC_ANALYTIC_LOOP_CLOSED_CORES_H

#include "analytic/loop/closed_loop.h"

/* True if a design with a workload needs noc_closed_cores: clusters, CTAs, several kernels or
 * phases. */
bool noc_closed_has_core_groups(const noc_design *design, const noc_workload *workload);

/* Cores of a design with a workload. */
typedef struct noc_closed_cores noc_closed_cores;

/* Makes the cores, which borrow design and workload, in memory of the arena. NULL when out of
 * memory. */
noc_closed_cores *noc_closed_cores_new(const noc_design *design, const noc_workload *workload,
                                       noc_arena *arena);

/* Finds the operating point of a workload whose share of reads equals that of the curve's system.
 * `predicted_ratio`: capacity of networks and memory nodes over the model's; 1: the model's. Shared
 * lines depend on the rate of CTAs, and are drawn again at the operating point, `rounds` times. A
 * second call starts at the last operating point. */
void noc_closed_cores_solve(noc_closed_cores *cores, const noc_open_curve *curve,
                            const noc_closed_terms *terms, double predicted_ratio, int rounds,
                            noc_closed_point *point);

/* Solves as noc_closed_cores_solve does, then runs finite kernels to their end, and, if there are
 * several kernels, each of them alone. */
void noc_closed_cores_finish(noc_closed_cores *cores, const noc_open_curve *curve,
                             const noc_closed_terms *terms, double predicted_ratio, int rounds,
                             noc_closed_point *point);

/* True if the loop has been solved before, so that shared lines are approximately known. */
bool noc_closed_is_settled(const noc_closed_cores *cores);

/* True if cores send all requests of their warps. *reads: share of reads among the workload's
 * requests. */
bool noc_closed_sends_all_reads(const noc_closed_cores *cores, double *reads);

/* Solves the loop, and returns the share of reads among the requests that cores send. The share is
 * below the workload's if reads are merged, as writes are not. */
double noc_closed_sent_reads(noc_closed_cores *cores, const noc_open_curve *curve);

/* Finds the operating point of any workload. */
void noc_closed_loop_solve(const noc_open_curve *curve, const noc_workload *workload,
                           const noc_closed_terms *terms, double predicted_ratio,
                           noc_closed_point *point);

/* ---- crowded compute nodes ------------------------------------------------------------------ */

/* Crowded compute nodes: a CTA scheduler fills only some compute nodes, or fills them with
 * different kernels. The channels of some nodes are then full while others idle (cdx19, section
 * 3.5: all CTAs of a small kernel in half of the local crossbars), and the open model needs flows
 * with unequal rates. */

/* True if the first CTAs give compute nodes unequal shares of requests. False when out of
 * memory. */
bool noc_closed_is_crowded(const noc_closed_cores *cores, const noc_system *system);

/* Scales the rates of the flows from and to each compute node by its share of requests; the sum
 * stays equal. False, without changes, when out of memory. */
bool noc_closed_scale_flows(const noc_closed_cores *cores, noc_system *system);

#endif
