/* sampler/loop/blocks.h: positions of address blocks that cores request: memory node, and row
 * and bank of its DRAM. */
#ifndef NOC_SAMPLER_LOOP_BLOCKS_H
#define NOC_SAMPLER_LOOP_BLOCKS_H

#include "sampler/loop/loop_state.h"

/* Draws a random block for the next requests of a warp: memory node, row and bank. */
void noc_block_draw(noc_closed_loop *loop, noc_core *core, noc_warp *warp);

/* Position of a named block in its DRAM: entry of a hash table, in which a new block at an index
 * replaces the old one. */
typedef struct noc_block_place {
    uint64_t block;
    uint32_t row;
    uint16_t bank;
    bool is_used;
} noc_block_place;

enum { NOC_BLOCK_PLACES = 1 << 16 }; /* entries of the table */

/* Finds the named block `block` for the next requests of a warp. The block's memory node follows
 * from its name, by traffic shares; its row and bank are constant while the table `places`, of
 * NOC_BLOCK_PLACES entries, holds the block. */
void noc_block_find(noc_closed_loop *loop, noc_block_place *places, noc_core *core, noc_warp *warp,
                    uint64_t block);

#endif
