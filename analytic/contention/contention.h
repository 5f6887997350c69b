/* analytic/contention/contention.h: contention model: waits of packets for each other in networks
 * of virtual-channel routers.
 *
 * The waits are a fixed point over the groups of every channel and the pairs through every router
 * (loads.h). Four waits add up to a packet's delay: for the switch, against packets of other inputs
 * and of its own; for an output VC; behind packets of its own input on their common link; and
 * behind packets of its own input VC. Full buffers downstream lengthen the service of every queue
 * upstream. sweep/ has the equations, contention_setup.c the constants that do not depend on the
 * load. */
#ifndef NOC_ANALYTIC_CONTENTION_CONTENTION_H
#define NOC_ANALYTIC_CONTENTION_CONTENTION_H

#include "analytic/flow_map.h"
#include "analytic/overload.h"
#include "analytic/waits.h"

typedef struct noc_contention noc_contention;

/* Returns the number of networks with queues; a network has all its slices. Networks share no
 * channels, so each has a fixed point of its own. `network` in the functions below is a number from
 * 0 on. */
uint32_t noc_contention_count(const noc_contention *c);

/* Begins at `rate` packets per cycle of each injecting node, from a saved state, or from a state
 * between two saved ones. Results do not depend on earlier rates. */
void noc_contention_begin(noc_contention *c, uint32_t network, double rate, const double *state);

/* Continues at the same rate, from another state. */
void noc_contention_resume(noc_contention *c, uint32_t network, const double *state);

/* Makes one sweep towards the fixed point, and stores the waits of the network. */
void noc_contention_sweep(noc_contention *c, uint32_t network, noc_waits *waits);

/* Save the state after the last sweep, or the state of idle queues before the first. A state has
 * noc_contention_state_size doubles; the first noc_contention_state_compared of them are services
 * and stalls, cycles, which mixing compares. */
size_t noc_contention_state_size(const noc_contention *c, uint32_t network);
size_t noc_contention_state_compared(const noc_contention *c, uint32_t network);
void noc_contention_save(const noc_contention *c, uint32_t network, double *state);

/* Store the utilisations, or the waits, of the last sweeps of all networks in the contention model,
 * by queue and by transition (contention_state.h). */
void noc_contention_store_use(const noc_contention *c);
void noc_contention_store_waits(const noc_contention *c);

/* Returns the most used station of all networks in their last sweeps. */
noc_busiest_station noc_contention_most_used(const noc_contention *c);

/* Returns the cause that holds packets at a station which overflows at the load of the last sweep:
 * the cause of most of the cycles for which a packet holds its VC there longer than its flits need.
 * Stalls by full buffers are followed to the channel behind which the packet waits. */
noc_ceiling noc_contention_ceiling(const noc_contention *c, noc_busiest_station full_station);

/* Stores the profile (waits.h) at the load of the last sweep. */
void noc_contention_profile(const noc_contention *c, noc_profile *profile);

#endif
