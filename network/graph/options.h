/* network/graph/options.h: links among which packets choose on their way.
 *
 * A routing with choices is a function: from the router where a packet is, the router that it goes
 * to, and the state that its head carries, to the links that it may use next. States are numbers of
 * the routing's own, 0 at the source unless the routing draws other states there. */
#ifndef NOC_NETWORK_KINDS_OPTIONS_H
#define NOC_NETWORK_KINDS_OPTIONS_H

#include "network/graph/graph.h"
#include "network/graph/routes.h"

/* Link that a packet may use next. */
typedef struct noc_route_option {
    uint32_t channel, vcs;
    uint32_t state; /* state of the packet behind the link */
    uint16_t weight, bias;
    uint8_t priority; /* weight, bias and priority: noc_hop_choice */
} noc_route_option;

/* State in which packets start, with its probability. */
typedef struct noc_start {
    uint32_t state;
    double probability;
} noc_start;

/* Links, or starts, under construction. */
typedef struct noc_options {
    noc_route_option *all;
    size_t count, room;
    noc_start *starts;
    size_t start_count, start_room;
    bool failed; /* memory ran out at some point */
} noc_options;

/* Packet under way. */
typedef struct noc_traveller {
    const noc_network_spec *spec;
    const noc_graph *graph;
    const noc_network *network;
    uint32_t at, to; /* routers */
    noc_class class;
    uint32_t state;
} noc_traveller;

/* Adds the links that a packet may use next; none at its destination. Ways must not lead in
 * circles. */
typedef void noc_options_finder(const noc_traveller *packet, noc_options *options);

/* Adds the starts of packets at `at`; probabilities sum to 1. */
typedef void noc_starts_finder(const noc_traveller *packet, noc_options *options);

void noc_options_add(noc_options *options, noc_route_option option);
void noc_options_start(noc_options *options, uint32_t state, double probability);
void noc_options_clear(noc_options *options);

/* Virtual channels of a packet's class. */
static inline uint32_t noc_traveller_vcs(const noc_traveller *packet)
{
    return packet->network->vcs[packet->class];
}

#endif
