#include "sampler/dram/picks.h"

static noc_dram_pick pick(void *state, const noc_dram *dram)
{
    (void)state;
    return noc_dram_pick_first_ready(dram, 1);
}

const noc_dram_scheduler noc_dram_scheduler_fcfs = {.pick = pick};
