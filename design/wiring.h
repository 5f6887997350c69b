/* design/wiring.h: a network as its user wrote it: routers, links, nodes at routers, routes, each
 * a table of a CSV file (docs/graphs.md).
 *
 * The tables say what stands in the files, and no more: an empty cell is 0, and means what the
 * design's keys say (noc_wire_cycles and its like). So designs that differ in such a key differ in
 * their links. */
#ifndef NOC_DESIGN_WIRING_H
#define NOC_DESIGN_WIRING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NOC_WIRED_ROUTERS_MAX = 32767,
    NOC_WIRED_LANES_MAX = 16,
    NOC_WIRING_DIGEST_CHARS = 64, /* SHA-256 in hexadecimal digits */
};

/* A link from a router to another, one direction. */
typedef struct noc_wire {
    uint32_t from, to;
    int cycles;             /* latency; 0: network.channel_cycles */
    double mm;              /* length; 0: by the positions of the routers, or its latency */
    int flit_bytes;         /* width; 0: network.flit_bytes */
    int lanes;              /* channels side by side */
    double flits_per_cycle; /* of each lane, flits of the network's width; 0: its width by
                               network.link_flits_per_cycle */
    int line;               /* of the file */
} noc_wire;

/* A node at its router. */
typedef struct noc_wired_node {
    uint32_t router;
    int kind;               /* 0: not said; else 1 + noc_terminal_kind */
    int ports;              /* each way; 0: network.memory_ports at memory nodes, else 1 */
    double flits_per_cycle; /* of each port; 0: the network's */
    int die;                /* 1 + die of the router; 0: not said */
    int line;               /* 0: the node is not attached */
} noc_wired_node;

/* From `router` packets to nodes of router `destination` go on to router `next`. */
typedef struct noc_wired_step {
    uint32_t router, destination, next;
    double share; /* of these packets; those of all rows of the pair sum to 1 */
    uint32_t vcs; /* set of virtual channels (bits) on the link; 0: all of the class */
    int line;
} noc_wired_step;

typedef struct noc_spot {
    double x, y; /* tiles */
    int die;     /* 1 + die; 0: not said */
    int line;    /* 0: nowhere */
} noc_spot;

/* The files, in the order of the keys that name them. */
typedef enum noc_wiring_file {
    NOC_WIRING_LINKS,
    NOC_WIRING_ATTACH,
    NOC_WIRING_ROUTES,
    NOC_WIRING_POSITIONS,
    NOC_WIRING_FILES
} noc_wiring_file;

/* A file as it was when it was read. */
typedef struct noc_wiring_stamp {
    uint64_t device, number, bytes;
    int64_t seconds, nanoseconds;
} noc_wiring_stamp;

/* Never changes once it is read; designs share it. */
typedef struct noc_wiring {
    atomic_uint more_users; /* than one */
    noc_wiring_stamp stamps[NOC_WIRING_FILES];
    char *files[NOC_WIRING_FILES]; /* as they were opened, for messages; NULL: none */
    uint32_t routers;
    noc_wire *links; /* in ascending order of from, then to */
    size_t link_count;
    uint32_t *first_link; /* by router: its first in `links`; one more at the end */
    noc_wired_node *nodes;
    size_t node_count;     /* numbers 0 .. node_count-1, some of which may not be attached */
    noc_wired_step *steps; /* in ascending order of router, destination, next, vcs */
    size_t step_count;
    noc_spot *spots; /* by router; NULL without positions */
    size_t spot_count;
    uint8_t *die;                             /* die by router; NULL: the tables tell of no dies */
    int dies;                                 /* 0: they tell none */
    uint32_t links_on_longest_path;           /* of fewest links, about */
    char digest[NOC_WIRING_DIGEST_CHARS + 1]; /* of the files' bytes */
} noc_wiring;

/* Another user of the same; each lets go of it by noc_wiring_free. */
noc_wiring *noc_wiring_share(noc_wiring *wiring);
void noc_wiring_free(noc_wiring *wiring);

/* One of its own, for who changes it. NULL when out of memory. */
noc_wiring *noc_wiring_copy(const noc_wiring *wiring);

/* The link from a router to another, NULL if there is none. */
const noc_wire *noc_wiring_link(const noc_wiring *wiring, uint32_t from, uint32_t to);

uint32_t noc_common_multiple(uint32_t a, uint32_t b);

/* How many numbers a packet may have, so that each number, modulo the lanes of a link, names one of
 * them, all equally often: the least common multiple of the lanes of all links. */
uint32_t noc_wiring_lane_numbers(const noc_wiring *wiring);

/* The rows of a pair in `steps`: the first, and *count of them. NULL if there is none. */
const noc_wired_step *noc_wiring_steps(const noc_wiring *wiring, uint32_t router,
                                       uint32_t destination, size_t *count);

#endif
