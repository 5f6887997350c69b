/* hybrid/answers/figures/channels.h: how busy each channel is, by class of packets. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_CHANNELS_H
#define NOC_HYBRID_ANSWERS_FIGURES_CHANNELS_H

#include "network/graph/system.h"

typedef struct noc_channel_rate {
    noc_channel_kind kind;
    uint16_t network;
    char where[64];            /* noc_channel_name */
    double flits[NOC_CLASSES]; /* per cycle; a channel takes one at most */
    double used;               /* share of its time (noc_system_time_used) */
} noc_channel_rate;

typedef struct noc_channel_rates {
    noc_channel_rate *channels; /* by channel of the graph; owned */
    uint32_t count;
} noc_channel_rates;

double noc_channel_rate_total(const noc_channel_rate *channel);

/* Room for the flits per cycle of each channel and class, [channel * NOC_CLASSES + class]: 0. NULL
 * when out of memory; the caller frees it. */
double *noc_channels_room(const noc_system *system);
size_t noc_channels_size(const noc_system *system); /* bytes of it */

/* Names the channels of such rates. The caller clears *rates. */
noc_status noc_channels_of(const noc_system *system, const double *flits, noc_channel_rates *rates,
                           noc_diag *diag);

/* Makes of such rates those of both classes together: flits per cycle, [channel]. */
void noc_channels_join_classes(const noc_system *system, double *flits);

/* Requests that a node gets into the networks, over the mean of the nodes that create some: of the
 * node with the fewest, and with the most; the first of several. Those that share a port count
 * alike. NAN where packets do not take channels. */
typedef struct noc_node_shares {
    double least, most;
    uint32_t slowest, busiest; /* terminals */
} noc_node_shares;

noc_node_shares noc_node_shares_of(const noc_system *system, const double *flits);

void noc_channels_clear(noc_channel_rates *rates);

#endif
