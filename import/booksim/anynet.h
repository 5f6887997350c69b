/* import/booksim/anynet.h: reads the graph of a BookSim topology "anynet" as BookSim does
 * (networks/anynet.cpp):
 *
 *     router 0 node 0 node 1 router 1 15 router 2
 *
 * - A latency after a router belongs to the channel from the first router of the line to this one.
 *   The opposite channel exists as well, with latency 1 unless a line gives it another.
 * - Of several lines for a pair the last one is valid.
 * - A latency after a node is refused here: BookSim stores it as a channel to a router with the
 *   node's number. Channels of nodes have latency 1. */
#ifndef NOC_IMPORT_BOOKSIM_ANYNET_H
#define NOC_IMPORT_BOOKSIM_ANYNET_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

typedef struct noc_booksim_link {
    int from, to; /* source and destination router */
    int cycles;
    size_t order;        /* position in the file */
    int line;            /* line of the file: the link's own, or that of the opposite link */
    int opposite_cycles; /* cycles of the opposite link, if no line gives this link; otherwise 0 */
} noc_booksim_link;

typedef struct noc_booksim_graph {
    int routers, nodes;
    int *node_routers;       /* router of each node */
    noc_booksim_link *links; /* links, ascending by `from`, then `to` */
    size_t link_count;
    noc_arena arena; /* owns the lists */
} noc_booksim_graph;

/* Reads a file. Refuses text that BookSim does not read, or at which it fails, with the line: other
 * words, a latency after a node, a node at two routers, numbers with gaps, unreachable routers.
 * NOC_EINPUT. The caller clears the arena in either case. */
noc_status noc_booksim_anynet_read(const char *path, noc_booksim_graph *graph, noc_diag *diag);

#endif
