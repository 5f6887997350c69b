/* sampler/policies/cluster_bus.h: the way of a cluster's cores to their port and back (icc, section
 * 2.1).
 *
 * In: a bus, one request a cycle, by round robin among the cores that have one. Out: first in,
 * first out, a flit a cycle, a packet to one core or to several at a time. */
#ifndef NOC_SAMPLER_POLICIES_CLUSTER_BUS_H
#define NOC_SAMPLER_POLICIES_CLUSTER_BUS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct noc_cluster_bus {
    unsigned next;     /* the core that is asked first */
    uint64_t out_free; /* the cycle in which the way out is */
} noc_cluster_bus;

/* The core whose request the bus takes in a cycle, of those with a bit in `asking`; it is in the
 * injection buffer in the next. -1: nobody asks, or that buffer has no room. */
int noc_cluster_bus_grant(noc_cluster_bus *bus, uint64_t asking, bool room);

/* The cycle in which the last flit of a packet that may leave from `cycle` on reaches its cores.
 * Packets in the order of arrival. */
uint64_t noc_cluster_bus_deliver(noc_cluster_bus *bus, uint64_t cycle, uint32_t flits);

#endif
