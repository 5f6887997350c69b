/* reports/drawings/wires.h: links of a network of numbered routers, by pairs of routers, and the
 * nodes at each router; for pictures and texts. */
#ifndef NOC_REPORTS_DRAWINGS_WIRES_H
#define NOC_REPORTS_DRAWINGS_WIRES_H

#include "network/graph/system.h"
#include "reports/drawings/layout.h"

/* Channels from one router to another. */
typedef struct noc_wires_link {
    uint32_t lanes;         /* number of channels; 0: no link in this direction */
    uint16_t cycles;        /* latency */
    double flits_per_cycle; /* capacity of all lanes */
} noc_wires_link;

/* Two linked routers, a < b, numbered from 0, with channels from a to b (forward) and from b to a
 * (backward). */
typedef struct noc_wires_pair {
    uint32_t a, b;
    noc_wires_link forward, backward;
} noc_wires_pair;

/* Nodes at a router. */
typedef struct noc_wires_nodes {
    uint32_t computes, memories;
    uint32_t first_compute, first_memory; /* lowest numbers of their kind */
} noc_wires_nodes;

/* Pairs and nodes of a network. */
typedef struct noc_wires {
    uint32_t routers;
    noc_wires_pair *pairs; /* ascending order of a, then of b */
    size_t count;
    noc_wires_nodes *nodes; /* [router] */
} noc_wires;

/* Finds the pairs and nodes of a network. NOC_EFAILED: out of memory. The caller clears *wires in
 * either case. */
noc_status noc_wires_find(const noc_system *system, uint16_t network, noc_wires *wires,
                          noc_diag *diag);
/* Frees pairs and nodes. */
void noc_wires_clear(noc_wires *wires);

/* Finds the positions of a network's routers: the design's, or a layout of the links unless each
 * router has one. Positions start at 0, with a mean distance of 1 to the nearest router. The caller
 * frees *result, [router]. */
noc_status noc_wires_place_routers(const noc_system *system, uint16_t network,
                                   const noc_wires *wires, noc_layout_point **result,
                                   noc_diag *diag);

/* True if a link has channels in one direction only. */
bool noc_wires_is_one_way(const noc_wires_pair *pair);
/* True if links differ in latency. */
bool noc_wires_latencies_differ(const noc_wires *wires);

#endif
