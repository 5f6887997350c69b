#include "sampler/closed_loop.h"

#include <stdlib.h>

bool noc_closed_loop_new(noc_engine *e, const noc_workload *workload, uint64_t seed)
{
    const noc_design *d = e->system->design;
    noc_closed_loop *c = calloc(1, sizeof *c);
    if (!c) return false;
    e->closed = c;
    c->memory = &d->memory;
    c->nodes = &d->nodes;
    c->workload = *workload;
    const double core_mhz = d->nodes.core_mhz > 0.0 ? d->nodes.core_mhz : d->chip.clock_mhz;
    c->cores_per_cycle = core_mhz / d->chip.clock_mhz;
    c->clock_khz = (uint64_t)(d->chip.clock_mhz * 1000.0 + 0.5);
    c->memory_khz = (uint64_t)(d->memory.clock_mhz * 1000.0 + 0.5);
    c->lines_per_block = (uint16_t)(d->memory.interleave_bytes / d->memory.line_bytes);
    c->rows = 1u << 16; /* so many that two at random hardly ever agree */
    c->number_of = calloc(e->system->graph.terminal_count + 1u, sizeof *c->number_of);
    return c->number_of && noc_cores_new(e, seed) && noc_memories_new(e, seed);
}

void noc_closed_loop_free(noc_closed_loop *c)
{
    if (!c) return;
    for (uint32_t d = 0; c->drams && d < c->dram_count; d++) noc_dram_free(c->drams[d]);
    free(c->drams);
    free(c->cores);
    free(c->memories);
    free(c->number_of);
    free(c->transactions);
    free(c->transaction_of);
    free(c->all_ready);
    free(c->all_misses);
    free(c->all_inputs);
    free(c->all_warps);
    free(c->all_lookups);
    free(c->all_bank_free);
    free(c->let_in);
    free(c->held_channels);
    free(c);
}

bool noc_closed_loop_resize(noc_closed_loop *c, uint32_t packets)
{
    uint32_t *grown = realloc(c->transaction_of, packets * sizeof *grown);
    if (!grown) return false;
    c->transaction_of = grown;
    return true;
}
