/* analytic/contention/contention.h: waits of packets for each other.
 *
 * A fixed point over the groups of every channel and the pairs through every router (loads.h).
 * Four waits add up to a packet's delay: for the switch against other inputs and against other
 * packets of its own input, for an output VC, behind packets of its own input on their common
 * link, and behind packets of its own input VC; full buffers downstream lengthen the service of
 * every queue upstream. Equations in sweep/; constants that do not depend on the load in
 * contention_setup.c. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_H

#include "analytic/flow_map.h"
#include "analytic/overload.h"
#include "analytic/waits.h"

typedef struct noc_contention noc_contention;

/* Number of networks of the design that have queues, each with all its slices. They share no
 * channels, so each comes to its fixed point by itself: `network` in the functions below counts
 * them from 0 on. */
uint32_t noc_contention_networks(const noc_contention *c);

/* Begins at `rate` packets per cycle of each injecting node, from a state that was saved, or that
 * lies between two saved ones. Nothing is left of earlier rates. */
void noc_contention_begin(noc_contention *c, uint32_t network, double rate, const double *state);

/* Goes on at the same rate, from another state. */
void noc_contention_go_on(noc_contention *c, uint32_t network, const double *state);

/* Makes one sweep nearer to the fixed point, and adds the queues' present waits. */
void noc_contention_sweep(noc_contention *c, uint32_t network, noc_waits *waits);

/* Saves the state after the last sweep; before the first sweep, that of idle queues:
 * noc_contention_state_size doubles, of which the first, which can be compared, are services and
 * stalls, cycles. */
size_t noc_contention_state_size(const noc_contention *c, uint32_t network);
size_t noc_contention_state_compared(const noc_contention *c, uint32_t network);
void noc_contention_save(const noc_contention *c, uint32_t network, double *state);

/* Fills in uses (c->used, c->transitions_used), or waits, of the last sweep
 * (contention_state.h). */
void noc_contention_look_at_use(const noc_contention *c);
void noc_contention_look_at_waits(const noc_contention *c);

/* The most used station of all networks, as their last sweeps found it. */
noc_most_used noc_contention_most_used(const noc_contention *c);

/* Cause that holds packets at a station which overflows at the load of the last sweep: the one
 * with most of the cycles for which a packet holds its VC there beyond those of its flits. Stalls
 * by full buffers are followed to the channel behind which the packet waits. */
noc_ceiling noc_contention_ceiling(const noc_contention *c, noc_most_used overflows);

/* Fills in the profile, at the load of the last sweep. */
void noc_contention_profile(const noc_contention *c, noc_profile *profile);

#endif
