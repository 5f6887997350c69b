/* design/wiring.h: a network from CSV files: tables of routers, links, nodes at routers, and routes
 * (docs/graphs.md).
 *
 * Tables contain only the text of the files. An empty cell is stored as 0 and stands for the
 * design's key (noc_wire_cycles and others). If two designs differ in such a key, their links
 * differ. */
#ifndef NOC_DESIGN_WIRING_H
#define NOC_DESIGN_WIRING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum {
    NOC_WIRED_ROUTERS_MAX = 32767,
    NOC_WIRED_LANES_MAX = 16,
    NOC_WIRING_DIGEST_CHARS = 64, /* SHA-256 in hexadecimal digits */
};

/* A link from a router to another, one direction. */
typedef struct noc_wire {
    uint32_t source_router, target_router;
    /* latency, cycles; 0: network.channel_cycles */
    int cycles;
    double mm;      /* length, mm; 0: from the positions of the routers, or its latency */
    int flit_bytes; /* width, bytes; 0: network.flit_bytes */
    int lanes;      /* parallel channels */
    /* rate of each lane, flits of the network's width per cycle; 0: the link's width times
     * network.link_flits_per_cycle */
    double flits_per_cycle;
    int line; /* line of the file */
} noc_wire;

/* A node at its router. */
typedef struct noc_wired_node {
    uint32_t router;
    int kind;  /* 1 + noc_terminal_kind; 0: not given */
    int ports; /* ports in each direction; 0: network.memory_ports at memory nodes, else 1 */
    /* rate of each port, flits per cycle; 0: network.port_flits_per_cycle */
    double flits_per_cycle;
    int die;  /* 1 + die of the router; 0: not given */
    int line; /* line of the file; 0: the node is not attached */
} noc_wired_node;

/* A row of the file of routes: packets at `router` to nodes of router `destination` continue to
 * router `next_router`. */
typedef struct noc_wired_step {
    uint32_t router, destination, next_router;
    double share; /* share of these packets; the shares of all rows of a pair of routers sum to 1 */
    uint32_t vcs; /* virtual channels on the link, a bit each; 0: all of the packet's class */
    int line;
} noc_wired_step;

typedef struct noc_router_position {
    double x, y; /* position, tiles */
    int die;     /* 1 + die; 0: not given */
    int line;    /* line of the file; 0: no position */
} noc_router_position;

/* Files of a wiring, in the order of the keys that name them. */
typedef enum noc_wiring_file {
    NOC_WIRING_LINKS,
    NOC_WIRING_ATTACH,
    NOC_WIRING_ROUTES,
    NOC_WIRING_POSITIONS,
    NOC_WIRING_FILES
} noc_wiring_file;

/* Identity of a file at the time of reading. */
typedef struct noc_wiring_stamp {
    uint64_t device, number, bytes;
    int64_t seconds, nanoseconds;
} noc_wiring_stamp;

/* A wiring. It never changes after reading; designs share it. */
typedef struct noc_wiring {
    atomic_uint extra_users; /* number of users minus 1 */
    noc_wiring_stamp stamps[NOC_WIRING_FILES];
    char *files[NOC_WIRING_FILES]; /* paths of the files, for messages; NULL: no file */
    uint32_t router_count;
    noc_wire *links; /* links, ascending by source router, then target router */
    size_t link_count;
    /* [router]: index of its first link in `links`; one more entry at the end */
    uint32_t *first_link;
    noc_wired_node *nodes;
    size_t node_count;     /* nodes 0 .. node_count-1; a node may be unattached */
    noc_wired_step *steps; /* steps, ascending by router, destination, next, vcs */
    size_t step_count;
    noc_router_position *positions; /* [router]: position of the router; NULL without positions */
    size_t position_count;
    uint8_t *router_dies;           /* [router]: die of the router; NULL: the tables have no dies */
    int die_count;                  /* number of dies; 0: none named */
    uint32_t links_on_longest_path; /* largest number of links on a shortest path, about */
    char digest[NOC_WIRING_DIGEST_CHARS + 1]; /* SHA-256 of the files' bytes */
    noc_arena arena;                          /* owns the lists and paths */
} noc_wiring;

/* Adds a user of the wiring, and returns the wiring. Each user releases it with noc_wiring_free,
 * which accepts NULL. */
noc_wiring *noc_wiring_share(noc_wiring *wiring);
void noc_wiring_free(noc_wiring *wiring);

/* Returns a copy, which the caller may change. NULL when out of memory. */
noc_wiring *noc_wiring_copy(const noc_wiring *wiring);

/* Finds the link between two routers; NULL: none. */
const noc_wire *noc_wiring_find_link(const noc_wiring *wiring, uint32_t source_router,
                                     uint32_t target_router);

/* Returns the least common multiple of two positive numbers. */
uint32_t noc_common_multiple(uint32_t a, uint32_t b);

/* Returns the least common multiple of the lanes of all links. A packet draws a number below it,
 * and uses lane (number modulo lanes) of each link, so that all lanes are used equally often. */
uint32_t noc_wiring_lane_numbers(const noc_wiring *wiring);

/* Finds the steps of a pair of routers: returns the first, and sets *count. NULL: none. */
const noc_wired_step *noc_wiring_find_steps(const noc_wiring *wiring, uint32_t router,
                                            uint32_t destination, size_t *count);

#endif
