/* network/graph/turns.h: set of turns: pairs of links that follow each other on paths. A turn is
 * a dependency of a channel on another (network/compile/deadlock.h). */
#ifndef NOC_NETWORK_GRAPH_TURNS_H
#define NOC_NETWORK_GRAPH_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct noc_turn {
    uint32_t in_link, out_link; /* link before the turn, link after the turn */
    uint32_t open_layers;       /* set of layers (bits) that permit the turn (vc_layers.h) */
    uint64_t path_count;        /* number of paths with the turn */
} noc_turn;

typedef struct noc_turn_set {
    noc_arena *arena; /* borrowed; owns the lists */
    noc_turn *list;
    uint32_t count, capacity;
    uint32_t *slots; /* hash table of positions in `list`, NOC_NONE where empty */
    uint32_t slot_count;
    /* lists made by noc_turns_finish: turns out of link l begin at out_turns[first_out_turn[l]],
     * turns into link l at in_turns[first_in_turn[l]] */
    uint32_t *first_out_turn, *out_turns, *first_in_turn, *in_turns;
} noc_turn_set;

/* Finds or adds the turn from a link to another. Returns its position in `list`, NOC_NONE when
 * out of memory. */
uint32_t noc_turns_add(noc_turn_set *turns, uint32_t in_link, uint32_t out_link);

/* Lists the turns by link, for links with numbers below `link_count`. No turn can be added
 * afterwards. False when out of memory. */
bool noc_turns_finish(noc_turn_set *turns, uint32_t link_count);

#endif
