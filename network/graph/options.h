/* network/graph/options.h: links among which a packet chooses at a router.
 *
 * A routing with choices is a function of the router where a packet is, the router of its
 * destination, and the state that its head carries. The result is the links that the packet may
 * use next. States are numbers that the routing defines; a packet starts in state 0 unless the
 * routing draws another state. */
#ifndef NOC_NETWORK_KINDS_OPTIONS_H
#define NOC_NETWORK_KINDS_OPTIONS_H

#include "network/graph/graph.h"
#include "network/graph/routes.h"

/* Link that a packet may use next. */
typedef struct noc_route_option {
    uint32_t channel, vcs;
    uint32_t state; /* state of the packet after the link */
    uint16_t weight, bias;
    uint8_t priority; /* weight, bias and priority: noc_hop_choice */
} noc_route_option;

/* Start state of packets, with its probability. */
typedef struct noc_start_state {
    uint32_t state;
    double probability;
} noc_start_state;

/* Lists of options and of start states, while a routing fills them. */
typedef struct noc_options {
    noc_route_option *list;
    size_t count, capacity;
    noc_start_state *starts;
    size_t start_count, start_capacity;
    noc_arena arena; /* owns the lists */
} noc_options;

/* Packet at a router, as the routing sees it. */
typedef struct noc_routed_packet {
    const noc_network_spec *spec;
    const noc_graph *graph;
    const noc_network *network;
    uint32_t router, destination; /* router where the packet is, and router of its destination */
    noc_class class;
    uint32_t state;
} noc_routed_packet;

/* Adds the links that a packet may use next, none at its destination. Links must not lead a
 * packet in circles. */
typedef void noc_options_finder(const noc_routed_packet *packet, noc_options *options);

/* Adds the start states of packets at a router; probabilities sum to 1. */
typedef void noc_starts_finder(const noc_routed_packet *packet, noc_options *options);

/* Add an option, or a start state. When out of memory, the arena of the options is short. */
void noc_options_add(noc_options *options, noc_route_option option);
void noc_options_add_start(noc_options *options, uint32_t state, double probability);

/* Virtual channels of a packet's class. */
static inline uint32_t noc_routed_packet_vcs(const noc_routed_packet *packet)
{
    return packet->network->vcs[packet->class];
}

#endif
