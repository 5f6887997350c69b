/* sampler/nodes/schedulers/amc.h: what the approximate memory controller counts, for those who
 * compare. */
#ifndef NOC_SAMPLER_NODES_SCHEDULERS_AMC_H
#define NOC_SAMPLER_NODES_SCHEDULERS_AMC_H

#include "sampler/nodes/dram.h"

/* Requests issued for row locality, one burst of approximable ones after the other; `dram` must
 * have this scheduler. */
uint64_t noc_amc_burst_issues(const noc_dram *dram);

/* Credits of all queues and commands issued and not done: noc_memory_spec.command_queue at any
 * time. */
int noc_amc_balance(const noc_dram *dram);

#endif
