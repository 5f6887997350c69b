#include "sampler/loop/blocks.h"

#include "sampler/loop/warps.h"

/* Draws row and bank; with probability row_locality those of the controller's last block. */
static void draw_row(noc_closed_loop *c, noc_core *core, noc_warp *warp)
{
    noc_random *random = noc_core_find_random(c, core);
    const uint32_t memory_node = c->system->traffic.flows[warp->flow].destination;
    /* nodes of a controller share its rows: the first node stores the last row */
    const uint32_t number = c->node_number[memory_node];
    noc_memory *memory = &c->memories[number - number % (uint32_t)c->memory->slices];
    if (noc_random_uniform(random) >=
        c->kernels[noc_warp_kernel(core, warp)].workload.row_locality) {
        memory->last_row = (uint32_t)(noc_random_uniform(random) * c->row_count);
        memory->last_bank = (uint16_t)(noc_random_uniform(random) * c->memory->banks);
    }
    warp->row = memory->last_row;
    warp->bank = memory->last_bank;
}

void noc_block_draw(noc_closed_loop *c, noc_core *core, noc_warp *warp)
{
    warp->flow =
        noc_destinations_draw(&c->destinations, core->terminal, noc_core_find_random(c, core));
    draw_row(c, core, warp);
    warp->lines_left = c->lines_per_block;
}

void noc_block_find(noc_closed_loop *c, noc_block_place *places, noc_core *core, noc_warp *warp,
                    uint64_t block)
{
    noc_random generator = noc_random_stream(block, 0);
    noc_block_place *place = &places[noc_random_next(&generator) % NOC_BLOCK_PLACES];
    warp->flow = noc_destinations_draw(&c->destinations, core->terminal, &generator);
    warp->lines_left = c->lines_per_block;
    if (place->is_used && place->block == block) {
        warp->row = place->row;
        warp->bank = place->bank;
        return;
    }
    draw_row(c, core, warp);
    *place = (noc_block_place){block, warp->row, warp->bank, true};
}
