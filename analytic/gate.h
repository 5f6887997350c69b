/* analytic/gate.h: what takes so many flits a cycle of some terminals, or of all of a network
 * together, whatever channels they use: what an ideal network accepts, the windows of a memory
 * node, the token of a column. What is beyond waits at the terminals. */
#ifndef NOC_ANALYTIC_GATE_H
#define NOC_ANALYTIC_GATE_H

#include <stdbool.h>

#include "analytic/loads.h"

/* Whose packets go through a gate. */
typedef enum noc_gate_scope {
    NOC_GATE_OF_ALL, /* of all terminals that send into the network */
    NOC_GATE_OF_MEMORY,
    NOC_GATE_OF_COLUMN, /* of all cores of a column */
} noc_gate_scope;

/* Rates are relative to one packet per cycle and injecting node, and its reply. */
typedef struct noc_gate {
    uint16_t network;
    uint32_t channel;          /* an injection channel that leads through it, and stands for it */
    double share[NOC_CLASSES]; /* of the packets of a class that go through it */
    double flits[NOC_CLASSES]; /* that come to it with these, of all terminals */
    double limit;              /* flits per cycle that it takes; INFINITY: all */
    const char *resource;      /* what it is, "window"; NULL: the network as a whole */
    noc_gate_scope scope;
    int number; /* of its memory node, or column */
} noc_gate;

typedef struct noc_gates {
    noc_gate *list;
    unsigned count, capacity;
    double packets; /* packet rate of a load of one */
} noc_gates;

/* False when out of memory. */
bool noc_gates_add(noc_gates *gates, noc_gate gate);

/* Those of a system's networks that have a limit, with 5 % less of the kinds of resources in
 * `derated`. NOC_EFAILED when out of memory; the caller frees gates->list. */
noc_status noc_gates_find(const noc_system *system, unsigned derated, noc_gates *gates);

/* That of a channel which stands for one; NULL: it does not. */
const noc_gate *noc_gates_at(const noc_gates *gates, uint32_t channel);

/* Whether packets of an injection channel go through it. */
bool noc_gate_has(const noc_system *system, const noc_gate *gate, uint32_t channel);

/* Whose it is, in words for people: "memory 3". */
void noc_gate_owner(const noc_gate *gate, char *text, size_t size);

/* Share of its limit that is used at a packet rate; from 1 on packets pile up. */
double noc_gate_used(const noc_gate *gate, double packet_rate);

/* The load (flits per cycle of an injecting node) at which the first is full; INFINITY: none ever
 * is. */
double noc_gates_bound(const noc_system *system, const noc_gates *gates);

/* Share of the packets of a class that get through the gates at a load, where `requests` of all
 * requests are answered. */
double noc_gates_pass(const noc_gates *gates, noc_class class, double load, double requests);

/* The load (flits per cycle of an injecting node) at which a channel is always in use, or a gate is
 * full: no network with these routes accepts more. */
double noc_networks_bound(const noc_system *system, const noc_loads *loads);

#endif
