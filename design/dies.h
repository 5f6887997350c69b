/* design/dies.h: properties of links between dies; all links between dies have equal properties. */
#ifndef NOC_DESIGN_DIES_H
#define NOC_DESIGN_DIES_H

enum { NOC_DIES_MAX = 64 };

/* Package of the dies (UCIe). */
typedef enum noc_die_package {
    /* no package: energy and edge of a link are 0 unless given */
    NOC_PACKAGE_NONE,
    NOC_PACKAGE_STANDARD, /* substrate: 2D */
    NOC_PACKAGE_ADVANCED, /* interposer or bridge: 2.5D */
    NOC_PACKAGES          /* count of the packages */
} noc_die_package;

typedef struct noc_die_links {
    int cycles; /* latency of a link, cycles; 0: each link has its own */
    /* rate of a link, all lanes together, flits per cycle and direction; 0: each link has its
     * own */
    double flits_per_cycle;
    double pj_per_bit; /* energy of a bit, pJ, without the wires on the dies; 0: by `package` */
    /* length of either die's edge that a link occupies, both directions, mm; 0: by `package` */
    double mm_of_edge;
    int package; /* noc_die_package; its energy and edge replace zeros above */
} noc_die_links;

#endif
