/* reports/drawings/wires.h: a network of numbered routers as pictures and texts see it: pairs of
 * routers that are linked, and the nodes at each router. */
#ifndef NOC_REPORTS_DRAWINGS_WIRES_H
#define NOC_REPORTS_DRAWINGS_WIRES_H

#include "network/graph/system.h"
#include "reports/drawings/layout.h"

/* The channels from one router to another. */
typedef struct noc_wires_way {
    uint32_t lanes; /* number of channels; 0: no channel leads this way */
    uint16_t cycles;
    double flits_per_cycle; /* capacity of all lanes, flits per cycle */
} noc_wires_way;

/* Routers a below b, numbered from 0, and the channels from a to b and from b to a. */
typedef struct noc_wires_pair {
    uint32_t a, b;
    noc_wires_way there, back;
} noc_wires_pair;

typedef struct noc_wires_nodes {
    uint32_t computes, memories;
    uint32_t first_compute, first_memory; /* lowest numbers among their kind */
} noc_wires_nodes;

typedef struct noc_wires {
    uint32_t routers;
    noc_wires_pair *pairs; /* pairs in ascending order */
    size_t count;
    noc_wires_nodes *nodes; /* [router]: nodes at a router */
} noc_wires;

/* Finds the pairs and nodes of a network. NOC_EFAILED when out of memory. The caller clears *wires
 * in either case. */
noc_status noc_wires_of(const noc_system *system, uint16_t network, noc_wires *wires,
                        noc_diag *diag);
void noc_wires_clear(noc_wires *wires);

/* Finds the places of a network's routers: the design's positions, else a layout of its links;
 * from 0 on in both directions, with a mean distance of 1 to the nearest router. The caller
 * frees *at. */
noc_status noc_wires_places(const noc_system *system, uint16_t network, const noc_wires *wires,
                            noc_layout_point **at, noc_diag *diag);

/* True if a link leads one way only; true if links differ in latency. */
bool noc_wires_one_way(const noc_wires_pair *pair);
bool noc_wires_differ(const noc_wires *wires);

#endif
