#include "sampler/policies/cluster_bus.h"

#include "base/bitset.h"

int noc_cluster_bus_grant(noc_cluster_bus *bus, uint64_t asking, bool room)
{
    if (asking == 0 || !room) return -1;
    const unsigned core = noc_set_first_from(&asking, 1, bus->next);
    bus->next = (core + 1) & 63;
    return (int)core;
}

uint64_t noc_cluster_bus_deliver(noc_cluster_bus *bus, uint64_t cycle, uint32_t flits)
{
    const uint64_t start = cycle > bus->out_free ? cycle : bus->out_free;
    bus->out_free = start + flits;
    return bus->out_free - 1;
}
