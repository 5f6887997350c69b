/* analytic/gate.h: networks that take so many flits a cycle of all terminals together, in order, whatever their class: what is
 * beyond waits at its terminals. */
#ifndef NOC_ANALYTIC_GATE_H
#define NOC_ANALYTIC_GATE_H

#include "network/system.h"

/* Rates are relative to one packet per cycle and injecting node, and its reply. */
typedef struct noc_gate {
    uint16_t network;
    uint32_t channel;          /* an injection channel of it, which stands for all of it */
    double share[NOC_CLASSES]; /* of the packets of a class that go through it */
    double flits[NOC_CLASSES]; /* that come to it with these, of all terminals */
    double limit;              /* flits per cycle that it takes; INFINITY: all */
} noc_gate;

typedef struct noc_gates {
    noc_gate *list;
    unsigned count;
    double packets; /* packet rate of a load of one */
} noc_gates;

/* Those of a system's networks that have a limit, with 5 % less of the kinds of resources in `derated`. NOC_EFAILED when out of memory;
 * the caller frees gates->list. */
noc_status noc_gates_find(const noc_system *system, unsigned derated, noc_gates *gates);

/* Share of its limit that is used at a packet rate; from 1 on packets pile up. */
double noc_gate_used(const noc_gate *gate, double packet_rate);

/* The load (flits per cycle of an injecting node) at which it is full. */
double noc_gate_bound(const noc_system *system, noc_gate gate);

/* Share of the packets of a class that get through the gates at a load, where `requests` of all requests are answered. */
double noc_gates_pass(const noc_gates *gates, noc_class class, double load, double requests);

#endif
