/* network/graph/turns.h: turns, the pairs of links that follow each other on paths: the
 * dependencies of channels on one another (network/compile/deadlock.h), each kept once. */
#ifndef NOC_NETWORK_GRAPH_TURNS_H
#define NOC_NETWORK_GRAPH_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct noc_turn {
    uint32_t in, out; /* links */
    uint32_t open;    /* set of layers (bits) in which packets may use the turn (vc_layers.h) */
    uint64_t paths;   /* paths with the turn */
} noc_turn;

typedef struct noc_turns {
    noc_turn *all;
    uint32_t count, capacity;
    uint32_t *slots; /* hash table of positions in `all`, NOC_NONE where empty */
    uint32_t slot_count;
    /* lists by noc_turns_finish: after[first_after[l]] and on are the turns out of link l,
     * before[..] the turns into it */
    uint32_t *first_after, *after, *first_before, *before;
} noc_turns;

/* Turn from link `in` to link `out`, added if new. NOC_NONE when out of memory. */
uint32_t noc_turns_add(noc_turns *turns, uint32_t in, uint32_t out);

/* Lists the turns by their links, `links` in number; no more can be added. False when out of
 * memory. */
bool noc_turns_finish(noc_turns *turns, uint32_t links);
void noc_turns_clear(noc_turns *turns);

#endif
