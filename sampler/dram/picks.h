/* sampler/dram/picks.h: rules for the next command of a DRAM, shared by several schedulers. */
#ifndef NOC_SAMPLER_DRAM_PICKS_H
#define NOC_SAMPLER_DRAM_PICKS_H

#include "sampler/dram/scheduler.h"

/* Picks the oldest access with a possible command, open rows first. Among the `window` oldest
 * accesses: the oldest access to an open row; else an opening for the oldest access to a closed
 * bank, if it is the oldest of its bank; else a closing of an open row that no access in the
 * window needs. With booked commands (dram.c) opening and closing have equal rank: the older access
 * decides. */
noc_dram_pick noc_dram_pick_first_ready(const noc_dram *dram, unsigned window);

/* Picks the next command for schedulers with stages before the queue, which keep the order
 * within a bank: the oldest access whose command is possible, among the oldest accesses of the
 * banks. */
noc_dram_pick noc_dram_pick_bank_head(void *state, const noc_dram *dram);

#endif
