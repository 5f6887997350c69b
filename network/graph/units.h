/* network/graph/units.h: from the units of a design to those of its networks: flits of bytes,
 * cycles at a crossbar's port, moments of packets' lengths, memory clocks of a line. */
#ifndef NOC_NETWORK_GRAPH_UNITS_H
#define NOC_NETWORK_GRAPH_UNITS_H

#include "network/graph/system.h"

/* Flits of a packet of so many bytes; the last flit may be filled in part. */
static inline uint32_t noc_flits_of_bytes(uint32_t bytes, uint32_t flit_bytes)
{
    return (bytes + flit_bytes - 1) / flit_bytes;
}

/* Memory clocks for which the data of one access, a line, is on the bus. */
static inline int noc_bus_clocks(const noc_memory_spec *memory)
{
    return (memory->line_bytes + memory->bus_bytes - 1) / memory->bus_bytes;
}

/* Cycles for which a flit uses a port of a crossbar: with allocation_hold = "flit" two. */
static inline unsigned noc_network_flit_cycles(const noc_network *network)
{
    return network->vc.allocation_hold == NOC_HOLD_FLIT ? 2 : 1;
}

/* Cycles for which a packet uses a port of a crossbar. */
static inline unsigned noc_network_port_cycles(const noc_network *network, unsigned flits)
{
    return noc_network_flit_cycles(network) * flits +
           (network->vc.allocation_hold == NOC_HOLD_PACKET);
}

/* Mean and mean square of the lengths of packets; both 0 where there are none. */
typedef struct noc_length_moments {
    double mean, square;
} noc_length_moments;

/* Moments of the packets of a class on a network, in flits, and in cycles at a crossbar's port. */
noc_length_moments noc_lengths_in_flits(const noc_system *system, noc_class class,
                                        uint16_t network);
noc_length_moments noc_lengths_in_port_cycles(const noc_system *system, noc_class class,
                                              uint16_t network);

/* The same in cycles at a port, of the packets of a class of traffic that nodes create. */
noc_length_moments noc_class_in_port_cycles(const noc_system *system, uint32_t traffic_class,
                                            uint16_t network);

#endif
