/* design/slices.h: networks without conflicts: every sender, or column of senders, has routers and
 * links of its own.
 * DA2: a mesh of bufferless routers for each memory node's replies, or as many that all share.
 * CENOC and cfNoC: one for the requests of each column of cores, who send when they hold its token.
 * HRCnet: a ring for each memory node's replies. */

#ifndef NOC_DESIGN_SLICES_H
#define NOC_DESIGN_SLICES_H

#include <stdbool.h>

#include "design/key.h"
#include "design/refusal.h"

/* Times in cycles. A kind uses the settings that it has keys for. */
typedef struct noc_slices {
    int columns, rows;
    int hop_cycles;        /* of a router and its link, or of a stop of a ring */
    int slices_per_memory; /* which a memory node's packets take in turn */
    int shared;            /* 1: all memory nodes share them, a packet takes all at once */
    int token_hop_cycles;  /* from a core to the next one of its column */
    int stops;             /* of a ring; 0: a stop for each core */
} noc_slices;

/* True if a column's senders take turns; false of networks that have no such settings. */
static inline bool noc_slices_have_tokens(const noc_slices *slices)
{
    return slices->token_hop_cycles > 0;
}

/* Slices over which a packet of one of so many memory nodes goes at once. */
static inline int noc_slices_at_once(const noc_slices *slices, int memory_nodes)
{
    return slices->shared ? slices->slices_per_memory * memory_nodes : 1;
}

/* Cycles in which a packet of `flits` is sent over so many slices at once. */
static inline int noc_slices_cycles(int flits, int slices)
{
    return (flits + slices - 1) / slices;
}

/* True if a tile has a core: cores are wherever no memory node is. */
bool noc_slices_have_core(const noc_point *memory_at, int memory_nodes, int column, int row);

/* Cores of a column. */
int noc_slices_column_cores(const noc_slices *slices, const noc_point *memory_at, int memory_nodes,
                            int column);

/* What these networks cannot carry: false, with a line. */
bool noc_reply_slices_check(bool carries_requests, bool has_memory, noc_refusal *refusal);
bool noc_token_slices_check(bool carries_replies, bool has_memory, noc_refusal *refusal);

/* A ring has a stop for each core at least. */
bool noc_ring_slices_check(const noc_slices *slices, int cores, noc_refusal *refusal);

#endif
