/* sampler/dram/bank_heads.h: the last stage of schedulers with stages before it: accesses keep
 * their order within a bank. */
#ifndef NOC_SAMPLER_DRAM_BANK_HEADS_H
#define NOC_SAMPLER_DRAM_BANK_HEADS_H

#include "sampler/dram/scheduler.h"

/* Of the oldest entries of the banks, the oldest one whose next command can go out. */
noc_dram_pick noc_dram_bank_heads(void *state, const noc_dram *dram);

#endif
