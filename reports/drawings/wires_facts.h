/* reports/drawings/wires_facts.h: figures of a graph: how far its routers are apart, and what it
 * carries from one half to the other. */
#ifndef NOC_REPORTS_DRAWINGS_WIRES_FACTS_H
#define NOC_REPORTS_DRAWINGS_WIRES_FACTS_H

#include "reports/drawings/wires.h"

typedef struct noc_wires_facts {
    uint32_t least_degree, most_degree; /* routers that a router is linked with */
    uint32_t diameter;                  /* links on the shortest way of the farthest two routers */
    double mean;                        /* links on the shortest way, over all ordered pairs */
    /* Flits a cycle from one half of the routers to the other, the lesser of both ways, of the
     * least cut into halves that was found: the bisection has at most this. */
    double bisection;
} noc_wires_facts;

/* Of up to NOC_WIRES_FACTS_MOST routers; beyond, diameter and mean are 0, and the bisection NAN.
 * `at` are the routers' places. NOC_EFAILED when out of memory. */
enum { NOC_WIRES_FACTS_MOST = 8192 };
noc_status noc_wires_facts_of(const noc_wires *wires, const noc_layout_point *at,
                              noc_wires_facts *facts, noc_diag *diag);

#endif
