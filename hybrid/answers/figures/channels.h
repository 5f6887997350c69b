/* hybrid/answers/figures/channels.h: flits and utilisation of each channel, by class of packets. */
#ifndef NOC_HYBRID_ANSWERS_FIGURES_CHANNELS_H
#define NOC_HYBRID_ANSWERS_FIGURES_CHANNELS_H

#include "base/arena.h"
#include "network/graph/system.h"

typedef struct noc_channel_rate {
    noc_channel_kind kind;
    uint16_t network;
    char name[64];             /* name (noc_channel_name) */
    double flits[NOC_CLASSES]; /* flits per cycle by class; 1 flit per cycle is the capacity */
    double utilization;        /* utilisation, 0 to 1 (noc_system_utilisation) */
} noc_channel_rate;

typedef struct noc_channel_rates {
    noc_channel_rate *channels; /* rates of each channel of the graph */
    uint32_t count;
} noc_channel_rates;

/* Sum over the classes, flits per cycle. */
double noc_channel_rate_total(const noc_channel_rate *channel);

/* Allocates zeroed rates of channels, flits per cycle: [channel * NOC_CLASSES + class]. NULL when
 * out of memory; the caller frees it. */
double *noc_channels_alloc_rates(const noc_system *system);
size_t noc_channels_rates_size(const noc_system *system); /* bytes of these rates */

/* Finds name and utilisation of each channel from flits per cycle, [channel * NOC_CLASSES + class].
 * *rates lasts as long as the arena. */
noc_status noc_channels_find_rates(const noc_system *system, const double *flits, noc_arena *arena,
                                   noc_channel_rates *rates, noc_diag *diag);

/* Sums the flits per cycle of both classes, in place: [channel]. */
void noc_channels_sum_classes(const noc_system *system, double *flits);

/* Requests injected by the nodes with the fewest and the most requests, over the mean of all nodes
 * that create requests. Equal nodes: the first. Nodes that share a port have equal shares. NAN if
 * packets do not use channels. */
typedef struct noc_node_shares {
    double least_share, largest_share;
    uint32_t slowest_node, busiest_node; /* numbers of these terminals */
} noc_node_shares;

/* Finds the shares from flits per cycle, [channel * NOC_CLASSES + class]. */
noc_node_shares noc_node_shares_find(const noc_system *system, const double *flits);

#endif
