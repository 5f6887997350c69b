/* design/slices.h: settings of conflict-free networks, in which each sender, or each column of
 * senders, has its own routers and links.
 * - DA2: a mesh of bufferless routers for each memory node's replies, or the same number of meshes
 *   shared by all memory nodes.
 * - CENOC and cfNoC: a mesh for the requests of each column of cores; a core sends while it holds
 *   the column's token.
 * - HRCnet: a ring for each memory node's replies. */

#ifndef NOC_DESIGN_SLICES_H
#define NOC_DESIGN_SLICES_H

#include <stdbool.h>

#include "design/key.h"
#include "design/refusal.h"

/* Settings of slices, times in cycles. A topology reads the settings for which it has keys. */
typedef struct noc_slices {
    int columns, rows;
    int hop_cycles;        /* cycles through a router and its link, or through a stop of a ring */
    int slices_per_memory; /* slices of a memory node, used by its packets in turn */
    int is_shared; /* 1: memory nodes share all slices, and a packet uses all of them at once */
    int token_hop_cycles; /* cycles of a token from a core to the next core of its column */
    int stops;            /* stops of a ring; 0: one for each core */
} noc_slices;

/* True if the senders of a column take turns by a token. False for networks without tokens. */
static inline bool noc_slices_have_tokens(const noc_slices *slices)
{
    return slices->token_hop_cycles > 0;
}

/* Returns the number of slices that a packet uses at once. */
static inline int noc_slices_per_packet(const noc_slices *slices, int memory_nodes)
{
    return slices->is_shared ? slices->slices_per_memory * memory_nodes : 1;
}

/* Returns the cycles during which a packet of `flits` flits is sent over `slices` slices at once, a
 * flit per cycle on each. */
static inline int noc_slices_packet_cycles(int flits, int slices)
{
    return (flits + slices - 1) / slices;
}

/* True if a tile has a core: it has no memory node. */
bool noc_tile_has_core(const noc_point *memory_positions, int memory_nodes, int column, int row);

/* Returns the number of cores in a column. */
int noc_slices_count_cores(const noc_slices *slices, const noc_point *memory_positions,
                           int memory_nodes, int column);

/* Check that a network carries the class of packets for which its slices are made: replies of
 * memory nodes, or requests to them with tokens. False, with a refusal, if not. */
bool noc_reply_slices_check(bool carries_requests, bool has_memory, noc_refusal *refusal);
bool noc_token_slices_check(bool carries_replies, bool has_memory, noc_refusal *refusal);

/* Checks that a ring has at least one stop per core. False, with a refusal, if not. */
bool noc_ring_slices_check(const noc_slices *slices, int cores, noc_refusal *refusal);

#endif
