/* sampler/loop/blocks.h: places of the blocks of addresses that cores ask for: memory node, and row
 * of its DRAM. */
#ifndef NOC_SAMPLER_LOOP_BLOCKS_H
#define NOC_SAMPLER_LOOP_BLOCKS_H

#include "sampler/loop/loop_state.h"

/* Draws a block without a name for a warp's next requests. */
void noc_block_draw(noc_closed_loop *loop, noc_core *core, noc_warp *warp);

/* Place of a block, as far as it is remembered: a new block with the same place in the table
 * replaces the old one. */
typedef struct noc_block_place {
    uint64_t block;
    uint32_t row;
    uint16_t bank;
    bool known;
} noc_block_place;

enum { NOC_BLOCK_PLACES = 1 << 16 };

/* Finds a named block for a warp's next requests: always of the same memory node, drawn by shares
 * of the traffic, and of the same row while `places`, an array of NOC_BLOCK_PLACES, remembers
 * it. */
void noc_block_find(noc_closed_loop *loop, noc_block_place *places, noc_core *core, noc_warp *warp,
                    uint64_t block);

#endif
