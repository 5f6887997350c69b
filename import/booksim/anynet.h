/* import/booksim/anynet.h: the graph of a BookSim topology "anynet", as its reader
 * (networks/anynet.cpp) takes it:
 *
 *     router 0 node 0 node 1 router 1 15 router 2
 *
 * - A latency belongs to the channel from the first router of the line to the other. The channel
 *   back is there, too: of latency 1, unless a line of its own gives it another.
 * - Of several lines for a pair the last one counts.
 * - A latency behind a node is stored there as a channel to a router of the node's number; it is
 *   refused here. Channels of nodes have latency 1. */
#ifndef NOC_IMPORT_BOOKSIM_ANYNET_H
#define NOC_IMPORT_BOOKSIM_ANYNET_H

#include <stddef.h>

#include "base/diag.h"

typedef struct noc_booksim_link {
    int from, to; /* routers */
    int cycles;
    size_t order; /* of the lines, and in them */
    int line;     /* that made it: its own, or that of the way back */
    int there;    /* 0; without a line of its own: the cycles of the way there */
} noc_booksim_link;

typedef struct noc_booksim_graph {
    int routers, nodes;
    int *router_of;          /* by node */
    noc_booksim_link *links; /* by `from`, then `to` */
    size_t link_count;
} noc_booksim_graph;

/* Reads a file. Refuses what BookSim does not read, or breaks at, with the line: other words, a
 * latency behind a node, a node at two routers, numbers with gaps, routers that cannot be reached.
 * NOC_EINPUT; the caller clears *graph in either case. */
noc_status noc_booksim_anynet_read(const char *path, noc_booksim_graph *graph, noc_diag *diag);

void noc_booksim_graph_clear(noc_booksim_graph *graph);

#endif
