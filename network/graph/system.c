#include "network/graph/system.h"

#include <math.h>
#include <stdlib.h>

#include "network/graph/units.h"

void noc_system_free(noc_system *system)
{
    if (!system) return;
    if (system->kept_record)
        noc_cached_release(system->kept_record);
    else
        noc_system_destroy(system);
}

void noc_system_destroy(noc_system *system)
{
    if (system->reader_values) noc_cache_clear(system->reader_values);
    free(system->reader_values);
    noc_arena_clear(&system->graph.arena);
    noc_arena_clear(&system->routes.arena);
    noc_arena_clear(&system->arena);
    noc_cached_release(system->shared_routes);
    free(system);
}

double noc_system_mean_flits(const noc_system *system, noc_class class, uint16_t network)
{
    return noc_lengths_in_flits(system, class, network).mean;
}

double noc_system_class_flits(const noc_system *system, noc_class class)
{
    double flits = 0.0;
    int networks = 0;
    for (uint16_t n = 0; n < system->graph.network_count; n++) {
        if (!system->graph.networks[n].carries[class]) continue;
        flits += noc_system_mean_flits(system, class, n);
        networks++;
    }
    return networks ? flits / networks : 0.0;
}

double noc_system_packet_flits(const noc_system *system)
{
    double packets = 0.0, flits = 0.0;
    for (int class = 0; class < NOC_CLASSES; class ++) {
        double rate = 0.0;
        for (size_t f = 0; f < system->traffic.flow_count; f++)
            if ((int)system->traffic.flows[f].class == class) rate += system->traffic.flows[f].rate;
        packets += rate;
        flits += rate * noc_system_class_flits(system, (noc_class) class);
    }
    return packets > 0.0 ? flits / packets : 1.0;
}

double noc_system_codec_cycles(const noc_system *system, uint32_t channel)
{
    return system->graph.channels[channel].kind == NOC_LINK ? 0.0 : system->design->codec.cycles;
}

double noc_system_flit_cycles(const noc_system *system, noc_class class, uint32_t channel)
{
    const uint16_t network = system->graph.channels[channel].network;
    double cycles = 0.0, flits = 0.0;
    for (int t = 0; t < system->traffic.length_count; t++) {
        const noc_packet_type *type = &system->traffic.lengths[t];
        if (type->class != class) continue;
        flits += type->share * type->flits[network];
        cycles += type->share *
                  (noc_network_port_cycles(&system->graph.networks[network], type->flits[network]) +
                   noc_system_codec_cycles(system, channel));
    }
    return flits > 0.0 ? cycles / flits : 1.0;
}

double noc_system_utilisation(const noc_system *system, const double *flits, uint32_t channel)
{
    double utilisation = 0.0;
    for (int k = 0; k < NOC_CLASSES; k++)
        utilisation += flits[(size_t)channel * NOC_CLASSES + (size_t)k] *
                       noc_system_flit_cycles(system, (noc_class)k, channel);
    return utilisation / noc_channel_capacity(&system->graph, channel);
}

double noc_system_max_utilisation(const noc_system *system, const double *flits)
{
    double largest = 0.0;
    for (uint32_t c = 0; c < system->graph.channel_count; c++)
        largest = fmax(largest, noc_system_utilisation(system, flits, c));
    return largest;
}

double noc_system_packet_rate(const noc_system *system, double load)
{
    return load / system->traffic.injected_flits;
}

double noc_system_port_flits(const noc_system *s, uint32_t terminal_index)
{
    const noc_graph *g = &s->graph;
    const noc_terminal *terminal = &g->terminals[terminal_index];
    double flits = 0.0, most = INFINITY;
    for (uint32_t i = 0; i < terminal->injections; i++) {
        const uint32_t channel = g->injections[terminal->first_injection + i];
        const noc_network *net = noc_graph_channel_network(g, channel);
        if (!net->carries[NOC_REQUEST]) continue;
        flits += g->channels[channel].flits_per_cycle;
        if (!noc_network_has_channels(net)) most = s->traffic.injected_flits;
    }
    return fmin(flits, most);
}

double noc_system_reply_bandwidth(const noc_system *s)
{
    const noc_graph *g = &s->graph;
    double bytes = 0.0;
    for (uint32_t c = 0; c < g->channel_count; c++) {
        const noc_network *net = noc_graph_channel_network(g, c);
        const noc_channel *channel = &g->channels[c];
        if (channel->kind != NOC_INJECTION || !net->carries[NOC_REPLY] ||
            g->terminals[channel->from].kind != NOC_MEMORY)
            continue;
        if (!noc_network_has_channels(net)) return NAN;
        const noc_packet_type *reply = &s->traffic.types[NOC_READ_REPLY];
        const double flits = noc_traffic_mean_flits(&s->traffic, NOC_READ_REPLY, channel->network);
        const double cycles = noc_network_flit_cycles(net) * flits +
                              (net->vc.allocation_hold == NOC_HOLD_PACKET) +
                              noc_system_codec_cycles(s, c);
        bytes += (reply->bytes - reply->header_bytes) / cycles * noc_channel_capacity(g, c);
    }
    return bytes > 0.0 ? bytes : NAN;
}

double noc_system_highest_load(const noc_system *system)
{
    double highest = INFINITY;
    for (uint32_t t = 0; t < system->graph.terminal_count; t++)
        if (system->traffic.creates_packets[t])
            highest = fmin(highest, noc_system_port_flits(system, t) /
                                        noc_traffic_relative_rate(&system->traffic, t));
    return isfinite(highest) ? highest : system->traffic.injected_flits;
}
