/* hybrid/channels.h: how busy each channel is, by class of packets. */
#ifndef NOC_HYBRID_CHANNELS_H
#define NOC_HYBRID_CHANNELS_H

#include "network/system.h"

typedef struct noc_channel_rate {
    noc_channel_kind kind;
    uint16_t network;
    char where[64];            /* noc_channel_name */
    double flits[NOC_CLASSES]; /* per cycle; a channel takes one at most */
} noc_channel_rate;

typedef struct noc_channel_rates {
    noc_channel_rate *channels; /* by channel of the graph; owned */
    uint32_t count;
} noc_channel_rates;

double noc_channel_rate_total(const noc_channel_rate *channel);

/* The rates that follow from the routes when `load` (flits per cycle of an injecting node) is accepted. The caller
 * clears *rates. */
noc_status noc_channels_of_model(const noc_system *system, double load, noc_channel_rates *rates,
                                 noc_diag *diag);

/* The rates that a sample has seen, over its second half: flits per cycle, [channel * NOC_CLASSES + class]. */
noc_status noc_channels_of_sample(const noc_system *system, const double *seen,
                                  noc_channel_rates *rates, noc_diag *diag);
/* Makes of rates as a sample has seen them those of both classes together: flits per cycle, [channel]. */
void noc_channels_join_classes(const noc_system *system, double *seen);
void noc_channels_clear(noc_channel_rates *rates);

#endif
