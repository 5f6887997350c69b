/* sampler/dram/picks.h: picks that several schedulers share. */
#ifndef NOC_SAMPLER_DRAM_PICKS_H
#define NOC_SAMPLER_DRAM_PICKS_H

#include "sampler/dram/scheduler.h"

/* Picks the oldest access that can have a command, open rows first. Among the `window` oldest
 * accesses of the queue: the oldest whose row is open; else the row of the oldest whose bank is
 * closed, if it is the oldest for its bank; else a row is closed that none of them wants (where
 * commands are booked: the older one of these two). */
noc_dram_pick noc_dram_first_ready(const noc_dram *dram, unsigned window);

/* Picks for schedulers with stages before the queue: accesses keep their order within a bank. Among
 * the oldest entries of the banks: the oldest one whose next command can go out. */
noc_dram_pick noc_dram_bank_heads(void *state, const noc_dram *dram);

#endif
