/* analytic/shared_limits.h: what takes so many flits a cycle of some terminals, or of all of a network
 * together, whatever channels they use: what an ideal network accepts, the windows of a memory
 * node, the token of a column. What is beyond waits at the terminals. */
#ifndef NOC_ANALYTIC_SHARED_LIMITS_H
#define NOC_ANALYTIC_SHARED_LIMITS_H

#include <stdbool.h>

#include "analytic/loads.h"

/* Whose packets go through a gate. */
typedef enum noc_shared_limit_scope {
    NOC_SHARED_BY_ALL, /* of all terminals that send into the network */
    NOC_SHARED_BY_MEMORY,
    NOC_SHARED_BY_COLUMN, /* of all cores of a column */
} noc_shared_limit_scope;

/* Rates are relative to one packet per cycle and injecting node, and its reply. */
typedef struct noc_shared_limit {
    uint16_t network;
    uint32_t channel;          /* an injection channel that leads through it, and stands for it */
    double share[NOC_CLASSES]; /* of the packets of a class that go through it */
    double flits[NOC_CLASSES]; /* that come to it with these, of all terminals */
    double limit;              /* flits per cycle that it takes; INFINITY: all */
    const char *resource;      /* what it is, "window"; NULL: the network as a whole */
    noc_shared_limit_scope scope;
    int number; /* of its memory node, or column */
} noc_shared_limit;

typedef struct noc_shared_limits {
    noc_shared_limit *list;
    unsigned count, capacity;
    double packets; /* packet rate of a load of one */
} noc_shared_limits;

/* False when out of memory. */
bool noc_shared_limits_add(noc_shared_limits *gates, noc_shared_limit gate);

/* Those of a system's networks that have a limit, with 5 % less of the kinds of resources in
 * `derated`. NOC_EFAILED when out of memory; the caller frees gates->list. */
noc_status noc_shared_limits_find(const noc_system *system, unsigned derated,
                                  noc_shared_limits *gates);

/* That of a channel which stands for one; NULL: it does not. */
const noc_shared_limit *noc_shared_limits_at(const noc_shared_limits *gates, uint32_t channel);

/* True if packets of an injection channel go through it. */
bool noc_shared_limit_has(const noc_system *system, const noc_shared_limit *gate, uint32_t channel);

/* Whose it is, in words for people: "memory 3". */
void noc_shared_limit_owner(const noc_shared_limit *gate, char *text, size_t size);

/* Share of its limit that is used at a packet rate; from 1 on packets pile up. */
double noc_shared_limit_used(const noc_shared_limit *gate, double packet_rate);

/* The load (flits per cycle of an injecting node) at which the first is full; INFINITY: none ever
 * is. */
double noc_shared_limits_bound(const noc_system *system, const noc_shared_limits *gates);

/* Share of the packets of a class that get through the gates at a load, where `requests` of all
 * requests are answered. */
double noc_shared_limits_pass(const noc_shared_limits *gates, noc_class class, double load,
                              double requests);

/* The load (flits per cycle of an injecting node) at which a channel is always in use, or a gate is
 * full: no network with these routes accepts more. */
double noc_networks_bound(const noc_system *system, const noc_loads *loads);

#endif
