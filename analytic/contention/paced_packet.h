/* analytic/contention/paced_packet.h: zero-load latency of a packet, simulated flit by flit, where
 * routers run several steps per cycle, or channels do not carry exactly one flit per cycle
 * (network/graph/pace.h). */
#ifndef NOC_ANALYTIC_CONTENTION_PACED_PACKET_H
#define NOC_ANALYTIC_CONTENTION_PACED_PACKET_H

#include "network/graph/system.h"

/* Returns the mean cycles from a packet's creation to the ejection of its last flit, on the path
 * that starts with hop `first`, over packets created in `cycles` successive cycles from `created`
 * on. NAN when out of memory. docs/model.md (5). */
double noc_paced_packet_latency(const noc_system *system, uint32_t first, unsigned flits,
                                uint64_t created, unsigned cycles);

/* Returns the cycles after which the steps of the path's routers repeat, at most 64. */
unsigned noc_paced_packet_period(const noc_system *system, uint32_t first);

#endif
