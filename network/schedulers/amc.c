/* dapper's approximate memory controller. */
#include "network/scheduler_kind.h"

static noc_status check(const noc_design *d, noc_diag *diag)
{
    static const char *const keys[] = {"memory.command_queue", "memory.amc_queues", NULL};
    const noc_memory_spec *m = &d->memory;
    if (m->command_queue >= m->amc_queues) return NOC_OK;
    return noc_design_conflict(d, diag, 0, keys,
                               "memory.command_queue = %d is less than memory.amc_queues = %d (a "
                               "queue without credits is never served)",
                               m->command_queue, m->amc_queues);
}

const noc_scheduler_kind noc_scheduler_amc = {
    .name = "amc",
    .summary = "queues by bank in turn, bursts of those with approximable accesses",
    .source = "dapper, Algorithm 1",
    .check = check,
};
