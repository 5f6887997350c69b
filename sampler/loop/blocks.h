/* sampler/loop/blocks.h: where the blocks of addresses are that cores ask for: in which memory
 * node, and in which row of its DRAM. */
#ifndef NOC_SAMPLER_LOOP_BLOCKS_H
#define NOC_SAMPLER_LOOP_BLOCKS_H

#include "sampler/loop/loop_state.h"

/* A warp's next requests are for a block that nobody names. */
void noc_block_draw(noc_closed_loop *loop, noc_core *core, noc_warp *warp);

/* Which block was where, as far as that is remembered: a new one that falls on the same place as an
 * old one takes it. */
typedef struct noc_block_place {
    uint64_t block;
    uint32_t row;
    uint16_t bank;
    bool known;
} noc_block_place;

enum { NOC_BLOCK_PLACES = 1 << 16 };

/* They are for a block by name: always of the same memory node, by its share of the traffic, and of
 * the same row while it is remembered in `places`, NOC_BLOCK_PLACES of them. */
void noc_block_find(noc_closed_loop *loop, noc_block_place *places, noc_core *core, noc_warp *warp,
                    uint64_t block);

#endif
