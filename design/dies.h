/* design/dies.h: properties of links between dies, the same for all links, whichever routers they
 * join. */
#ifndef NOC_DESIGN_DIES_H
#define NOC_DESIGN_DIES_H

enum { NOC_DIES_MAX = 64 };

/* Package in which dies stand side by side, as UCIe has them. */
typedef enum noc_die_package {
    NOC_PACKAGE_UNSAID,
    NOC_PACKAGE_STANDARD, /* substrate: 2D */
    NOC_PACKAGE_ADVANCED, /* interposer or bridge: 2.5D */
    NOC_PACKAGES          /* count of the packages */
} noc_die_package;

typedef struct noc_die_links {
    int cycles; /* latency, cycles; 0: each link has its own */
    /* rate of all lanes of a link, flits per cycle, one direction; 0: each link has its own */
    double flits_per_cycle;
    double pj_per_bit; /* pJ to send a bit, without the wires on the dies */
    double mm_of_edge; /* mm of either die's edge that a link occupies, both directions */
    int package; /* noc_die_package: gives energy and edge where pj_per_bit and mm_of_edge are 0 */
} noc_die_links;

#endif
