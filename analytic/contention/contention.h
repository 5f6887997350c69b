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
