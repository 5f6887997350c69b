/* import/booksim/anynet.h: graph of a BookSim topology "anynet", as its reader
 * (networks/anynet.cpp) understands it:
 *
 *     router 0 node 0 node 1 router 1 15 router 2
 *
 * - A latency belongs to the channel from the first router of the line to the other. The channel
 *   back exists, too: with latency 1, unless a line of its own gives it another.
 * - The last of several lines for a pair counts.
 * - A latency behind a node is stored there as a channel to a router of the node's number; it is
 *   refused here. Channels of nodes have latency 1. */
#ifndef NOC_IMPORT_BOOKSIM_ANYNET_H
#define NOC_IMPORT_BOOKSIM_ANYNET_H

#include <stddef.h>

#include "base/diag.h"

typedef struct noc_booksim_link {
    int from, to; /* routers */
    int cycles;
    size_t order; /* rank in the file */
    int line;     /* line of the file that made the link: its own, or that of the opposite link */
    int there;    /* cycles of the opposite link, if the link has no line of its own; else 0 */
} noc_booksim_link;

typedef struct noc_booksim_graph {
    int routers, nodes;
    int *router_of;          /* [node]: router */
    noc_booksim_link *links; /* links, ascending by `from`, then `to` */
    size_t link_count;
} noc_booksim_graph;

/* Reads a file. Refuses text that BookSim does not read, or at which it fails, with the line: other
 * words, a latency behind a node, a node at two routers, numbers with gaps, routers that cannot be
 * reached. NOC_EINPUT; the caller clears *graph in either case. */
noc_status noc_booksim_anynet_read(const char *path, noc_booksim_graph *graph, noc_diag *diag);

void noc_booksim_graph_clear(noc_booksim_graph *graph);

#endif
