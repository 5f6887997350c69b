/* design/dies.h: links between dies, as a kind: what they have in common, whichever routers they
 * join. */
#ifndef NOC_DESIGN_DIES_H
#define NOC_DESIGN_DIES_H

enum { NOC_DIES_MAX = 64 };

typedef struct noc_die_links {
    int cycles; /* latency; 0: each link has its own */
    /* rate of all lanes together, one direction; 0: each link has its own */
    double flits_per_cycle;
    double pj_per_bit; /* energy to send a bit, beside that of the wires on the dies */
    double mm_of_edge; /* length of either die's edge that a link takes, both directions */
} noc_die_links;

#endif
