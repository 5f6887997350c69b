/* design/dies.h: links between dies, as a kind: what they have in common, whichever routers they
 * join. */
#ifndef NOC_DESIGN_DIES_H
#define NOC_DESIGN_DIES_H

enum { NOC_DIES_MAX = 64 };

/* Package in which dies stand side by side, as UCIe has them. */
typedef enum noc_die_package {
    NOC_PACKAGE_UNSAID,
    NOC_PACKAGE_STANDARD, /* a substrate: 2D */
    NOC_PACKAGE_ADVANCED, /* an interposer or a bridge: 2.5D */
    NOC_PACKAGES          /* a count */
} noc_die_package;

typedef struct noc_die_links {
    int cycles; /* latency; 0: each link has its own */
    /* rate of all lanes together, one direction; 0: each link has its own */
    double flits_per_cycle;
    double pj_per_bit; /* energy to send a bit, beside that of the wires on the dies */
    double mm_of_edge; /* length of either die's edge that a link takes, both directions */
    int package;       /* noc_die_package: energy and edge where those above are 0 */
} noc_die_links;

#endif
