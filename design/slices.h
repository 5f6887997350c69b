/* design/slices.h: networks without conflicts: every sender, or column of senders, has routers and
 * links of its own.
 * DA2: a mesh of bufferless routers for each memory node's replies, or the same number of meshes
 * that all memory nodes share.
 * CENOC and cfNoC: a mesh for the requests of each column of cores, which send when they hold its
 * token.
 * HRCnet: a ring for each memory node's replies. */

#ifndef NOC_DESIGN_SLICES_H
#define NOC_DESIGN_SLICES_H

#include <stdbool.h>

#include "design/key.h"
#include "design/refusal.h"

/* Settings of slices, times in cycles. A kind uses the settings for which it has keys. */
typedef struct noc_slices {
    int columns, rows;
    int hop_cycles;        /* cycles through a router and its link, or a stop of a ring */
    int slices_per_memory; /* slices of a memory node; its packets use them in turn */
    int shared; /* 1: all memory nodes share all slices, and a packet uses all of them at once */
    int token_hop_cycles; /* cycles of a token from a core to the next one of its column */
    int stops;            /* stops of a ring; 0: one for each core */
} noc_slices;

/* True if a column's senders take turns; false for networks without tokens. */
static inline bool noc_slices_have_tokens(const noc_slices *slices)
{
    return slices->token_hop_cycles > 0;
}

/* Slices that a packet uses at once, with `memory_nodes` memory nodes. */
static inline int noc_slices_at_once(const noc_slices *slices, int memory_nodes)
{
    return slices->shared ? slices->slices_per_memory * memory_nodes : 1;
}

/* Cycles in which a packet of `flits` flits is sent over `slices` slices at once. */
static inline int noc_slices_cycles(int flits, int slices)
{
    return (flits + slices - 1) / slices;
}

/* True if a tile has a core: every tile without a memory node has one. */
bool noc_slices_have_core(const noc_point *memory_at, int memory_nodes, int column, int row);

/* Cores of a column. */
int noc_slices_column_cores(const noc_slices *slices, const noc_point *memory_at, int memory_nodes,
                            int column);

/* Checks that the network carries the right traffic: false, with a line, if not. */
bool noc_reply_slices_check(bool carries_requests, bool has_memory, noc_refusal *refusal);
bool noc_token_slices_check(bool carries_replies, bool has_memory, noc_refusal *refusal);

/* Checks that a ring has a stop for each core at least. */
bool noc_ring_slices_check(const noc_slices *slices, int cores, noc_refusal *refusal);

#endif
