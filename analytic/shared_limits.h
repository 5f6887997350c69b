/* analytic/shared_limits.h: gates: limits on the flits per cycle that some terminals, or all of a
 * network, send together, whatever channels they use: the traffic that an ideal network accepts,
 * the windows of a memory node, the token of a column. Packets beyond a limit wait at their
 * terminals. */
#ifndef NOC_ANALYTIC_SHARED_LIMITS_H
#define NOC_ANALYTIC_SHARED_LIMITS_H

#include <stdbool.h>

#include "analytic/loads.h"

/* Terminals whose packets go through a gate. */
typedef enum noc_shared_limit_scope {
    NOC_SHARED_BY_ALL, /* all terminals that send into the network */
    NOC_SHARED_BY_MEMORY,
    NOC_SHARED_BY_COLUMN, /* all cores of a column */
} noc_shared_limit_scope;

/* A gate. Rates are relative to one packet per cycle and injecting node, and its reply. */
typedef struct noc_shared_limit {
    uint16_t network;
    uint32_t channel; /* an injection channel that leads through the gate, and stands for it */
    double share[NOC_CLASSES]; /* share of a class's packets that go through the gate */
    double flits[NOC_CLASSES]; /* flits of the class at the gate, from all terminals, relative */
    double limit;              /* flits per cycle that the gate accepts; INFINITY: all */
    const char *resource; /* resource that limits, such as "window"; NULL: the network as a whole */
    noc_shared_limit_scope scope;
    int number; /* number of the gate's memory node, or column */
} noc_shared_limit;

typedef struct noc_shared_limits {
    noc_shared_limit *list;
    unsigned count, capacity;
    double packets; /* packets per cycle of an injecting node, at a load of one */
} noc_shared_limits;

/* Adds a gate. False when out of memory. */
bool noc_shared_limits_add(noc_shared_limits *gates, noc_shared_limit gate);

/* Finds the gates of a system's networks, with 5 % less of the kinds of resources in `derated`.
 * NOC_EFAILED when out of memory; the caller frees gates->list. */
noc_status noc_shared_limits_find(const noc_system *system, unsigned derated,
                                  noc_shared_limits *gates);

/* Returns the gate that a channel stands for; NULL: none. */
const noc_shared_limit *noc_shared_limits_at(const noc_shared_limits *gates, uint32_t channel);

/* True if packets of an injection channel go through the gate. */
bool noc_shared_limit_applies(const noc_system *system, const noc_shared_limit *gate,
                              uint32_t channel);

/* Writes the gate's owner, for people: "memory 3". */
void noc_shared_limit_owner(const noc_shared_limit *gate, char *text, size_t size);

/* Use of a gate at a packet rate: share of its limit; from 1 on packets pile up. */
double noc_shared_limit_used(const noc_shared_limit *gate, double packet_rate);

/* Load (flits per cycle of an injecting node) at which the first gate is full; INFINITY: never. */
double noc_shared_limits_bound(const noc_system *system, const noc_shared_limits *gates);

/* Share of the packets of a class that get through the gates at a load, where `requests` of all
 * requests are answered. */
double noc_shared_limits_pass(const noc_shared_limits *gates, noc_class class, double load,
                              double requests);

/* Load (flits per cycle of an injecting node) at which a channel is always in use, or a gate is
 * full: no network with these routes accepts more. */
double noc_networks_bound(const noc_system *system, const noc_loads *loads);

#endif
