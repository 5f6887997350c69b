/* sampler/dram/first_ready.h: the oldest access that can have a command, open rows first. */
#ifndef NOC_SAMPLER_DRAM_FIRST_READY_H
#define NOC_SAMPLER_DRAM_FIRST_READY_H

#include "sampler/dram/scheduler.h"

/* Of the `window` oldest accesses of the queue: the oldest whose row is open; else the row of the
 * oldest whose bank is closed, if it is the oldest for its bank; else a row is closed that none of
 * them wants (where commands are booked: whichever of these two the older one needs). */
noc_dram_pick noc_dram_first_ready(const noc_dram *dram, unsigned window);

#endif
