/* network/graph/units.h: conversions from units of a design to units of its networks: bytes to
 * flits, lines to memory clocks, flits to cycles at a crossbar port, and moments of packet
 * lengths. */
#ifndef NOC_NETWORK_GRAPH_UNITS_H
#define NOC_NETWORK_GRAPH_UNITS_H

#include "network/graph/system.h"

/* Flits of a packet of `bytes`; the last flit may be filled in part. */
static inline uint32_t noc_flits_of_bytes(uint32_t bytes, uint32_t flit_bytes)
{
    return (bytes + flit_bytes - 1) / flit_bytes;
}

/* Memory clocks that the data of one access, a line, occupies the bus. */
static inline int noc_bus_clocks(const noc_memory_spec *memory)
{
    return (memory->line_bytes + memory->bus_bytes - 1) / memory->bus_bytes;
}

/* Cycles that a flit occupies a port of a crossbar: 2 with allocation_hold = "flit". */
static inline unsigned noc_network_flit_cycles(const noc_network *network)
{
    return network->vc.allocation_hold == NOC_HOLD_FLIT ? 2 : 1;
}

/* Cycles that a packet occupies a port of a crossbar. */
static inline unsigned noc_network_port_cycles(const noc_network *network, unsigned flits)
{
    return noc_network_flit_cycles(network) * flits +
           (network->vc.allocation_hold == NOC_HOLD_PACKET);
}

/* Mean and mean square of packet lengths; both 0 without packets. */
typedef struct noc_length_moments {
    double mean, square;
} noc_length_moments;

/* Moments of the packets of a class on a network: in flits, and in cycles at a crossbar port. */
noc_length_moments noc_lengths_in_flits(const noc_system *system, noc_class class,
                                        uint16_t network);
noc_length_moments noc_lengths_in_port_cycles(const noc_system *system, noc_class class,
                                              uint16_t network);

/* Moments of the packets that nodes create in a class of traffic, in cycles at a port of a
 * network. */
noc_length_moments noc_class_in_port_cycles(const noc_system *system, uint32_t traffic_class,
                                            uint16_t network);

#endif
