/* analytic/contention/paced_packet.h: latency of a packet that is alone where routers run several
 * steps per cycle, or channels have a capacity other than one flit per cycle
 * (network/graph/pace.h): flit by flit. */
#ifndef NOC_ANALYTIC_CONTENTION_PACED_PACKET_H
#define NOC_ANALYTIC_CONTENTION_PACED_PACKET_H

#include "network/graph/system.h"

/* Mean cycles from the creation of a packet to its last flit's ejection, on the path that starts
 * with hop `first`, over packets created in each of `cycles` cycles from `created` on. NAN when
 * out of memory. docs/model.md (5). */
double noc_paced_packet(const noc_system *system, uint32_t first, unsigned flits, uint64_t created,
                        unsigned cycles);

/* Cycles after which the steps of that path's routers repeat, 64 at most. */
unsigned noc_paced_period(const noc_system *system, uint32_t first);

#endif
