#include "sampler/dram/dram_state.h"
#include "sampler/dram/picks.h"

static noc_dram_pick pick(void *state, const noc_dram *dram)
{
    (void)state;
    return noc_dram_pick_first_ready(dram, dram->queue_count);
}

const noc_dram_scheduler noc_dram_scheduler_fr_fcfs = {.pick = pick};
