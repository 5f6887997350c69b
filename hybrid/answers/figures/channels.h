/* hybrid/answers/figures/channels.h: flits and utilisation of each channel, by class of packets. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_CHANNELS_H
#define NOC_HYBRID_ANSWERS_FIGURES_CHANNELS_H

#include "network/graph/system.h"

typedef struct noc_channel_rate {
    noc_channel_kind kind;
    uint16_t network;
    char where[64];            /* name (noc_channel_name) */
    double flits[NOC_CLASSES]; /* flits per cycle by class; a channel accepts one flit per cycle */
    double used;               /* utilisation, 0 to 1 (noc_system_time_used) */
} noc_channel_rate;

typedef struct noc_channel_rates {
    noc_channel_rate *channels; /* rates by channel of the graph; owned */
    uint32_t count;
} noc_channel_rates;

double noc_channel_rate_total(const noc_channel_rate *channel);

/* Room for the flits per cycle of each channel and class, [channel * NOC_CLASSES + class], zeroed.
 * NULL when out of memory; the caller frees it. */
double *noc_channels_room(const noc_system *system);
size_t noc_channels_size(const noc_system *system); /* bytes of noc_channels_room */

/* Names the channels and finds their utilisation from flits per cycle by channel and class. The
 * caller clears *rates. */
noc_status noc_channels_of(const noc_system *system, const double *flits, noc_channel_rates *rates,
                           noc_diag *diag);

/* Adds the flits per cycle of both classes, in place: [channel]. */
void noc_channels_join_classes(const noc_system *system, double *flits);

/* Requests that a node injects, over the mean of all nodes that create some: for the node with the
 * fewest, and with the most; the first of equal ones. Nodes that share a port count alike. NAN if
 * packets do not use channels. */
typedef struct noc_node_shares {
    double least, most;
    uint32_t slowest, busiest; /* numbers of the terminals with the fewest and the most requests */
} noc_node_shares;

noc_node_shares noc_node_shares_of(const noc_system *system, const double *flits);

void noc_channels_clear(noc_channel_rates *rates);

#endif
