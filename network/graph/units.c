#include "network/graph/units.h"

/* Moments of packet lengths in flits; in cycles at a port of that network if `port` is not NULL. */
static noc_length_moments moments_of(const noc_system *system, noc_class class, uint16_t network,
                                     const noc_network *port)
{
    noc_length_moments moments = {0.0, 0.0};
    for (int t = 0; t < system->traffic.length_count; t++) {
        const noc_packet_type *type = &system->traffic.lengths[t];
        if (type->class != class) continue;
        const unsigned flits = type->flits[network];
        const double length = port ? noc_network_port_cycles(port, flits) : flits;
        moments.mean += type->share * length;
        moments.square += type->share * length * length;
    }
    return moments;
}

noc_length_moments noc_class_in_port_cycles(const noc_system *system, uint32_t traffic_class,
                                            uint16_t network)
{
    const noc_traffic *t = &system->traffic;
    const noc_network *port = &system->graph.networks[network];
    noc_length_moments moments = {0.0, 0.0};
    double shares = 0.0;
    for (int i = 0; i < t->length_count; i++) {
        const noc_packet_type *type = &t->lengths[i];
        if (type->class != NOC_REQUEST || type->traffic_class != (int)traffic_class) continue;
        const double length = noc_network_port_cycles(port, type->flits[network]);
        shares += type->share;
        moments.mean += type->share * length;
        moments.square += type->share * length * length;
    }
    return (noc_length_moments){moments.mean / shares, moments.square / shares};
}

noc_length_moments noc_lengths_in_flits(const noc_system *system, noc_class class, uint16_t network)
{
    return moments_of(system, class, network, NULL);
}

noc_length_moments noc_lengths_in_port_cycles(const noc_system *system, noc_class class,
                                              uint16_t network)
{
    return moments_of(system, class, network, &system->graph.networks[network]);
}
