/* analytic/contention/paced_packet.h: what a packet takes that is alone where routers run several
 * steps in a cycle, or channels take others than a flit in each (network/graph/pace.h): flit by
 * flit. */
#ifndef NOC_ANALYTIC_CONTENTION_PACED_PACKET_H
#define NOC_ANALYTIC_CONTENTION_PACED_PACKET_H

#include "network/graph/system.h"

/* Cycles from the creation of a packet in cycle `created` to its last flit's ejection, on the path
 * that starts with hop `first`. NAN when out of memory. */
double noc_paced_packet(const noc_system *system, uint32_t first, unsigned flits, uint64_t created);

/* docs/model.md (5): the mean over the cycles of a period of the routers' steps (of the first 64 if
 * it is longer). */
double noc_paced_packet_mean(const noc_system *system, uint32_t first, unsigned flits);

#endif
