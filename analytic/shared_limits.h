/* analytic/shared_limits.h: limits on the flits per cycle that several terminals of a network send
 * together, on any channels: the traffic that an ideal network accepts, the windows of a memory
 * node, the token of a column. Packets above a limit wait at their terminals. */
#ifndef NOC_ANALYTIC_SHARED_LIMITS_H
#define NOC_ANALYTIC_SHARED_LIMITS_H

#include <stdbool.h>

#include "analytic/loads.h"

/* Terminals whose packets count for a limit. */
typedef enum noc_shared_limit_scope {
    NOC_SHARED_BY_ALL, /* all terminals that send into the network */
    NOC_SHARED_BY_MEMORY,
    NOC_SHARED_BY_COLUMN, /* all cores of a column */
} noc_shared_limit_scope;

/* A shared limit. Rates are unit rates: one packet per cycle of each injecting node, and its
 * reply. */
typedef struct noc_shared_limit {
    uint16_t network;
    uint32_t channel; /* injection channel of one of the terminals, which identifies the limit */
    double packet_share[NOC_CLASSES]; /* share of a class's packets that count for the limit */
    double flits[NOC_CLASSES];        /* flits per cycle of a class from all terminals, unit rate */
    double capacity;                  /* flits per cycle that the limit allows; INFINITY: any */
    const char *resource; /* limiting resource, such as "window"; NULL: the whole network */
    noc_shared_limit_scope scope;
    int owner_number; /* number of the limited memory node, or column */
} noc_shared_limit;

typedef struct noc_shared_limits {
    noc_shared_limit *list;
    unsigned count, capacity;
    double packet_rate; /* packets per cycle of an injecting node, at a load of 1 flit per cycle */
} noc_shared_limits;

/* Adds a limit. False when out of memory. */
bool noc_shared_limits_add(noc_shared_limits *limits, noc_shared_limit limit);

/* Finds the finite limits of a system's networks, with 5 % less of the kinds of resources in the
 * set `derated`. NOC_EFAILED when out of memory. The caller frees limits->list in either case. */
noc_status noc_shared_limits_find(const noc_system *system, unsigned derated,
                                  noc_shared_limits *limits);

/* Finds the limit that an injection channel identifies; NULL: none. */
const noc_shared_limit *noc_channel_shared_limit(const noc_shared_limits *limits, uint32_t channel);

/* True if packets of an injection channel count for the limit. */
bool noc_shared_limit_applies(const noc_system *system, const noc_shared_limit *limit,
                              uint32_t channel);

/* Writes the name of the limited terminals, for users: "memory 3", "column 2", "all memory
 * nodes". */
void noc_name_limit_owner(const noc_shared_limit *limit, char *text, size_t size);

/* Use of a limit at a packet rate, as a share; at 1 or more the queue grows without bound. */
double noc_shared_limit_use(const noc_shared_limit *limit, double packet_rate);

/* Load (flits per cycle of an injecting node) at which the first limit is reached; INFINITY:
 * never. */
double noc_shared_limits_bound(const noc_system *system, const noc_shared_limits *limits);

/* Returns the share of the packets of a class that the limits allow at an offered load.
 * `answered_share`: share of the requests that are answered. */
double noc_allowed_packet_share(const noc_shared_limits *limits, noc_class class, double load,
                                double answered_share);

/* Returns the load (flits per cycle of an injecting node) at which a channel is always occupied, or
 * a limit is reached: no network with these routes accepts more. Without the limits when out of
 * memory. */
double noc_networks_bound(const noc_system *system, const noc_loads *loads);

#endif
