/* network/patterns/synthetic.h: what the patterns without memory nodes share: packets of given
 * lengths. */
#ifndef NOC_NETWORK_PATTERNS_SYNTHETIC_H
#define NOC_NETWORK_PATTERNS_SYNTHETIC_H

#include "network/kinds.h"

/* Rows for a pattern's key table. */
#define NOC_KEY_PACKET_FLITS                                                                  \
    {                                                                                         \
        "packet_flits", NOC_INTEGERS, offsetof(noc_traffic_spec, packet_flits), 1, 256, 0, 0, \
            NULL, "flits", "length of a packet, or a list of lengths; default 1",             \
            "BookSim 2.0: packet_size"                                                        \
    }
#define NOC_KEY_PACKET_MIX                                                                     \
    {                                                                                          \
        "packet_mix", NOC_REALS, offsetof(noc_traffic_spec, packet_mix), 0, 1, 0, 0, NULL, "", \
            "share of the packets of each length; default equal", ""                           \
    }

/* A pattern's check: as many shares as lengths, and they sum to 1. */
noc_status noc_check_packet_mix(const noc_design *design, int columns, int rows, noc_diag *diag);

#endif
